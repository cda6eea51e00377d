package joint

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// prompt is a keyword with masks on both sides.
type prompt struct {
	at      int     // the first piece of the keyword in the document
	keyword []int32 // its pieces
	right   []int32 // what the masks say, those in front first: pieces and ∅
}

// complete is the prompt of a phrase's word in front of which and behind which these pieces stand; ok is false if the masks
// do not suffice.
func (c Config) complete(at int, keyword, before, after []int32) (p prompt, ok bool) {
	n := c.masks()
	if len(before) > n || len(after) > n {
		return prompt{}, false
	}
	p = prompt{at: at, keyword: keyword}
	p.right = append(p.right, slices.Repeat([]int32{text.Null}, n-len(before))...)
	p.right = append(append(p.right, before...), after...)
	p.right = append(p.right, slices.Repeat([]int32{text.Null}, n-len(after))...)
	return p, true
}

// place is where the masks of a prompt of k pieces of a keyword stand, counted from its first piece.
func (c Config) place(mask, k int) int {
	if mask < c.masks() {
		return mask
	}
	return mask + k
}

// write appends a prompt whose masks say these pieces, and the <sep> behind it.
func (c Config) write(tail []int32, keyword, masks []int32) []int32 {
	n := c.masks()
	return append(append(append(append(tail, masks[:n]...), keyword...), masks[n:]...), text.Sep)
}

// size is how many pieces a prompt has, its <sep> counted.
func (c Config) size(keyword int) int { return 2*c.masks() + keyword + 1 }

// supervise are the prompts of a document's absent phrases: of each word of each whose stem the document has, in the order in
// which these first stand in the text, as many as have room.
func (m *Model[T]) supervise(pieces []int32, document []word, phrases [][]int32) []prompt {
	first := map[string]word{}
	for _, w := range slices.Backward(document) {
		first[w.stem] = w
	}
	var all []prompt
	for _, phrase := range phrases {
		for _, w := range cut(m.Words, m.stemmer, phrase, 0, len(phrase)) {
			key, ok := first[w.stem]
			if !ok {
				continue
			}
			if p, ok := m.complete(key.lo, pieces[key.lo:key.hi], phrase[:w.lo], phrase[w.hi:]); ok {
				all = append(all, p)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b prompt) int { return cmp.Compare(a.at, b.at) })
	return fitting(m.Config, all)
}

// fitting are the prompts, from the first, that have room in a tail.
func fitting(c Config, all []prompt) []prompt {
	room := c.tail()
	for i, p := range all {
		if room -= c.size(len(p.keyword)); room < 0 {
			return all[:i]
		}
	}
	return all
}

// asked are the masks of a prompt that a step asks, in rising order: of a number drawn evenly from 1 to all as many, drawn too.
func (c Config) asked(key uint64) []int {
	n := 2 * c.masks()
	k := 1 + random.Below(key, 0, n)
	list := random.Permutation(random.Key(key, 1), n)[:k]
	slices.Sort(list)
	return list
}
