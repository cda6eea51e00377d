package step

import (
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// Tally sums counts and losses over steps, for the training log. The zero value is
// empty. Its fields are exported for checkpoints.
type Tally struct {
	Steps     int64
	Documents int64
	Sources   int64 // source tokens
	Tokens    int64 // target tokens after re-assignment, masked slots included: the normaliser
	Slots     int64
	Null      int64 // slots with the target ∅, after re-assignment; none of them masked
	Potential int64 // slots that took over a target
	Masked    int64 // slots without supervision
	OtherHalf int64 // of these, slots whose only target is of the other half

	Loss   float64 // not normalised
	Lambda float64 // λ_adp, summed over documents
	Norm   float64 // of the gradient before clipping, summed over steps
}

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.Steps, t.Documents = t.Steps+o.Steps, t.Documents+o.Documents
	t.Sources, t.Tokens = t.Sources+o.Sources, t.Tokens+o.Tokens
	t.Slots, t.Null = t.Slots+o.Slots, t.Null+o.Null
	t.Potential, t.Masked, t.OtherHalf = t.Potential+o.Potential, t.Masked+o.Masked, t.OtherHalf+o.OtherHalf
	t.Loss, t.Lambda, t.Norm = t.Loss+o.Loss, t.Lambda+o.Lambda, t.Norm+o.Norm
}

// Share returns a/b, 0 if b is 0.
func Share(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// tally counts a batch whose targets are fixed.
func (b Batch) tally(sum float64, norm int) Tally {
	n := int64(len(b.IDs))
	return Tally{Steps: 1, Documents: n, Sources: int64(len(b.Docs.Source)), Tokens: int64(norm), Slots: int64(b.Targets), Loss: sum, Lambda: float64(n)}
}

// supervised counts the slots of a document.
func (t *Tally) supervised(s wr.Supervision) {
	t.Slots += int64(len(s.Targets))
	t.OtherHalf += int64(s.OtherHalf)
	for i, k := range s.Kinds {
		switch {
		case k == wr.Unimportant:
			t.Masked++
		case assign.IsNull(s.Targets[i]):
			t.Null++
		}
		if k == wr.Potential {
			t.Potential++
		}
	}
}
