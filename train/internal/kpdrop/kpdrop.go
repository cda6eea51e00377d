// Package kpdrop deletes present keyphrases from the text of training documents, which makes them absent (KPDrop; Ray
// Chowdhury et al., Findings of EMNLP 2022). The network learns to write phrases that the text only implies, and sees
// different documents in every epoch.
package kpdrop

import (
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Drop says which keyphrases to delete.
type Drop struct {
	Share float64 // probability that a present keyphrase is deleted, in [0, 1); 0: none
	Vocab int     // V: phrases with words outside it stay, since they can only be copied
	Seed  uint64
}

// purpose separates the keys of these draws from those of packages batch and step.
const purpose = 4

// Apply returns the example that the step with this number trains on, at this place of its batch. It draws separately for
// each present keyphrase whose spelling occurs in the text. A deleted phrase is deleted everywhere; keyphrases that then no
// longer occur in the text move behind the absent ones, in their order. An example that would lose all its words stays
// unchanged. Apply does not change e.
func (d Drop) Apply(e schemas.Example, step int64, place int) schemas.Example {
	peos := slices.IndexFunc(e.Targets, func(t []int32) bool { return len(t) == 1 && t[0] == text.Peos })
	if d.Share == 0 || peos < 0 {
		return e
	}
	gone := make([]bool, len(e.Extended))
	key := random.Key(d.Seed, purpose, uint64(step), uint64(place))
	var found []int // present targets whose spelling occurs in the text
	for i, phrase := range e.Targets[:peos] {
		at := places(e.Extended, phrase)
		if len(at) == 0 {
			continue
		}
		found = append(found, i)
		if random.Uniform(key, uint64(i)) >= d.Share || d.unknown(phrase) {
			continue
		}
		for _, start := range at {
			for j := range phrase {
				gone[start+j] = true
			}
		}
	}
	left := schemas.Example{ID: e.ID, OOV: e.OOV}
	for i, dropped := range gone {
		if !dropped {
			left.Source, left.Extended = append(left.Source, e.Source[i]), append(left.Extended, e.Extended[i])
		}
	}
	if len(left.Source) == 0 || len(left.Source) == len(e.Source) {
		return e
	}
	moved := map[int]bool{}
	for _, i := range found {
		moved[i] = len(places(left.Extended, e.Targets[i])) == 0
	}
	var behind [][]int32
	for i, phrase := range e.Targets {
		if moved[i] {
			behind = append(behind, phrase)
		} else {
			left.Targets = append(left.Targets, phrase)
		}
	}
	left.Targets = append(left.Targets, behind...)
	return left
}

// unknown reports whether a phrase has a word outside the vocabulary.
func (d Drop) unknown(phrase []int32) bool {
	return slices.ContainsFunc(phrase, func(id int32) bool { return int(id) >= d.Vocab })
}

// places returns the positions at which a phrase starts in a text.
func places(words, phrase []int32) (at []int) {
	for i := 0; len(phrase) > 0 && i+len(phrase) <= len(words); i++ {
		if slices.Equal(words[i:i+len(phrase)], phrase) {
			at = append(at, i)
		}
	}
	return at
}
