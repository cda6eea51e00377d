// Package extract finds keyphrases of texts that no network knows: in another language or another field.
//
//	title, body ─ word.Cutter ─► words, stems ─ Find ─► []Candidate ─ Model.Judge ─► probabilities ─ Model.Pick ─► phrases
//
// Candidates are runs of up to five words between stop words and marks; in most languages a run of several words must stand in
// the text twice. What is known of them sees no vocabulary: how often and where a phrase stands, its length, stop words within,
// capitals, and whether it is part of a longer candidate. A logistic regression, fitted to English abstracts (package fit),
// turns this into probabilities. So no document of a language is needed to label it. A document's phrases do not depend on its
// neighbours.
//
// The features are those of KEA (Witten et al., DL 1999) and YAKE (Campos et al., Information Sciences 509, 2020). Boosted trees
// over twice as many were better on English, and half as good on Finnish and Russian: what they learned of the lengths of English
// phrases and texts does not hold there.
package extract
