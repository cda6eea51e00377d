package slots

import (
	"errors"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// GreedyOutputs returns, bit for bit, the results of Greedy with ∅ allowed (vanilla) and with ForbidNull (non-null), from one
// pass that costs no more than the second. Both decodings write the same words until a slot chooses ∅. There the vanilla one
// ends, and the row of the decoder continues with the best word other than ∅, as the non-null one does. Slots that never
// choose ∅ share their slices between the results. ForbidNull and RunOn are errors. Floor may cut phrases of slots that chose
// ∅.
//
// With Branching, slots also write alternatives.
func (m *Model[T]) GreedyOutputs(w *kernel.Workers, memory *Memory[T], o GreedyOptions) (*Outputs[T], error) {
	if o.ForbidNull || o.RunOn || (o.Script == nil) != (o.NonNull == nil) {
		return nil, errors.New("slots: greedy: GreedyOutputs takes neither ForbidNull nor RunOn, and both scripts or none")
	}
	n := memory.Docs.Len()
	both := &Outputs[T]{Vanilla: m.written(memory), NonNull: m.written(memory), Alternatives: make([][]Alternative[T], n), Chances: make([][]Chance, n)}
	branches := newBranches(both, o)
	err := m.writeAll(w, memory, o, branches.fork, func(d *Decoder[T], i, step int) (int32, bool) {
		row := d.Rows()[i]
		s := both.written(row)
		if row.Alternative > 0 {
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

// Outputs is what slots wrote.
type Outputs[T kernel.Float] struct {
	Vanilla, NonNull [][]Written[T]     // [B][N] with ∅ allowed and forbidden
	Alternatives     [][]Alternative[T] // per document, in the order in which they branched
	Chances          [][]Chance         // per document, one per distinct word by rising id; none without Branching
}

// written returns the output that a row of the decoder extends.
func (b *Outputs[T]) written(r Row) *Written[T] {
	if r.Alternative > 0 {
		return &b.Alternatives[r.Doc][r.Alternative-1].Written
	}
	return &b.NonNull[r.Doc][r.Slot]
}

// writeBoth adds the best word other than ∅ of row i of the decoder to s. The first time that ∅ is more probable, it sets
// free to what s was before, followed by ∅.
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

// forOutput reports whether a row runs at a step (from 0) only for the file of slots (GreedyOptions.Whole): the slot had already
// chosen ∅ and fallen below the floor.
func (b *Outputs[T]) forOutput(r Row, step int, floor float64) bool {
	if r.Alternative > 0 || step == 0 {
		return false
	}
	free := b.Vanilla[r.Doc][r.Slot].Tokens
	return free != nil && len(free) <= step && product(b.written(r).Scores[:step]) < floor
}

// product multiplies the probabilities in float64 and in their order, as choose.Candidates does: both must get the same bits.
func (s *Written[T]) product() float64 { return product(s.Scores) }

func product[T kernel.Float](scores []T) float64 {
	p := 1.
	for _, q := range scores {
		p *= float64(q)
	}
	return p
}
