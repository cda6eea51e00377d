// Package thesaurus reads controlled vocabularies and finds their labels in text.
//
//	SKOS (Turtle, N-Triples, RDF/XML) ─┐
//	Annif's list of labels (<URI> TAB) ┴─ Read ─► Thesaurus ─ Compile ─► Vocabulary ─ Write ─► FILE.compiled
//	                                                          FILE.compiled ─ Open ─► Vocabulary
//
// A Thesaurus has concepts as their file gives them: preferred, alternative and hidden labels with languages, the
// notation, and the concepts that are broader, narrower and related. Deprecated concepts (owl:deprecated) and concepts
// without labels are left out. Two concepts that share a label both keep it.
//
// A Vocabulary is the same in flat tables, with the stems of every label, so that a text finds the labels all of whose
// stems it has in a time that does not depend on their number. Open makes it once and keeps it in a file beside the
// thesaurus, if that folder can be written.
//
// A million labels with a million different words take this the first time, and .2 CPU s from then on (AMD EPYC, Zen 5):
//
//	            CPU s   peak MB
//	list         2.2      260
//	Turtle       2.7      243
//	N-Triples    2.7      274
//	RDF/XML      4.4      273
package thesaurus

// Thesaurus is a vocabulary as its file gives it: concepts by URI, with their labels and relations.
type Thesaurus struct {
	tables
	Deprecated int // concepts that were left out for it
	Unlabelled int // concepts that were left out since they have no label
}

// Kind says what a label is for.
type Kind uint8

// Kinds of labels.
const (
	Preferred Kind = iota
	Alternative
	Hidden
)
