package thesaurus

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Namespaces of what is read.
const (
	skos = "http://www.w3.org/2004/02/skos/core#"
	owl  = "http://www.w3.org/2002/07/owl#"
	typ  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
)

// builder collects what statements say of concepts, in any order.
type builder struct {
	number   map[string]uint32 // of every URI that may be a concept's
	concepts []Concept
	state    []state
	labels   int
}

// state is what is known of a concept besides what it keeps.
type state uint8

const (
	deprecated state = 1 << iota
	other            // a scheme or a collection, which have labels too
)

func newBuilder() *builder { return &builder{number: map[string]uint32{}} }

// concept is the place of a concept, which is new if it has to be.
func (b *builder) concept(uri string) (uint32, error) {
	if c, ok := b.number[uri]; ok {
		return c, nil
	}
	if len(b.concepts) == maxConcepts {
		return 0, fmt.Errorf("more than %d concepts", maxConcepts)
	}
	c := uint32(len(b.concepts))
	uri = strings.Clone(uri)
	b.number[uri] = c
	b.concepts, b.state = append(b.concepts, Concept{URI: uri}), append(b.state, 0)
	return c, nil
}

// label adds a label, unless the concept has it or it is none.
func (b *builder) label(c uint32, l Label) {
	l.Text = strings.TrimSpace(l.Text)
	if l.Text == "" || len(l.Text) > maxLabel || b.labels == maxLabels {
		return
	}
	l.Language, _, _ = strings.Cut(strings.ToLower(l.Language), "-")
	labels := b.concepts[c].Labels
	for i, known := range labels {
		if known.Text == l.Text && known.Language == l.Language {
			labels[i].Kind = min(known.Kind, l.Kind)
			return
		}
	}
	b.labels++
	if labels == nil {
		labels = make([]Label, 0, 1)
	}
	b.concepts[c].Labels = append(labels, l)
}

// triple takes over what a statement says of a concept.
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

// text takes over a label or a notation.
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
		if n := &b.concepts[c].Notation; *n == "" || value.Value < *n { // of several, one that their order does not decide
			*n = value.Value
		}
		return nil
	}
	b.label(c, Label{Text: value.Value, Language: value.Language, Kind: Kind(kind)})
	return nil
}

// relation takes over a relation, which holds both ways whichever way it is stated.
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
	x, y := &b.concepts[from], &b.concepts[to]
	switch property {
	case "broader":
		x.Broader, y.Narrower = append(x.Broader, to), append(y.Narrower, from)
	case "narrower":
		x.Narrower, y.Broader = append(x.Narrower, to), append(y.Broader, from)
	default:
		x.Related, y.Related = append(x.Related, to), append(y.Related, from)
	}
	return nil
}

// thesaurus has the concepts with labels, by URI.
func (b *builder) thesaurus() *Thesaurus {
	t := &Thesaurus{}
	order := make([]uint32, 0, len(b.concepts))
	for c := range b.concepts {
		switch {
		case b.state[c]&deprecated != 0:
			t.Deprecated++
		case b.state[c]&other != 0:
		case len(b.concepts[c].Labels) == 0:
			t.Unlabelled++
		default:
			order = append(order, uint32(c))
		}
	}
	slices.SortFunc(order, func(x, y uint32) int { return cmp.Compare(b.concepts[x].URI, b.concepts[y].URI) })
	const gone = ^uint32(0)
	place := make([]uint32, len(b.concepts))
	for i := range place {
		place[i] = gone
	}
	for i, c := range order {
		place[c] = uint32(i)
	}
	moved := func(old []uint32) (list []uint32) {
		for _, c := range old {
			if place[c] != gone {
				list = append(list, place[c])
			}
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	t.Concepts = make([]Concept, len(order))
	for i, old := range order {
		c := b.concepts[old]
		c.Broader, c.Narrower, c.Related = moved(c.Broader), moved(c.Narrower), moved(c.Related)
		slices.SortStableFunc(c.Labels, func(x, y Label) int {
			return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Language, y.Language), cmp.Compare(x.Text, y.Text))
		})
		t.Concepts[i] = c
	}
	b.number = nil
	return t
}
