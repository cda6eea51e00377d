package thesaurus

import (
	"errors"
	"fmt"
	"math"
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
	maxConcepts  = 20_000_000
	maxLabels    = 40_000_000
	maxRelations = 200_000_000
	maxLabel     = 1000           // in bytes; longer labels are skipped
	maxBytes     = math.MaxUint32 // of all labels, URIs or notations: offsets have 32 bits
	maxTongues   = 255            // number of languages of labels
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
	key           []byte
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
	other            // not a concept but a scheme or a collection, which have labels too
	named            // has a label
)

// errFull is the error of a thesaurus that exceeds 32-bit offsets.
var errFull = errors.New("its labels, URIs or notations have more than 4 GiB")

// concept returns the number of a concept, and adds it if it is new.
func (b *builder) concept(uri string) (uint32, error) {
	if b.uris.full(len(uri)) {
		return 0, errFull
	}
	b.key = append(b.key[:0], uri...)
	c, known := b.uris.number(b.key)
	if !known {
		if c == maxConcepts {
			return 0, fmt.Errorf("more than %d concepts", maxConcepts)
		}
		b.state = append(b.state, 0)
	}
	return c, nil
}

// label adds a label, unless it is none.
func (b *builder) label(c uint32, text, language string, kind Kind) error {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxLabel || len(b.labels.of) == maxLabels {
		return nil
	}
	if language, _, _ = strings.Cut(strings.ToLower(language), "-"); language == "" {
		language = b.untagged
	}
	tongue, known := b.tongues.number([]byte(language))
	if !known && tongue == maxTongues {
		return fmt.Errorf("has labels in more than %d languages", maxTongues)
	}
	if b.labels.texts.full(len(text)) {
		return errFull
	}
	b.state[c] |= named
	b.key = append(b.key[:0], text...)
	b.labels.add(b.key, c, byte(kind), byte(tongue))
	return nil
}

func (l *labels) add(text []byte, of uint32, kind, tongue byte) {
	l.texts.add(text)
	l.of, l.kind, l.tongue = append(l.of, of), append(l.kind, kind), append(l.tongue, tongue)
}

// notation adds a notation. Of several notations of a concept it keeps the first in byte order, so that the order of the file
// does not matter.
func (b *builder) notation(c uint32, text string) error {
	if text == "" {
		return nil
	}
	if b.notations.full(len(text)) {
		return errFull
	}
	b.notations.add([]byte(text))
	b.notationOf = append(b.notationOf, c)
	return nil
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
			return b.set(t.Subject.Value, other)
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
	if len(b.broader)+len(b.near) == maxRelations {
		return fmt.Errorf("more than %d relations", maxRelations)
	}
	switch property {
	case "broader":
		b.broader = append(b.broader, pairOf(from, to))
	case "narrower":
		b.broader = append(b.broader, pairOf(to, from))
	default:
		b.near = append(b.near, pairOf(from, to))
	}
	return nil
}

func pairOf(a, b uint32) pair { return pair(a)<<32 | pair(b) }

func (p pair) turned() pair { return p<<32 | p>>32 }
