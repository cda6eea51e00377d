package step

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// purposeDraw keeps the keys of random targets apart from those of package
// batch.
const purposeDraw = 3

// Assigned decides the supervision of every document of the batch: the slots
// predict K tokens with and without ∅, targets are matched and re-assigned.
// occasion, a different number for each step or check, keys random draws.
// Predictions that are not finite are a DivergedError.
func (l *Learner[T]) Assigned(b Batch, occasion uint64) ([]wr.Supervision, error) {
	memory, err := l.Model.Encode(l.Workers, b.Docs)
	if err != nil {
		return nil, err
	}
	defer memory.Free()
	return l.supervise(memory, b, occasion)
}

// supervise is Assigned for documents that are encoded.
func (l *Learner[T]) supervise(memory *slots.Memory[T], b Batch, occasion uint64) ([]wr.Supervision, error) {
	queries := make([][]int32, len(b.Fixed))
	for d, f := range b.Fixed {
		queries[d] = f.Queries(l.Steps)
	}
	said, err := l.Model.Greedy(l.Workers, memory, slots.GreedyOptions{Length: l.Steps, RunOn: true, Queries: queries, Vanilla: l.Reassign == wr.Off})
	if err != nil {
		return nil, l.predicted(b, err)
	}
	all := make([]wr.Supervision, len(b.Fixed))
	for d, f := range b.Fixed {
		probability := func(row, step int, id int32) T {
			query, _ := slices.BinarySearch(queries[d], id)
			return said.Vanilla[d][l.Slots.Slot(f, row)].Asked[step][query]
		}
		key := random.Key(l.Seed, purposeDraw, occasion, uint64(d))
		seen := wr.Observed{Targets: f, Column: assign.Match(f, l.Steps, probability),
			Draw: func(slot, n int) int { return random.Below(key, uint64(slot), n) }}
		for row := range f.Targets {
			if l.Reassign != wr.Off {
				slot := l.Slots.Slot(f, row)
				seen.Vanilla = append(seen.Vanilla, said.Vanilla[d][slot].Tokens)
				seen.NonNull = append(seen.NonNull, said.NonNull[d][slot].Tokens)
			}
		}
		all[d] = l.Reassign.Apply(seen)
	}
	return all, nil
}

// unmoved returns the supervision of targets in gold order.
func unmoved(b Batch) []wr.Supervision {
	all := make([]wr.Supervision, len(b.Fixed))
	for d, f := range b.Fixed {
		all[d] = wr.Supervision{Targets: f.Targets, Present: f.Present, Kinds: make([]wr.Kind, len(f.Targets))}
	}
	return all
}
