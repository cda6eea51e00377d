package thesaurus

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// xl is the namespace of SKOS-XL, in which a label is a node with a text of its own.
const xl = "http://www.w3.org/2008/05/skos-xl#"

// link says that a node is a label of a concept.
type link struct {
	concept uint32
	node    string
	kind    Kind
}

// extend adds a statement of SKOS-XL. Texts and links come in any order, so that links wait for the end.
func (b *builder) extend(t rdf.Triple) error {
	property, literal := strings.TrimPrefix(t.Predicate, xl), t.Object.Kind == rdf.Literal
	kind := kindOfLabel(property)
	switch {
	case property == "literalForm" && literal:
		if b.texts == nil {
			b.texts = map[string]rdf.Term{}
		}
		if _, known := b.texts[t.Subject]; !known && !b.long(t.Object.Value) {
			b.texts[t.Subject] = t.Object
			return b.spend(perLabel + perByte*(len(t.Subject)+len(t.Object.Value)))
		}
	case kind >= 0 && !literal && !strings.HasPrefix(t.Subject, "_:"):
		c, err := b.concept(t.Subject)
		if err != nil {
			return err
		}
		b.links = append(b.links, link{c, t.Object.Value, Kind(kind)})
		return b.spend(perRelation + perByte*len(t.Object.Value))
	}
	return nil
}

// join gives concepts the texts of their nodes.
func (b *builder) join() error {
	for _, k := range b.links {
		text := b.texts[k.node]
		if err := b.label(k.concept, text.Value, text.Language, k.kind); err != nil {
			return err
		}
	}
	b.texts, b.links = nil, nil
	return nil
}
