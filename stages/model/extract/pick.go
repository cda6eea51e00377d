package extract

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Pick returns the judged candidates that a mode chooses, best first. All are present, so Top and Total are one. Slots is
// treated as BestF1, since there are no slots.
func (m *Model) Pick(mode rank.Mode, judged []Candidate) []Candidate {
	ranked := slices.Clone(judged)
	slices.SortStableFunc(ranked, func(a, b Candidate) int { return cmp.Compare(b.Margin, a.Margin) })
	if mode.Distinct {
		ranked = distinct(ranked)
	}
	p := make([]float64, len(ranked))
	for i := range ranked {
		p[i] = ranked[i].Probability
	}
	n := 0
	switch mode.Rule {
	case rank.Top, rank.Total:
		n = min(mode.Top, len(p))
	case rank.Probability:
		n = atLeast(p, mode.Value)
	case rank.Precision:
		n = atLeast(p, rank.At(m.Thresholds, mode.Value))
	default:
		n, _ = rank.Best(p, m.Unseen)
	}
	return ranked[:min(n, atLeast(p, mode.Least))]
}

// mostDistinct is the number of best candidates among which distinct looks.
const mostDistinct = 1 << 11

// distinct leaves out the candidates that stand inside a better one.
func distinct(ranked []Candidate) []Candidate {
	var inside rank.Inner
	kept := ranked[:0]
	for i, c := range ranked {
		if i < mostDistinct {
			if inside.Has(c.Stems) {
				continue
			}
			inside.Add(c.Stems)
		}
		kept = append(kept, c)
	}
	return kept
}

// atLeast returns the number of falling probabilities that are at least least.
func atLeast(p []float64, least float64) (n int) {
	for n < len(p) && p[n] >= least {
		n++
	}
	return n
}
