package wr

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// paper re-assigns as in section 5.2 of the paper. choose returns the row of the
// target that a slot of C_p takes, given the rows [lo, hi) of its half and the
// first of them that agrees.
func paper(s *Supervision, o Observed, choose func(o Observed, slot, lo, hi, first int) int) {
	for i, kind := range s.Kinds {
		if kind != Null {
			continue
		}
		fresh := spoken(o.NonNull[i])
		agrees := func(target []int32) bool {
			return !assign.IsNull(target) && slices.Equal(fresh, begin(target, len(o.NonNull[i])))
		}
		lo, hi := o.Targets.Half(i)
		own := slices.IndexFunc(o.Targets.Targets[lo:hi], agrees)
		switch {
		case own < 0 && !slices.ContainsFunc(o.Targets.Targets, agrees):
		case slices.ContainsFunc(o.Vanilla, func(y []int32) bool { return slices.Equal(fresh, spoken(y)) }):
			s.mask(i)
		case own < 0:
			s.mask(i)
			s.OtherHalf++
		default:
			s.take(i, o.Targets.Targets[choose(o, i, lo, hi, lo+own)])
		}
	}
}

// spoken returns a prediction up to and including its first <eos>.
func spoken(y []int32) []int32 {
	if end := slices.Index(y, text.Eos); end >= 0 {
		return y[:end+1]
	}
	return y
}

// begin returns the first k tokens of a target up to and including an <eos>.
func begin(target []int32, k int) []int32 { return spoken(target[:min(k, len(target))]) }

// bestMatched is the choice of the paper: the agreeing target. All that agree have
// the same match score, so it is the first.
func bestMatched(_ Observed, _, _, _, first int) int { return first }

// drawn is the choice of the ablation Rand-Assign: any keyphrase of the half.
func drawn(o Observed, slot, lo, hi, _ int) int {
	n := 0
	for lo+n < hi && !assign.IsNull(o.Targets.Targets[lo+n]) {
		n++
	}
	return lo + o.Draw(slot, n)
}
