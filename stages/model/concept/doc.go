// Package concept assigns the concepts of a controlled vocabulary to documents, each with the probability that an indexer
// would assign it.
//
//	Document ─ Reader ─► Text ─┬─ labels in the text (thesaurus.Matcher) ──────┐
//	                           ├─ similar indexed documents (Memory) ──────────┼─► Candidate ─ Choice ─► Suggestion
//	                           └─ labels that such words go with (Memory) ─────┘   (features)
//
// # Candidates
//
// A concept is a candidate if all stems of one of its labels stand in one sentence, as in Annif's MLLM and Maui (Medelyan,
// 2009); if similar indexed documents have it (k nearest neighbours by TF-IDF); if the document resembles the sum of all
// documents that have it (Rocchio); or if its label's words are those that indexers used for documents with such words. The
// last two ways find concepts whose label is not in the text, and the last one those that no indexed document has.
//
// # From candidates to probabilities
//
// Features says what is known of a candidate. A Choice is an ensemble of oblivious trees over them (Prokhorenkova et al.,
// NeurIPS 2018), fitted by Fit, and a rising step function that turns their sum into the share that was found right. The
// default one was fitted without a Memory; it knows the features of the text alone.
//
// What is said of a document depends on that document alone, and every sum has a fixed order.
package concept
