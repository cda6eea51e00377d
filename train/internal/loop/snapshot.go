package loop

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/step"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// watch reads the documents of the snapshots.
func (r *Training) watch() error {
	if r.SnapshotEvery == 0 {
		return nil
	}
	first := batch.Plan{Documents: min(r.Snapshot, r.Train.Len()), Size: r.BatchSize}
	for _, numbers := range first.InOrder() {
		b, err := read(r.Method, r.Train, numbers...)
		if err != nil {
			return err
		}
		r.watched = append(r.watched, b)
	}
	return nil
}

// snapshot records, if it is due, the targets that the slots of the watched documents
// would be trained on now. A slot without supervision has no row.
func (r *Training) snapshot() error {
	if r.SnapshotEvery == 0 || r.state.Step%r.SnapshotEvery != 0 {
		return nil
	}
	l, ok := r.Method.(*step.Learner[float32])
	if !ok {
		return errors.New("snapshots show the targets of slots, and the network has none")
	}
	for i, b := range r.watched {
		all, err := l.Assigned(b, snapshotOccasion+uint64(i))
		if err != nil {
			return fmt.Errorf("snapshot after step %d: %w", r.state.Step, err)
		}
		for d, s := range all {
			for row, target := range s.Targets {
				if s.Kinds[row] == wr.Unimportant {
					continue
				}
				r.state.Assignments = append(r.state.Assignments, schemas.Assignment{
					Snapshot: r.state.Step, Document: b.IDs[d], Slot: int32(l.Slots.Slot(b.Fixed[d], row)),
					Target: r.words(target, b.OOV[d], l.Vocab),
				})
			}
		}
	}
	return nil
}

// snapshotOccasion is the first occasion number of snapshots; see validOccasion.
const snapshotOccasion = 1 << 61

// words spells a target; ∅ has none.
func (r *Training) words(target []int32, own []string, vocab int) (words []string) {
	if assign.IsNull(target) {
		return nil
	}
	for _, id := range target {
		switch k := int(id) - vocab; {
		case id == text.Eos:
		case k >= 0:
			words = append(words, own[k])
		default:
			words = append(words, r.Word(id))
		}
	}
	return words
}
