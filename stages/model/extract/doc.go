// Package extract finds keyphrases of texts that no network knows: in another language or another field.
//
//	title, body ─ word.Cutter ─► words, stems ─ Read ─► []Candidate ─ Model.Judge ─► probabilities
//
// Candidates are runs of up to five words between stop words and marks. Their features see no vocabulary: where and how often a
// phrase stands in the text, how far it spreads, what stands around it, capitals, lengths, how its words are used elsewhere in
// the text, and whether it is part of a longer candidate. Trees that were grown on English abstracts, read as if they were in an
// unknown language, turn them into probabilities (package fit). So no document of a language is needed to label it.
//
// The features follow KEA (Witten et al., DL 1999), Maui (Medelyan, 2009) and YAKE (Campos et al., Information Sciences 509,
// 2020). What a text says of itself is all: a document's phrases do not depend on its neighbours.
package extract
