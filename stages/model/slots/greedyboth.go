package slots

import (
	"errors"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// GreedyOutputs is Greedy freely and Greedy with ForbidNull, bit for bit, in one pass. Both write the same words until a
// slot says ∅: up to there a step is computed once and is part of both, whether ∅ comes at the first step or later. From
// there on the free one has ended, and the same row of the decoder writes on with the best word but ∅, which is the
// forced one's. So a pass costs what the forced one alone does. Slots that never said ∅ share their slices between the
// results. ForbidNull and RunOn are not for it. With a Floor the forced phrases of slots that said ∅ may be cut.
//
// With Branching slots also write alternatives to their own words.
func (m *Model[T]) GreedyOutputs(w *kernel.Workers, memory *Memory[T], o GreedyOptions) (*Outputs[T], error) {
	if o.ForbidNull || o.RunOn || (o.Script == nil) != (o.NonNull == nil) {
		return nil, errors.New("slots: greedy: both ways at once take neither ForbidNull nor RunOn, and two scripts or none")
	}
	n := memory.Docs.Len()
	both := &Outputs[T]{Vanilla: m.written(memory), NonNull: m.written(memory), Alternatives: make([][]Alternative[T], n), Chances: make([][]Chance, n)}
	branches := newBranches(both, o)
	err := m.writeAll(w, memory, o, branches.fork, func(d *Decoder[T], i, step int) (int32, bool) {
		row := d.Rows()[i]
		s := both.written(row)
		if row.Other > 0 {
			id, p := d.Best(i)
			s.Add(id, p, d.Attended(i))
			return id, id != text.Eos && s.product() >= o.Floor
		}
		free := &both.Vanilla[row.Doc][row.Slot]
		id := s.writeBoth(free, d, i, o, step)
		silent := free.Tokens != nil && s.product() < o.Floor
		return id, id != text.Eos && (o.Whole || !silent)
	})
	if err != nil {
		return nil, err
	}
	for b := range both.Vanilla {
		for n := range both.Vanilla[b] {
			if both.Vanilla[b][n].Tokens == nil {
				both.Vanilla[b][n] = both.NonNull[b][n]
			}
		}
	}
	return both, nil
}

// Outputs are what slots wrote with ∅ allowed and forbidden, each [B][N], and of each document the alternatives in the order
// in which they left the others.
type Outputs[T kernel.Float] struct {
	Vanilla, NonNull [][]Written[T]
	Alternatives     [][]Alternative[T]
	Chances          [][]Chance // of the words of each document, by rising id; none without Branching
}

// written is what a row of the decoder writes.
func (b *Outputs[T]) written(r Row) *Written[T] {
	if r.Other > 0 {
		return &b.Alternatives[r.Doc][r.Other-1].Written
	}
	return &b.NonNull[r.Doc][r.Slot]
}

// writeBoth adds to s the best word but ∅ of row i of the decoder. Where ∅ is better, and has not been before, free
// becomes what s was, and ∅.
func (s *Written[T]) writeBoth(free *Written[T], d *Decoder[T], i int, o GreedyOptions, step int) int32 {
	if len(s.Tokens) == 0 {
		s.Null = d.Null(i)
	}
	best, p := d.Best(i)
	attended := d.Attended(i)
	if free.Tokens == nil {
		id, q := d.orNull(i, best, p)
		if o.Script != nil {
			id = o.Script(d.Rows()[i].Doc, d.Rows()[i].Slot, step)
			best = id
		}
		if id == text.Null {
			*free = Written[T]{slices.Clone(s.Tokens), slices.Clone(s.Scores), slices.Clone(s.Attended), s.Null}
			free.Add(id, q, attended)
		}
	}
	if o.NonNull != nil && free.Tokens != nil {
		best = o.NonNull(d.Rows()[i].Doc, d.Rows()[i].Slot, step)
	}
	s.Add(best, p, attended)
	return best
}

// shown tells whether the row writes at a step, from 0, only because of GreedyOptions.Whole: before it the slot had said ∅ and
// fallen below the floor.
func (b *Outputs[T]) shown(r Row, step int, floor float64) bool {
	if r.Other > 0 || step == 0 {
		return false
	}
	free := b.Vanilla[r.Doc][r.Slot].Tokens
	return free != nil && len(free) <= step && product(b.written(r).Scores[:step]) < floor
}

// product is that of the probabilities, in float64 and in their order.
func (s *Written[T]) product() float64 { return product(s.Scores) }

func product[T kernel.Float](scores []T) float64 {
	p := 1.
	for _, q := range scores {
		p *= float64(q)
	}
	return p
}
