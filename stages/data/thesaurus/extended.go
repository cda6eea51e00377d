package thesaurus

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// xl is the namespace of SKOS-XL, in which a label is a node with a text of its own.
const xl = "http://www.w3.org/2008/05/skos-xl#"

// form is the kind of a text of a node of SKOS-XL, before the node is linked to its concept.
const form = anyKind + 1

// link says that a node is a label of a concept.
type link struct {
	concept, node uint32
	kind          Kind
}

// extend adds a statement of SKOS-XL. Texts and links come in any order.
func (b *builder) extend(t rdf.Triple) error {
	property, literal := strings.TrimPrefix(t.Predicate, xl), t.Object.Kind == rdf.Literal
	kind := kindOfLabel(property)
	switch {
	case property == "literalForm" && literal:
		n, err := b.node(t.Subject)
		if err != nil {
			return err
		}
		return b.label(n, t.Object.Value, t.Object.Language, form)
	case kind >= 0 && !literal && !strings.HasPrefix(t.Subject, "_:"):
		c, err := b.concept(t.Subject)
		if err != nil {
			return err
		}
		n, err := b.node(t.Object.Value)
		b.links = append(b.links, link{c, n, Kind(kind)})
		return err
	}
	return nil
}

// node returns the number of a node that is no concept.
func (b *builder) node(name string) (uint32, error) {
	n, err := b.concept(name)
	b.concepts[n].state |= unlike
	return n, err
}

// joinLinks gives concepts the texts of their nodes, of several the first.
func (b *builder) joinLinks() {
	texts, labels := make([]*label, len(b.concepts)), b.labels
	b.labels = make([]label, 0, len(labels)+len(b.links))
	for i := range labels {
		switch l := &labels[i]; {
		case l.kind != form:
			b.labels = append(b.labels, *l)
		case texts[l.concept] == nil:
			texts[l.concept] = l
		}
	}
	for _, k := range b.links {
		if l := texts[k.node]; l != nil {
			b.labels = append(b.labels, label{l.text, k.concept, k.kind, l.language})
			b.concepts[k.concept].state |= named
		}
	}
}
