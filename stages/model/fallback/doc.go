// Package fallback finds keyphrases without a network: for texts in a language or a field that the network was not trained on.
//
//	title, body ─ word.Cutter ─► words, stems ─ Find ─► []Candidate ─ Ranker.Assess ─► probabilities ─ Ranker.Pick ─► phrases
//
// Candidates are runs of up to five words that neither begin nor end with a stop word. In most languages, a run of several words
// must occur twice in the text. No feature depends on a vocabulary: they are the frequency and the first place of a phrase, also
// relative to the other candidates of the text, its length, its stop words and capitals, and whether it is part of a longer
// candidate. A logistic regression (rank.Judge) computes the probabilities. It is fitted to English, Russian, Chinese and Finnish documents
// (package fit), and also works for other languages. The phrases of a document depend on that document alone.
//
// Optional Frequencies of a corpus tell how rare words are: the IDF of TF-IDF, which a single text cannot tell.
//
// Labelled documents refit the model, and add a Lexicon to it: how often words, phrases, endings and the words around a candidate
// belonged to keyphrases there.
//
// The features are those of KEA (Witten et al., DL 1999) and YAKE (Campos et al., Information Sciences 509, 2020). README.md has
// measurements, and alternatives that were tried.
package fallback
