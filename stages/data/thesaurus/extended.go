package thesaurus

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// xl is the namespace of SKOS-XL, in which a label is a node with a text of its own.
const xl = "http://www.w3.org/2008/05/skos-xl#"

// extended collects labels of SKOS-XL: their texts and their concepts come in any order.
type extended struct {
	nodes names
	texts []rdf.Term // by node: its first text; no Literal if it has none
	links []link
}

// link says that a node is a label of a concept.
type link struct {
	concept, node uint32
	kind          Kind
}

// node returns the number of a label.
func (b *builder) node(name string) (uint32, error) {
	n, known := b.extended.nodes.number([]byte(name))
	if known {
		return n, nil
	}
	b.extended.texts = append(b.extended.texts, rdf.Term{})
	return n, b.spend(perLabel + perByte*len(name))
}

// extend adds a statement of SKOS-XL.
func (b *builder) extend(t rdf.Triple) error {
	x, property := &b.extended, strings.TrimPrefix(t.Predicate, xl)
	if kind := kindOfLabel(property); kind >= 0 && t.Object.Kind != rdf.Literal && !strings.HasPrefix(t.Subject, "_:") {
		c, err := b.concept(t.Subject)
		if err != nil {
			return err
		}
		n, err := b.node(t.Object.Value)
		x.links = append(x.links, link{c, n, Kind(kind)})
		return err
	}
	if property != "literalForm" || t.Object.Kind != rdf.Literal {
		return nil
	}
	n, err := b.node(t.Subject)
	if err == nil && x.texts[n].Kind != rdf.Literal {
		x.texts[n] = t.Object
		err = b.spend(perByte * len(t.Object.Value))
	}
	return err
}

// joinExtended gives the concepts their labels of SKOS-XL.
func (b *builder) joinExtended() error {
	for _, l := range b.extended.links {
		if text := b.extended.texts[l.node]; text.Kind == rdf.Literal {
			if err := b.label(l.concept, text.Value, text.Language, l.kind); err != nil {
				return err
			}
		}
	}
	b.extended = extended{}
	return nil
}
