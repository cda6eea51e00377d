package thesaurus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Namespaces of the properties that are read.
const (
	skos = "http://www.w3.org/2004/02/skos/core#"
	owl  = "http://www.w3.org/2002/07/owl#"
	typ  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
)

// Limits of a thesaurus.
const (
	maxLabel   = 1000 // bytes of a label or notation; longer ones are left out
	maxTongues = 255  // number of languages of labels
)

// builder collects statements about concepts, in any order.
type builder struct {
	untagged      string // language of labels without a tag
	uris          names  // of all possible concepts
	state         []state
	labels        labels
	tongues       names
	notations     list8
	notationOf    []uint32
	broader, near []pair
	long          int // labels and notations of more than maxLabel bytes
	budget
	key []byte
}

// labels holds labels of concepts, in any order.
type labels struct {
	texts  list8
	of     []uint32
	kind   []byte
	tongue []byte
}

// pair holds two concepts, the first one in the upper half.
type pair uint64

// state holds flags of a concept.
type state uint8

const (
	deprecated state = 1 << iota
	unlike           // not a concept but a scheme or a collection, which have labels too
	named            // has a label
)

// concept returns the number of a concept, and adds it if it is new.
func (b *builder) concept(uri string) (uint32, error) {
	b.key = append(b.key[:0], uri...)
	c, known := b.uris.number(b.key)
	if known {
		return c, nil
	}
	b.state = append(b.state, 0)
	return c, b.spend(perConcept + perByte*len(uri))
}

// label adds a label, unless it is none.
func (b *builder) label(c uint32, text, language string, kind Kind) error {
	text = strings.TrimSpace(text)
	if len(text) > maxLabel {
		b.long++
		return nil
	}
	if text == "" {
		return nil
	}
	if language, _, _ = strings.Cut(strings.ToLower(language), "-"); language == "" {
		language = b.untagged
	}
	tongue, known := b.tongues.number([]byte(language))
	if !known && tongue == maxTongues {
		return fmt.Errorf("has labels in more than %d languages", maxTongues)
	}
	b.state[c] |= named
	b.key = append(b.key[:0], text...)
	b.labels.add(b.key, c, byte(kind), byte(tongue))
	return b.spend(perLabel + perByte*len(text))
}

func (l *labels) add(text []byte, of uint32, kind, tongue byte) {
	l.texts.add(text)
	l.of, l.kind, l.tongue = append(l.of, of), append(l.kind, kind), append(l.tongue, tongue)
}

// notation adds a notation. Of several notations of a concept it keeps the first in byte order, so that the order of the file
// does not matter.
func (b *builder) notation(c uint32, text string) error {
	if len(text) > maxLabel {
		b.long++
		return nil
	}
	if text == "" {
		return nil
	}
	b.notations.add([]byte(text))
	b.notationOf = append(b.notationOf, c)
	return b.spend(perRelation + perByte*len(text))
}

// triple adds a statement about a concept.
func (b *builder) triple(t rdf.Triple) error {
	property, ok := strings.CutPrefix(t.Predicate, skos)
	if !ok && t.Predicate != owl+"deprecated" && t.Predicate != typ || t.Subject.Kind != rdf.IRI {
		return nil
	}
	if t.Predicate == typ {
		switch t.Object.Value {
		case skos + "ConceptScheme", skos + "Collection", skos + "OrderedCollection", owl + "Ontology":
			return b.set(t.Subject.Value, unlike)
		case skos + "Concept":
			return b.set(t.Subject.Value, 0)
		}
		return nil
	}
	if t.Predicate == owl+"deprecated" {
		if t.Object.Value == "true" || t.Object.Value == "1" {
			return b.set(t.Subject.Value, deprecated)
		}
		return nil
	}
	if t.Object.Kind == rdf.Literal {
		return b.text(t.Subject.Value, property, t.Object)
	}
	if t.Object.Kind == rdf.IRI {
		return b.relation(t.Subject.Value, property, t.Object.Value)
	}
	return nil
}

func (b *builder) set(uri string, s state) error {
	c, err := b.concept(uri)
	if err == nil {
		b.state[c] |= s
	}
	return err
}

// text adds a label or a notation.
func (b *builder) text(uri, property string, value rdf.Term) error {
	kind := slices.Index([]string{"prefLabel", "altLabel", "hiddenLabel", "notation"}, property)
	if kind < 0 {
		return nil
	}
	c, err := b.concept(uri)
	if err != nil {
		return err
	}
	if property == "notation" {
		return b.notation(c, value.Value)
	}
	return b.label(c, value.Value, value.Language, Kind(kind))
}

// relation adds a relation, in both directions.
func (b *builder) relation(uri, property, object string) error {
	if property != "broader" && property != "narrower" && property != "related" {
		return nil
	}
	from, err := b.concept(uri)
	if err != nil {
		return err
	}
	to, err := b.concept(object)
	if err != nil || from == to {
		return err
	}
	switch property {
	case "broader":
		b.broader = append(b.broader, pairOf(from, to))
	case "narrower":
		b.broader = append(b.broader, pairOf(to, from))
	default:
		b.near = append(b.near, pairOf(from, to))
	}
	return b.spend(perRelation)
}

func pairOf(a, b uint32) pair { return pair(a)<<32 | pair(b) }

func (p pair) turned() pair { return p<<32 | p>>32 }
