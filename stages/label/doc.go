// Package label labels documents with keyphrases. Program infer is made of it, and other Go programs can use it:
//
//	labeller, err := label.Open("", label.DefaultOptions())
//	if err != nil {
//		return err
//	}
//	predictions, err := labeller.Label(ctx, label.Document{Title: "…", Body: "…"})
//
// Open reads a model folder of train; without a name it is the model built into the program (infer/pretrained), 22 MB that
// the build tag nomodel leaves out. A document takes these steps:
//
//	corpus.Record ─ Maker ─► Item ─ Labeller.Items ─► Item with its prediction
//	Document ──────────────── Labeller.Label ───────► schemas.Prediction
//
// A Maker cuts text into tokens and encodes them for the network. Items sorts a window of documents by length, cuts it into
// batches, and decodes a batch on each thread. The prediction of a document depends on model, options and that document
// alone: not on the other documents, on threads or batches. It equals the row that infer writes, to the byte.
//
// # Phrases
//
// A prediction has the phrases of one document, best first. Score is the probability, 0 to 1, that the phrase is right. Of
// a present phrase, one whose stems are in the document, Start and End are byte offsets in Field ("title" or "body") of the
// text that was given, StartChar and StartUTF16 count characters before it, and Surface is its spelling there; an absent phrase
// has none of these. See [schemas.Phrase].
//
// # Use
//
// A Labeller is safe for concurrent use. Calls take turns, because each of them uses all threads: one call with many
// documents is faster than many calls with one. When its context ends, a call returns the context's error before the next
// document. A Labeller of the built-in model takes about 80 MB of memory and holds no file, process or goroutine that would have
// to be closed.
//
// # Errors
//
// A damaged or incomplete model folder is a [*schemas.FileError], which names file, place and remedy. Options that contradict
// each other or the model, and documents that cannot be labelled, give other errors; their text names the option or the
// document. Options are written there as in infer --help.
package label
