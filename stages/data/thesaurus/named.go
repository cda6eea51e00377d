package thesaurus

import (
	"slices"
	"strings"
)

// index finds concepts by labels and notations in lower case.
type index struct {
	texts names
	of    [anyKind + 1]lists // by kind of label, notations last: by text, concepts
}

// makeIndex makes the index of a thesaurus.
func (v *Vocabulary) makeIndex() *index {
	x := &index{}
	var pairs [len(x.of)][]pair
	add := func(kind Kind, text string, concept uint32) {
		n, _ := x.texts.number([]byte(strings.ToLower(text)))
		pairs[kind] = append(pairs[kind], pairOf(n, concept))
	}
	for _, l := range v.labels {
		add(min(l.kind, Alternative), l.text, l.concept)
	}
	for i, c := range v.concepts {
		if c.notation != "" {
			add(anyKind, c.notation, uint32(i))
		}
	}
	for kind := range pairs {
		x.of[kind] = listsOf(x.texts.len(), pairs[kind])
	}
	return x
}

// named returns the concepts with a text as a preferred label, without regard to case; else those with it as another label; else those
// with it as a notation.
func (x *index) named(text string) []uint32 {
	if n, _, ok := x.texts.find([]byte(strings.ToLower(text))); ok {
		for _, of := range x.of {
			if all := of.at(n); len(all) > 0 {
				return slices.Clone(all)
			}
		}
	}
	return nil
}

// Named returns the concepts that a text names, rising: the one with that URI, with or without <>; else those of the label or notation.
func (v *Vocabulary) Named(text string) []uint32 {
	text = strings.TrimSpace(text)
	if c, ok := v.Concept(bareURI(text)); ok {
		return []uint32{c}
	}
	return v.index().named(text)
}
