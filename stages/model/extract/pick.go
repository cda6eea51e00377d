package extract

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// Pick returns the judged candidates that a mode chooses, best first. Precision takes as many of a document as have that mean
// probability. Slots is taken for BestF1: there are none.
func (m *Model) Pick(mode choose.Mode, judged []Candidate) []Candidate {
	ranked := slices.Clone(judged)
	slices.SortStableFunc(ranked, func(a, b Candidate) int { return cmp.Compare(b.Margin, a.Margin) })
	p := make([]float64, len(ranked))
	for i := range ranked {
		p[i] = ranked[i].Probability
	}
	n := 0
	switch mode.Rule {
	case choose.Top:
		n = min(mode.Top, len(p))
	case choose.Probability:
		n = atLeast(p, mode.Value)
	case choose.Precision:
		sum := 0.
		for n < len(p) && sum+p[n] >= mode.Value*float64(n+1) {
			sum += p[n]
			n++
		}
	default:
		n, _ = choose.Best(p, m.Unseen)
	}
	return ranked[:min(n, atLeast(p, mode.Least))]
}

// atLeast is how many probabilities, falling, are not below a number.
func atLeast(p []float64, least float64) (n int) {
	for n < len(p) && p[n] >= least {
		n++
	}
	return n
}
