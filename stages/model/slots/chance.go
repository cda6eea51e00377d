package slots

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// Chance is the probability of a word of a document in phrases of its slots, whether or not a slot wrote it.
type Chance struct {
	ID int32 // extended id
	// Opens is the probability that at least one slot that does not choose ∅ begins with the word: 1 − Π(1 − p/(1 − P(∅)))
	// over the slots with p of at least Floor.
	Opens float64
	// GoesOn is the greatest product of the probabilities of a row up to and including the word at a step after the first. It
	// is 0 if no product reaches both Least and Floor.
	GoesOn float64
}

// note records the offers of a document in its Chances.
func (b *branches[T]) note(d *Decoder[T], doc, step int, offers queue[T]) {
	chances := b.out.Chances[doc]
	if chances == nil {
		ids := d.memory.words[doc].ids
		chances = make([]Chance, len(ids))
		for j, id := range ids {
			chances[j].ID = id
		}
		b.out.Chances[doc] = chances
	}
	for _, o := range offers {
		if o.word < 0 {
			continue
		}
		c := &chances[o.word]
		if step > 0 {
			c.GoesOn = max(c.GoesOn, o.product)
			continue
		}
		p := min(o.product/(1-float64(b.out.written(d.rows[o.row]).Null)), 1)
		c.Opens = 1 - float64((1-c.Opens)*(1-p)) // the conversion rules out a fused multiply-add: equal bits on every CPU
	}
}

// chances returns the Chance of each token of a document, for word pieces that of the token's first piece. It is zero for
// tokens that the network does not read or cannot copy.
func chances(d phrase.Document, of []Chance) []choose.Chance {
	all := make([]choose.Chance, len(d.Tokens))
	for i, id := range d.Example.Extended {
		at := i
		if d.Words != nil {
			if at = int(d.Words[i]); at < 0 || d.Words[i-1] == d.Words[i] {
				continue
			}
		}
		k, ok := slices.BinarySearchFunc(of, id, func(c Chance, id int32) int { return cmp.Compare(c.ID, id) })
		if ok {
			all[at] = choose.Chance{Opens: of[k].Opens, GoesOn: of[k].GoesOn}
		}
	}
	return all
}
