// Package thesaurus reads controlled vocabularies and finds their labels in text.
//
//	SKOS, SKOS-XL (Turtle, N-Triples, RDF/XML) ──┐
//	lists of terms (CSV, TSV, workbooks, text) ──┴─ builder ─► Vocabulary ─ Matcher ─► labels in a text
//
// A list of terms has a header (column.go), in many languages: term, synonyms, identifier, notation, broader. Without one, it has a term a
// line, or identifiers and terms as Annif has them. Terms without an identifier are their own. What can be read in two ways is refused,
// and Vocabulary.Notes say how the list was read.
//
// A Vocabulary has the concepts of a file, sorted by URI: preferred, alternative and hidden labels with languages, notation, and
// broader, narrower and related concepts. It leaves out deprecated concepts (owl:deprecated) and concepts without labels. Two
// concepts with the same label both keep it.
//
// A label has one or two forms: itself, and itself without its qualifier in brackets, each as the stems of its words. A form is listed
// under the rarest of its stems. So a Matcher finds the labels whose stems are all in a sentence in a time that does not depend on
// the number of labels.
//
// Opening a million labels with a million different words takes 2.8 s of a CPU for a list, 4 for Turtle, 6 for RDF/XML, and 400 MB, a
// list 500 (AMD EPYC, Zen 5).
package thesaurus
