package fallback

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Pick returns the judged candidates that a rule chooses, best first. All are present, so Top and Total are one. Slots is
// treated as BestF1, since there are no slots.
func (m *Ranker) Pick(rule rank.Rule, judged []Candidate) []Candidate {
	ranked := slices.Clone(judged)
	slices.SortStableFunc(ranked, func(a, b Candidate) int { return cmp.Compare(b.Margin, a.Margin) })
	if rule.Distinct {
		ranked = distinct(ranked)
	}
	falling := make([]float64, len(ranked))
	for i := range ranked {
		falling[i] = ranked[i].Probability
	}
	return ranked[:rule.Pick(falling, m.Unseen, m.Thresholds)]
}

// distinct leaves out the candidates that stand inside a better one.
func distinct(ranked []Candidate) []Candidate {
	var inside rank.Inner
	kept := ranked[:0]
	for i, c := range ranked {
		if i < rank.MostDistinct {
			if inside.Has(c.Stems) {
				continue
			}
			inside.Add(c.Stems)
		}
		kept = append(kept, c)
	}
	return kept
}
