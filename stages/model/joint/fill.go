package joint

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// rounds is the number of rounds of mask-predict: the first predicts all masks, the others the least probable ones again.
const rounds = 3

// candidate is a keyword with its prompt.
type candidate[T kernel.Float] struct {
	prompt
	word word
	sure T // probability that it is a keyword

	said   []int32 // predicted pieces, one per mask
	chance []T     // their probabilities
	asked  []int   // masks that the next round predicts
}

// candidates returns the most probable keywords of document d that fit in a tail, in the order of the text. A stem with
// several occurrences has the position of the first and the probability of the most probable.
func (r *reading[T]) candidates(d int) ([]candidate[T], error) {
	answers, sure, err := r.ask(d, keywords)
	if err != nil {
		return nil, err
	}
	var all []candidate[T]
	for i, w := range r.words[d] {
		if answers[i] == outside {
			continue
		}
		k := slices.IndexFunc(all, func(c candidate[T]) bool { return c.word.stem == w.stem })
		if k >= 0 {
			all[k].sure = max(all[k].sure, sure[i])
			continue
		}
		all = append(all, candidate[T]{prompt: prompt{at: w.lo, keyword: r.texts[d][w.lo:w.hi]}, word: w, sure: sure[i]})
	}
	slices.SortStableFunc(all, func(a, b candidate[T]) int { return cmp.Or(cmp.Compare(b.sure, a.sure), cmp.Compare(a.at, b.at)) })
	list := make([]prompt, len(all))
	for i := range all {
		list[i] = all[i].prompt
	}
	all = all[:len(fitting(r.Config, list))]
	slices.SortFunc(all, func(a, b candidate[T]) int { return cmp.Compare(a.at, b.at) })
	return all, nil
}

// prompt completes keywords to phrases: mask-predict on the prompts of all documents together.
func (r *reading[T]) prompt() error {
	all := make([][]candidate[T], len(r.texts))
	n := 2 * r.masks()
	for d := range all {
		found, err := r.candidates(d)
		if err != nil {
			return err
		}
		for i := range found {
			c := &found[i]
			c.said, c.chance = make([]int32, n), make([]T, n)
			for k := range n {
				c.asked = append(c.asked, k)
			}
		}
		all[d] = found
	}
	for round := 1; round <= rounds; round++ {
		if err := r.round(all); err != nil {
			return err
		}
		for d := range all {
			for i := range all[d] {
				all[d][i].again(again(n, round))
			}
		}
	}
	for d := range all {
		for _, c := range all[d] {
			r.finish(d, c)
		}
	}
	return nil
}

// again returns how many of n masks are predicted again after a round (from 1).
func again(n, round int) int { return n * (rounds - round) / rounds }

// again selects the n least probable masks for the next round, the first of equals.
func (c *candidate[T]) again(n int) {
	c.asked = c.asked[:0]
	for k := range c.chance {
		c.asked = append(c.asked, k)
	}
	slices.SortStableFunc(c.asked, func(a, b int) int { return cmp.Compare(c.chance[a], c.chance[b]) })
	c.asked = c.asked[:n]
	slices.Sort(c.asked)
}

// round predicts the selected masks of all candidates.
func (r *reading[T]) round(all [][]candidate[T]) error {
	var runs []bert.Run
	type place struct{ d, i, k, row int }
	var places []place
	rows := 0
	for d := range all {
		var tail []int32
		for i, c := range all[d] {
			shown := slices.Clone(c.said)
			for _, k := range c.asked {
				shown[k] = r.Mask
				places = append(places, place{d, i, k, rows + len(tail) + r.place(k, len(c.keyword))})
			}
			tail = r.write(tail, c.keyword, shown)
		}
		if len(tail) > 0 {
			runs = append(runs, bert.Run{Doc: d, Pieces: tail, Type: 1})
			rows += len(tail)
			r.reader.Back(d, len(r.texts[d]))
		}
	}
	if len(places) == 0 {
		return nil
	}
	x, err := r.read(runs)
	if err != nil {
		return err
	}
	width := r.Encoder.Width
	ask := make([]T, 0, len(places)*width)
	for _, p := range places {
		ask = append(ask, x.generation[p.row*width:(p.row+1)*width]...)
	}
	// Any document serves for writes: [CLS] and [SEP] are the same in all.
	ids, sure, err := r.choose(ask, len(places), func(id int32) bool { return r.writes(places[0].d, id, text.Null) })
	if err != nil {
		return err
	}
	for j, p := range places {
		c := &all[p.d][p.i]
		c.said[p.k], c.chance[p.k] = ids[j], sure[j]
	}
	return nil
}

// finish adds the phrase of a prompt, which extends from the keyword on both sides to the first ∅. A keyword alone is not a
// phrase.
func (r *reading[T]) finish(d int, c candidate[T]) {
	n := r.masks()
	lo, hi := n, n
	for lo > 0 && c.said[lo-1] != text.Null {
		lo--
	}
	for hi < 2*n && c.said[hi] != text.Null {
		hi++
	}
	if lo == hi {
		return
	}
	var p phrase.Output[T]
	for k := lo; k < n; k++ {
		p.Add(c.said[k], c.chance[k], 0)
	}
	addWord(&p, r.texts[d], c.word, c.sure)
	for k := n; k < hi; k++ {
		p.Add(c.said[k], c.chance[k], 0)
	}
	r.add(d, p)
}
