// Package sample makes up a corpus, so that the whole pipeline can be tried,
// and measured at any size, without a download.
//
// The documents are abstracts of a science that does not exist. Their English
// is a few dozen sentence frames of our own; their words are built from
// syllables by rule. What matters is kept close to the real thing:
//
//   - about 3.3 present and 2 absent keyphrases, 60 to 200 tokens;
//   - words by Zipf's law from a lexicon of 60,000, numbers, plurals, and names
//     coined for one document, which a model can only copy;
//   - present phrases stand in the title, after cues ("we study …") or come
//     back in the text; phrases that are none stand there too, mostly in other
//     places, so that no single cue decides;
//   - absent phrases follow from the content: every topic has a field whose
//     name is never written out, every method a family it belongs to, and
//     every third of a topic a narrower field, given where no method is used.
//
// The language (lexicon, topics, methods) is always the same; the seed and the
// document's number decide the document, and nothing else does: documents are
// made in any order, on any number of threads, without a state between them.
package sample
