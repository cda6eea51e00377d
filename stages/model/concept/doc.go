// Package concept assigns the concepts of a controlled vocabulary to documents, each with the probability that an indexer
// would assign it.
//
//	Document ─ Finder ─► Text ─┬─ labels in the text (thesaurus.Matcher) ──────┐
//	                           ├─ similar indexed documents (Memory) ──────────┼─► Candidate ─ Ranker ─► probabilities
//	                           └─ label words that co-occur with its words ────┘   (features)
//
// # Candidates
//
// A concept is a candidate for one of four reasons:
//
//   - all stems of one of its labels stand in one sentence, as in Annif's MLLM and Maui (Medelyan, 2009);
//   - similar indexed documents have it (k nearest neighbours by TF-IDF);
//   - the document is similar to the sum of all documents that have it (Rocchio);
//   - its label consists of words that occur in labels of documents with similar words.
//
// The last three find concepts whose label is not in the text, and the last one even concepts that no indexed document has.
//
// # From candidates to probabilities
//
// A Ranker is a rank.Judge of trees over the Features of a candidate, and a rising step function that maps their sum to a
// probability: the share of right candidates with such a sum. Package fit makes it from documents whose concepts are known.
// The default choice was fitted without a Memory and uses the features of the text alone.
//
// The concepts of a document depend on that document alone, and every sum has a fixed order.
package concept
