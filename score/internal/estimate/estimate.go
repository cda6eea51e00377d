// Package estimate measures the over-estimation of ∅, which WR-One2Set was made to reduce (Xie et al., EMNLP 2022,
// sections 4 and 6.4).
//
// A slot over-estimates ∅ if it answers ∅ although the phrase it writes with ∅ forbidden is right. The measure is the
// number of such slots over the number of slots whose phrase without ∅ is right. A phrase is right if it has the
// stems of any target of the document, whichever half of the slots it comes from.
package estimate

import (
	"fmt"
	"iter"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// Most is the last entry of Over.Documents: documents with at least so many over-estimating slots share one count, as in
// the paper's table 2.
const Most = 3

// Half counts one half of the slots: those for present or those for absent phrases.
type Half struct {
	Slots   int64 // slots counted
	Null    int64 // of Slots: answered ∅
	Correct int64 // of Slots: right with ∅ forbidden
	Over    int64 // of Correct: answered ∅
}

// Share returns the over-estimation in [0, 1], 0 if no slot is right.
func (h Half) Share() float64 { return metric.Quotient(float64(h.Over), float64(h.Correct)) }

// NullShare returns the share of slots that answered ∅.
func (h Half) NullShare() float64 { return metric.Quotient(float64(h.Null), float64(h.Slots)) }

// Over sums slots over documents.
type Over struct {
	Present, Absent Half
	Documents       [Most + 1]int64 // by number of over-estimating slots; the last entry counts Most or more

	slots int // slots per document; 0 before the first
}

// Both returns the sums of the two halves.
func (o *Over) Both() Half {
	p, a := o.Present, o.Absent
	return Half{p.Slots + a.Slots, p.Null + a.Null, p.Correct + a.Correct, p.Over + a.Over}
}

// Halves yields the halves and their sums by name: present, absent, all.
func (o *Over) Halves() iter.Seq2[string, Half] {
	return func(yield func(string, Half) bool) {
		_ = yield("present", o.Present) && yield("absent", o.Absent) && yield("all", o.Both())
	}
}

// Check returns an error unless the rows of a document are slots 0, 1 … N-1 in order, N is even and the same in every
// document.
func (o *Over) Check(rows []schemas.Slot) error {
	for i := range rows {
		if int(rows[i].Slot) != i {
			return fmt.Errorf("slot %d is in the place of slot %d", rows[i].Slot, i)
		}
	}
	if o.slots == 0 {
		o.slots = len(rows)
	}
	if len(rows) == 0 || len(rows)%2 != 0 || len(rows) != o.slots {
		return fmt.Errorf("%d slots: want the same even number in every document, %d so far", len(rows), o.slots)
	}
	return nil
}

// Add adds a document that passed Check. correct tells, per slot, whether its phrase without ∅ is right.
func (o *Over) Add(rows []schemas.Slot, correct []bool) {
	over := 0
	for i := range rows {
		h := &o.Present
		if i >= len(rows)/2 {
			h = &o.Absent
		}
		null := Null(&rows[i])
		h.Slots++
		if null {
			h.Null++
		}
		if correct[i] {
			h.Correct++
		}
		if null && correct[i] {
			h.Over++
			over++
		}
	}
	o.Documents[min(over, Most)]++
}

// Null reports whether the slot answered ∅. A slot that ended at once has no phrase either, but there another token
// was likelier than ∅, and the phrase has no probability.
func Null(s *schemas.Slot) bool {
	ended := s.VanillaProbability == 0 && s.FirstProbability > s.NullProbability
	return len(s.Vanilla) == 0 && !ended
}
