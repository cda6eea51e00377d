package settrans

import (
	"errors"
	"slices"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/text"
)

// GreedyBoth is Greedy freely and Greedy with ForbidNull, bit for bit, in one pass. Both write the same words until a
// slot says ∅: up to there a step is computed once and is part of both, whether ∅ comes at the first step or later. From
// there on the free one has ended, and the same row of the decoder writes on with the best word but ∅, which is the
// forced one's. So a pass costs what the forced one alone does. Slots that never said ∅ share their slices between the
// results. ForbidNull and RunOn are not for it. With a Floor the forced phrases of slots that said ∅ may be cut.
func (m *Model[T]) GreedyBoth(w *kernel.Workers, memory *Memory[T], o GreedyOptions) (free, forced [][]Written[T], err error) {
	if o.ForbidNull || o.RunOn || (o.Script == nil) != (o.Forced == nil) {
		return nil, nil, errors.New("settrans: greedy: both ways at once take neither ForbidNull nor RunOn, and two scripts or none")
	}
	free, forced = m.written(memory), m.written(memory)
	err = m.writeAll(w, memory, o, func(d *Decoder[T], i, step int) (int32, bool) {
		row := d.Rows()[i]
		a, b := &free[row.Doc][row.Slot], &forced[row.Doc][row.Slot]
		id := b.writeBoth(a, d, i, o, step)
		silent := a.Tokens != nil && b.product() < o.Floor
		return id, id != text.Eos && !silent
	})
	if err != nil {
		return nil, nil, err
	}
	for b := range free {
		for n := range free[b] {
			if free[b][n].Tokens == nil {
				free[b][n] = forced[b][n]
			}
		}
	}
	return free, forced, nil
}

// writeBoth adds to s the best word but ∅ of row i of the decoder. Where ∅ is better, and has not been before, free
// becomes what s was, and ∅.
func (s *Written[T]) writeBoth(free *Written[T], d *Decoder[T], i int, o GreedyOptions, step int) int32 {
	if len(s.Tokens) == 0 {
		s.Null = d.Null(i)
	}
	best, p := d.Best(i)
	attended := int32(kernel.ArgMax(d.Copy(i)))
	if free.Tokens == nil {
		id, q := d.orNull(i, best, p)
		if o.Script != nil {
			id = o.Script(d.Rows()[i].Doc, d.Rows()[i].Slot, step)
			best = id
		}
		if id == text.Null {
			*free = Written[T]{slices.Clone(s.Tokens), slices.Clone(s.Scores), slices.Clone(s.Attended), s.Null}
			free.add(id, q, attended)
		}
	}
	if o.Forced != nil && free.Tokens != nil {
		best = o.Forced(d.Rows()[i].Doc, d.Rows()[i].Slot, step)
	}
	s.add(best, p, attended)
	return best
}

// product is that of the probabilities, in float64 and in their order.
func (s *Written[T]) product() float64 {
	p := 1.
	for _, q := range s.Scores {
		p *= float64(q)
	}
	return p
}
