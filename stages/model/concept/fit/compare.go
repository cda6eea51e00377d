package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// compared is the number of candidates by which choices are compared.
const compared = 10

// NDCG returns, for each example, nDCG of the ten candidates to which a choice gives the highest margins. It differs less between
// documents than F1 of the first few, so that fewer documents tell two choices apart.
func NDCG(c *concept.Ranker, examples []Example) []float64 {
	var margins []float64
	for _, e := range examples {
		margins = append(margins, c.Margins(e.Candidates)...)
	}
	return ndcgs(examples, margins)
}

// ndcgs is nDCG by the margins of all candidates of all examples.
func ndcgs(examples []Example, margins []float64) (all []float64) {
	for _, e := range examples {
		all = append(all, e.ndcg(margins[:len(e.Candidates)]))
		margins = margins[len(e.Candidates):]
	}
	return all
}

// ndcg returns nDCG of the best candidates; 0 without any concept.
func (e Example) ndcg(margins []float64) float64 {
	order, gold := make([]int, len(margins)), e.Missed
	for i := range order {
		if order[i] = i; e.Right[i] {
			gold++
		}
	}
	if gold == 0 {
		return 0
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(margins[b], margins[a]), a-b) })
	got, ideal := 0., 0.
	for rank := range compared {
		worth := 1 / math.Log2(float64(rank+2))
		if rank < len(order) && e.Right[order[rank]] {
			got += worth
		}
		if rank < gold {
			ideal += worth
		}
	}
	return got / ideal
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
