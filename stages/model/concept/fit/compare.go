package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// compared is the number of candidates by which rankers are compared.
const compared = 5

// F1 returns, for each example, F1 of the five candidates to which a choice gives the highest margins.
func F1(c *concept.Ranker, examples []Example) []float64 {
	var margins []float64
	for _, e := range examples {
		margins = append(margins, c.Margins(e.Candidates)...)
	}
	return f1s(examples, margins)
}

// f1s is F1 by the margins of all candidates of all examples.
func f1s(examples []Example, margins []float64) (all []float64) {
	for _, e := range examples {
		all = append(all, e.f1(margins[:len(e.Candidates)]))
		margins = margins[len(e.Candidates):]
	}
	return all
}

// f1 returns F1 of the best candidates; 0 if none is right.
func (e Example) f1(margins []float64) float64 {
	order := make([]int, len(margins))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(margins[b], margins[a]), a-b) })
	best, right, gold := min(compared, len(order)), 0, e.Missed
	for rank, i := range order {
		if e.Right[i] {
			gold++
			if rank < best {
				right++
			}
		}
	}
	if right == 0 {
		return 0
	}
	return 2 * float64(right) / float64(best+gold)
}

// Beats reports whether the mean of one measure of the same documents is higher than that of another by more than its standard
// error: of few documents a smaller difference is chance.
func Beats(one, other []float64) bool {
	n := float64(len(one))
	sum, squares := 0., 0.
	for i, v := range one {
		d := v - other[i]
		sum += d
		squares += float64(d * d)
	}
	mean := sum / n
	variance := max(0, squares/n-float64(mean*mean))
	return mean > math.Sqrt(variance/max(1, n-1))
}

// Mean returns the mean of a measure, 0 of no documents.
func Mean(all []float64) (mean float64) {
	for _, v := range all {
		mean += v / float64(len(all))
	}
	return mean
}
