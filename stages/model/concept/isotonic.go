package concept

import (
	"cmp"
	"slices"
)

// leastGroup is the least number of candidates of a step.
const leastGroup = 40

// isotonic returns the rising step function closest to the outcomes (pool adjacent violators: Ayer et al., Annals of
// Mathematical Statistics 26(4), 1955), over groups of at least leastGroup candidates by rising margin.
func isotonic(margins []float64, rows []row) (steps []Step) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(margins[a], margins[b]), a-b) })
	type pool struct {
		n, right float64
		upTo     float64
	}
	var pools []pool
	for lo := 0; lo < len(order); {
		hi := min(lo+leastGroup, len(order))
		if len(order)-hi < leastGroup {
			hi = len(order)
		}
		for hi < len(order) && margins[order[hi]] == margins[order[hi-1]] {
			hi++
		}
		p := pool{n: float64(hi - lo), upTo: margins[order[hi-1]]}
		for _, i := range order[lo:hi] {
			if rows[i].right {
				p.right++
			}
		}
		pools = append(pools, p)
		for n := len(pools); n > 1 && pools[n-2].right*pools[n-1].n >= pools[n-1].right*pools[n-2].n; n = len(pools) {
			pools[n-2] = pool{pools[n-2].n + pools[n-1].n, pools[n-2].right + pools[n-1].right, pools[n-1].upTo}
			pools = pools[:n-1]
		}
		lo = hi
	}
	for _, p := range pools {
		steps = append(steps, Step{p.upTo, p.right / p.n})
	}
	return steps
}
