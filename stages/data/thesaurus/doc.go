// Package thesaurus reads controlled vocabularies and finds their labels in text.
//
//	SKOS (Turtle, N-Triples, RDF/XML) ─┐
//	Annif's list of labels (<URI> TAB) ┴─ Read ─► Thesaurus ─ Compile ─► Vocabulary
//
// A Thesaurus has the concepts of a file: preferred, alternative and hidden labels with languages, notation, and broader,
// narrower and related concepts. It leaves out deprecated concepts (owl:deprecated) and concepts without labels. Two
// concepts with the same label both keep it.
//
// A Vocabulary is the same in flat tables, with the stems of every label. It finds the labels whose stems are all in a text
// in a time that does not depend on the number of labels.
//
// Opening a million labels with a million different words takes (AMD EPYC, Zen 5):
//
//	            CPU s   peak MB
//	list         2.2      260
//	Turtle       2.7      243
//	N-Triples    2.7      274
//	RDF/XML      4.4      273
package thesaurus

// Thesaurus holds the concepts of a file, sorted by URI, with their labels and relations.
type Thesaurus struct {
	tables
	Deprecated int // number of deprecated concepts, which are left out
	Unlabelled int // number of concepts without labels, which are left out
	Long       int // number of labels and notations of more than 1,000 bytes, which are left out
}

// Kind is the kind of a label.
type Kind uint8

// Kinds of labels.
const (
	Preferred Kind = iota
	Alternative
	Hidden
)
