package step

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// purposeDraw keeps the keys of random targets apart from those of package
// batch.
const purposeDraw = 3

// Supervise decides the supervision of every document of the batch: the slots
// predict K tokens with and without ∅, targets are matched and re-assigned.
// occasion, a different number for each step or check, keys random draws.
// Predictions that are not finite are a DivergedError.
func Supervise[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], memory *slots.Memory[T], b Batch, occasion uint64) ([]wr.Supervision, error) {
	rolled, err := roll(o, w, m, memory, b)
	if err != nil {
		return nil, predicted(o, w, m, b, err)
	}
	all := make([]wr.Supervision, len(b.Fixed))
	for d := range b.Fixed {
		seen := rolled.observed(d)
		key := random.Key(o.Seed, purposeDraw, occasion, uint64(d))
		seen.Draw = func(slot, n int) int { return random.Below(key, uint64(slot), n) }
		all[d] = o.Reassign.Apply(seen)
	}
	return all, nil
}

// unmoved returns the supervision of targets in gold order.
func unmoved(b Batch) []wr.Supervision {
	all := make([]wr.Supervision, len(b.Fixed))
	for d, f := range b.Fixed {
		all[d] = wr.Supervision{Targets: f.Targets, Present: f.Present, Masked: make([]bool, len(f.Targets))}
	}
	return all
}

// rollout has the predictions of the slots of a batch.
type rollout[T kernel.Float] struct {
	*slots.Outputs[T]
	o       Objective
	b       Batch
	queries [][]int32
}

func roll[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], memory *slots.Memory[T], b Batch) (r rollout[T], err error) {
	r = rollout[T]{o: o, b: b, queries: make([][]int32, len(b.Fixed))}
	for d, f := range b.Fixed {
		r.queries[d] = f.Queries(o.Steps)
	}
	r.Outputs, err = m.Greedy(w, memory, slots.GreedyOptions{Length: o.Steps, RunOn: true, Queries: r.queries, Vanilla: o.Reassign == wr.Off})
	return r, err
}

// probability returns the probabilities of the vanilla predictions of document d.
func (r rollout[T]) probability(d int) assign.Probability[T] {
	return func(row, step int, id int32) T {
		query, _ := slices.BinarySearch(r.queries[d], id)
		return r.Vanilla[d][r.slot(d, row)].Asked[step][query]
	}
}

func (r rollout[T]) slot(d, row int) int { return r.o.Slots.Slot(r.b.Fixed[d], row) }

// observed matches the targets of document d and collects the predictions of its slots.
func (r rollout[T]) observed(d int) wr.Observed {
	f := r.b.Fixed[d]
	seen := wr.Observed{Targets: f, Column: assign.Match(f, r.o.Steps, r.probability(d))}
	if r.o.Reassign == wr.Off {
		return seen
	}
	for row := range f.Targets {
		slot := r.slot(d, row)
		seen.Vanilla = append(seen.Vanilla, r.Vanilla[d][slot].Tokens)
		seen.NonNull = append(seen.NonNull, r.NonNull[d][slot].Tokens)
	}
	return seen
}
