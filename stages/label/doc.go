// Package label labels documents with keyphrases. Program infer consists of it, and other Go programs can use it:
//
//	labeller, err := label.Open("", label.DefaultOptions())
//	if err != nil {
//		return err
//	}
//	predictions, err := labeller.Label(ctx, label.Document{Title: "…", Body: "…"})
//
// Open reads a model folder of train. Without a name it reads the built-in model (infer/pretrained), 21 MB that the build tag
// nomodel leaves out. A document takes these steps:
//
//	corpus.Record ─ Maker ─► Item ─ Labeller.Items ─► Item with its prediction
//	Document ──────────────── Labeller.Label ───────► schemas.Prediction
//
// A Maker cuts text into tokens and encodes them for the network. Items sorts a window of documents by length, cuts it into
// batches, and decodes a batch on each thread. The prediction of a document depends on model, options and that document
// alone, not on other documents, threads or batches. It equals the row that infer writes, to the byte, but for phrases without
// a spelling.
//
// # Phrases
//
// A prediction has the phrases of one document, best first. Phrase is what a person would write; Tokens are the words of the
// model. Score is the probability, 0 to 1, that the phrase is right. A phrase is present if its stems are in the document. Then
// Start and End are byte offsets in Field ("title" or "body") of the given text, StartChar and StartUTF16 count the characters
// before it, and Surface is the text there. An absent phrase has none of
// these. See [schemas.Phrase].
//
// # Use
//
// A Labeller is safe for concurrent use. Calls take turns, because each of them uses all threads: one call with many
// documents is faster than many calls with one. When its context ends, a call returns the context's error before the next
// document. A Labeller of the built-in model takes about 80 MB of memory. It needs no Close: it holds no file, process or
// goroutine.
//
// # Errors
//
// For a damaged or incomplete model folder the error is a [*schemas.FileError], which names file, place and remedy. For options
// that contradict each other or the model, the error names the option as in infer --help. For a document that cannot be
// labelled, it names the document.
package label
