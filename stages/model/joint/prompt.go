package joint

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// prompt is a keyword with masks on both sides.
type prompt struct {
	at      int     // first piece of the keyword in the document
	keyword []int32 // its pieces
	right   []int32 // targets of the masks, first those before the keyword: pieces and ∅
}

// complete returns the prompt of a keyword in a phrase, with the pieces of the phrase before and after it. ok is false if
// there are more of these than masks.
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

// place returns the position of a mask in a prompt whose keyword has k pieces.
func (c Config) place(mask, k int) int {
	if mask < c.masks() {
		return mask
	}
	return mask + k
}

// write appends a prompt, with masks in place of its masks, and <sep>.
func (c Config) write(tail []int32, keyword, masks []int32) []int32 {
	n := c.masks()
	return append(append(append(append(tail, masks[:n]...), keyword...), masks[n:]...), text.Sep)
}

// size returns the number of pieces of a prompt, <sep> included.
func (c Config) size(keyword int) int { return 2*c.masks() + keyword + 1 }

// supervise returns the training prompts of a document: one for each word of each absent phrase whose stem is in the document,
// in the order of their first occurrence there, as many as fit in a tail.
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

// fitting returns the first prompts, as many as fit in a tail.
func fitting(c Config, all []prompt) []prompt {
	room := c.tail()
	for i, p := range all {
		if room -= c.size(len(p.keyword)); room < 0 {
			return all[:i]
		}
	}
	return all
}

// asked returns a random subset of the masks of a prompt, rising. Its size is uniform between 1 and all.
func (c Config) asked(key uint64) []int {
	n := 2 * c.masks()
	k := 1 + random.Below(key, 0, n)
	list := random.Permutation(random.Key(key, 1), n)[:k]
	slices.Sort(list)
	return list
}
