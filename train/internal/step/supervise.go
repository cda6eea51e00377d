package step

import (
	"slices"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/settrans"
	"wrone2set/train/internal/assign"
	"wrone2set/train/internal/random"
	"wrone2set/train/internal/wr"
)

// purposeDraw keeps the keys of random targets apart from those of package
// batch.
const purposeDraw = 3

// Supervise decides the supervision of every document of the batch: the slots
// predict K tokens with and without ∅, targets are matched and re-assigned.
// occasion keys random draws: one number for each step or check.
func Supervise[T kernel.Float](o Objective, w *kernel.Workers, m *settrans.Model[T], memory *settrans.Memory[T], b Batch, occasion uint64) ([]wr.Supervision, error) {
	queries := make([][]int32, len(b.Fixed))
	for d, f := range b.Fixed {
		queries[d] = f.Queries(o.Steps)
	}
	rolled, err := m.Rollout(w, memory, settrans.RolloutOptions{Steps: o.Steps, Queries: queries, Vanilla: o.Reading == wr.Off})
	if err != nil {
		return nil, err
	}
	all := make([]wr.Supervision, len(b.Fixed))
	for d, f := range b.Fixed {
		p := func(row, step int, id int32) T {
			query, _ := slices.BinarySearch(queries[d], id)
			return rolled.Probability(d, o.Layout.Slot(f, row), step, query)
		}
		seen := wr.Observed{Targets: f, Column: assign.Match(f, o.Steps, p)}
		if o.Reading != wr.Off {
			for row := range f.Targets {
				slot := o.Layout.Slot(f, row)
				seen.Vanilla = append(seen.Vanilla, rolled.VanillaTokens(d, slot))
				seen.NonNull = append(seen.NonNull, rolled.NonNullTokens(d, slot))
			}
		}
		key := random.Key(o.Seed, purposeDraw, occasion, uint64(d))
		seen.Draw = func(slot, n int) int { return random.Below(key, uint64(slot), n) }
		all[d] = o.Reading.Apply(seen)
	}
	return all, nil
}
