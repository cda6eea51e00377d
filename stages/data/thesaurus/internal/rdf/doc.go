// Package rdf reads RDF as a stream of triples: Turtle (W3C Recommendation, 2014), of which N-Triples is a part, and
// RDF/XML (W3C Recommendation, 2014).
//
//	bytes ─► Turtle or XML ─► each(Triple)
//
// Blank nodes are called _:name as in the file, or _:: and a number if they have no name there. Lists are read and left out. IRIs are
// resolved against a base of the file, but not otherwise checked.
//
// A reader holds one statement at a time, and limits its memory and its work: the length of a term, the depth of nesting, the
// number and length of prefixes, entities and bases, which every term can repeat. Invalid input is a *SyntaxError with its line.
//
// # Why not a library
//
// The libraries that read all three formats were last changed in 2019, read 100,000 triples a second, or build a graph
// in memory. gonum's graph/formats/rdf reads N-Triples alone.
package rdf

import "fmt"

// Kind is the kind of a Term.
type Kind uint8

// Kinds of terms.
const (
	IRI Kind = iota
	Literal
	Blank // a blank node, whose Value begins with _:
)

// Term is a node of a triple.
type Term struct {
	Value    string // the IRI or the text
	Language string // of a literal as it was given, "" for none
	Kind     Kind
}

// Triple is one statement about an IRI or a blank node. Its predicate is an IRI.
type Triple struct {
	Subject   string
	Predicate string
	Object    Term
}

// SyntaxError is the error of invalid input, or of a triple that the caller refuses.
type SyntaxError struct {
	Line int // from 1
	Msg  string
	Err  error // of the caller, nil for invalid input
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// Unwrap returns the error of the caller.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Limits of a reader's memory and work.
const (
	maxTerm     = 1 << 20 // bytes of a term
	maxDepth    = 200     // nested brackets, lists or nodes
	maxPrefixes = 10000   // prefixes or entities
	maxPrefix   = 2 << 10 // bytes of a base, namespace, prefix or entity: a term of a few bytes stands for as many
	maxLanguage = 100     // bytes of a language tag
)

// The namespace of RDF, and the predicate for the type of a node.
const (
	namespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	typeIRI   = namespace + "type"
)
