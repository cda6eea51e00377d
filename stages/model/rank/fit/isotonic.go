package fit

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// leastGroup is the smallest number of candidates in a step of the isotonic regression: among fewer the share of right ones
// is mostly chance, and would be 0 or 1 at the ends.
const leastGroup = 50

// judgement is the probability given to a candidate, and the outcome.
type judgement struct {
	probability float64
	right       bool
}

// isotonic returns the rising step function closest to the outcomes (pool adjacent violators: Ayer et al., Annals of
// Mathematical Statistics 26(4), 1955). It groups at least leastGroup candidates by rising probability and never separates
// equal probabilities.
func isotonic(judged []judgement) []rank.Step {
	order := slices.Clone(judged)
	slices.SortStableFunc(order, func(a, b judgement) int { return cmp.Compare(a.probability, b.probability) })
	var pools []pool
	for lo := 0; lo < len(order); {
		hi := min(lo+leastGroup, len(order))
		if len(order)-hi < leastGroup {
			hi = len(order)
		}
		for hi < len(order) && order[hi].probability == order[hi-1].probability {
			hi++
		}
		pools = append(pools, newPool(order[lo:hi]))
		for n := len(pools); n > 1 && pools[n-2].share() >= pools[n-1].share(); n = len(pools) {
			pools[n-2].n += pools[n-1].n
			pools[n-2].right += pools[n-1].right
			pools[n-2].upTo = pools[n-1].upTo
			pools = pools[:n-1]
		}
		lo = hi
	}
	steps := make([]rank.Step, len(pools))
	for i, p := range pools {
		steps[i] = rank.Step{UpTo: p.upTo, Probability: p.share()}
	}
	return steps
}

// pool is a run of candidates with one probability.
type pool struct {
	n, right int
	upTo     float64
}

func newPool(of []judgement) pool {
	p := pool{n: len(of), upTo: of[len(of)-1].probability}
	for _, j := range of {
		if j.right {
			p.right++
		}
	}
	return p
}

func (p pool) share() float64 { return float64(p.right) / float64(p.n) }
