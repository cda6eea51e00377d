package slots

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// Chance is how a word of a document could stand in the phrases of its slots: what they know of the words that none of them
// writes.
type Chance struct {
	ID     int32   // extended
	Opens  float64 // 1 − Π(1 − p/(1 − P(∅))) over the slots: that of those that write one at least begins with it; p from Floor on
	GoesOn float64 // the greatest product of a row's probabilities up to and with it, from the second step on; 0 below Least and Floor
}

// note keeps what the offers of a document say of its words.
func (b *branches[T]) note(d *Decoder[T], doc, step int, offers queue[T]) {
	chances := b.both.Chances[doc]
	if chances == nil {
		ids := d.memory.words[doc].ids
		chances = make([]Chance, len(ids))
		for j, id := range ids {
			chances[j].ID = id
		}
		b.both.Chances[doc] = chances
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
		p := min(o.product/(1-float64(b.both.written(d.rows[o.row]).Null)), 1)
		c.Opens = 1 - float64((1-c.Opens)*(1-p)) // rounded here on every machine
	}
}

// chances are those of each token of a document, of pieces those of its first; none of tokens that the network does not
// read or cannot copy.
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
