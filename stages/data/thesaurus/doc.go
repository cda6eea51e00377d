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
// thesaurus, if that folder can be written; a million labels then load in a fraction of a second.
package thesaurus

// Thesaurus is a vocabulary as its file gives it.
type Thesaurus struct {
	Concepts   []Concept // by URI
	Deprecated int       // concepts that were left out for it
	Unlabelled int       // concepts that were left out since they have no label
}

// Concept is a concept of a thesaurus.
type Concept struct {
	URI, Notation              string
	Labels                     []Label
	Broader, Narrower, Related []uint32 // places in Thesaurus.Concepts, rising
}

// Label is a name of a concept.
type Label struct {
	Text     string
	Language string // a tag such as "en", in lower case and without a region; "" if the file gives none
	Kind     Kind
}

// Kind says what a label is for.
type Kind uint8

// Kinds of labels.
const (
	Preferred Kind = iota
	Alternative
	Hidden
)

// Limits of what is kept of a thesaurus.
const (
	maxConcepts = 20_000_000
	maxLabels   = 40_000_000
	maxLabel    = 1000 // bytes; a longer text is no name
)
