// Package sample makes up a corpus, so that the whole pipeline can be tried and measured at any size without a
// download.
//
// The documents are abstracts of a science that does not exist. Their English consists of a few dozen sentence frames;
// their words are built from syllables by rule. What matters resembles real abstracts:
//
//   - about 3.3 present and 2 absent keyphrases, 60 to 200 tokens;
//   - words by Zipf's law from a lexicon of 60,000, numbers, plurals, and names
//     coined for one document, which a model can only copy;
//   - present phrases stand in the title, follow cues ("we study …") or recur
//     in the text; phrases that are not keyphrases stand there too, mostly in
//     other places, so that no single cue decides;
//   - absent phrases follow from the content: every topic has a field whose
//     name is never written out, every method has a family, and every third
//     of a topic has a narrower field, given if no method is used.
//
// The language (lexicon, topics, methods) is always the same. The seed and the document's number alone determine a
// document, so documents can be made in any order, on any number of threads, without shared state.
package sample
