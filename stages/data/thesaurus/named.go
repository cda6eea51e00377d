package thesaurus

import (
	"slices"
	"strings"
)

// index finds labels and notations by their text in lower case.
type index struct {
	texts             names
	labels, notations lists // by text: labels, and concepts
}

// makeIndex makes the index of a thesaurus.
func (v *Vocabulary) makeIndex() *index {
	x := &index{}
	number := func(text string) uint32 {
		n, _ := x.texts.number([]byte(strings.ToLower(text)))
		return n
	}
	labels, notations := make([]pair, 0, len(v.labels)), []pair(nil)
	for i, l := range v.labels {
		labels = append(labels, pairOf(number(l.text), uint32(i)))
	}
	for i, c := range v.concepts {
		if c.notation != "" {
			notations = append(notations, pairOf(number(c.notation), uint32(i)))
		}
	}
	x.labels, x.notations = listsOf(x.texts.len(), labels), listsOf(x.texts.len(), notations)
	return x
}

// Named returns the concepts that a text names, rising: the one with that URI, with or without <>; else those with that preferred label,
// without regard to case; else those with it as another label; else those with that notation.
func (v *Vocabulary) Named(text string) (all []uint32) {
	text = strings.TrimSpace(text)
	if c, ok := v.Concept(bareURI(text)); ok {
		return []uint32{c}
	}
	x := v.index()
	n, _, ok := x.texts.find([]byte(strings.ToLower(text)))
	if !ok {
		return nil
	}
	best := Hidden
	for _, l := range x.labels.at(n) {
		best = min(best, v.labels[l].kind)
	}
	for _, l := range x.labels.at(n) {
		if k := v.labels[l].kind; k == best || best != Preferred {
			all = append(all, v.labels[l].concept)
		}
	}
	if all == nil {
		all = slices.Clone(x.notations.at(n))
	}
	return slices.Compact(all)
}
