// Package kpdrop deletes present keyphrases from the text of training documents, which makes absent ones of them (KPDrop;
// Ray Chowdhury et al., Findings of EMNLP 2022): the network learns to write a phrase that the text only implies, and sees
// another document at every epoch.
package kpdrop

import (
	"slices"

	"wrone2set/schemas"
	"wrone2set/stages/data/random"
	"wrone2set/stages/data/text"
)

// Drop is what is deleted.
type Drop struct {
	Share float64 // probability that a present keyphrase is deleted, in [0, 1); 0: nothing is
	Vocab int     // V: phrases of words beyond it stay, since they can only be copied
	Seed  uint64
}

// purpose keeps the keys of these draws apart from those of packages batch and step.
const purpose = 4

// Apply is the example as the step with this number trains on it, at this place of its batch. Each present keyphrase that
// stands in the text as it is spelled is drawn for itself; where it is deleted, it is so everywhere, and keyphrases that are
// then no longer in the text stand behind the absent ones, in their order. An example of which no word would be left stays
// as it is. e is not changed.
func (d Drop) Apply(e schemas.Example, step int64, place int) schemas.Example {
	peos := slices.IndexFunc(e.Targets, func(t []int32) bool { return len(t) == 1 && t[0] == text.Peos })
	if d.Share == 0 || peos < 0 {
		return e
	}
	gone := make([]bool, len(e.Extended))
	key := random.Key(d.Seed, purpose, uint64(step), uint64(place))
	var found []int // present targets that stand in the text
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

// unknown tells whether a phrase has a word that the vocabulary lacks.
func (d Drop) unknown(phrase []int32) bool {
	return slices.ContainsFunc(phrase, func(id int32) bool { return int(id) >= d.Vocab })
}

// places are where a phrase starts in a text.
func places(words, phrase []int32) (at []int) {
	for i := 0; len(phrase) > 0 && i+len(phrase) <= len(words); i++ {
		if slices.Equal(words[i:i+len(phrase)], phrase) {
			at = append(at, i)
		}
	}
	return at
}
