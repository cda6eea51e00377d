// Package extract finds keyphrases of texts that no network knows: in another language or another field.
//
//	title, body ─ word.Cutter ─► words, stems ─ Find ─► []Candidate ─ Model.Judge ─► probabilities ─ Model.Pick ─► phrases
//
// Candidates are runs of up to five words between stop words and marks; in most languages a run of several words must stand in
// the text twice. What is known of them sees no vocabulary: how often and where a phrase stands, also against the other candidates
// of the text, its length, stop words within, capitals, and whether it is part of a longer candidate. A logistic regression turns
// this into probabilities. It is fitted to English, Russian, Chinese and Finnish documents (package fit), and holds for languages
// that it was not fitted to. A document's phrases do not depend on its neighbours.
//
// Frequencies of a corpus that the caller names say how rare words are, which is the half of TF-IDF that a text cannot know.
//
// The features are those of KEA (Witten et al., DL 1999) and YAKE (Campos et al., Information Sciences 509, 2020). README.md has
// the measurements, and what was tried.
package extract
