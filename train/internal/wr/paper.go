package wr

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// paper re-assigns as in section 5.2 of the paper: a slot of C_p takes the target of its half that agrees. All that agree have the same
// match score, so it is the first. With random, the ablation Rand-Assign, it takes any keyphrase of its half.
func paper(s *Supervision, o Observed, random bool) {
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
		case random:
			n := slices.IndexFunc(append(o.Targets.Targets[lo:hi:hi], []int32{text.Null}), assign.IsNull) // of keyphrases, which come first
			s.take(i, o.Targets.Targets[lo+o.Draw(i, n)])
		default:
			s.take(i, o.Targets.Targets[lo+own])
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
