package fit

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// strength is λ of the penalty.
const strength = 5.

// Fit fits a model to documents. It is an error if all candidates are right, or all wrong.
func Fit(documents []Document) (*fallback.Ranker, error) {
	t := &fit.Table{Features: fallback.Terms[:]}
	var rows []*fallback.Values
	for i := range documents {
		d := &documents[i]
		for k := range d.Candidates {
			rows = append(rows, &d.Candidates[k].Values)
			t.Right, t.Document, t.Weight = append(t.Right, d.Right[k]), append(t.Document, i), append(t.Weight, d.Weight)
		}
	}
	t.Value = func(row, feature int) float64 { return rows[row][feature] }
	if !slices.Contains(t.Right, true) || !slices.Contains(t.Right, false) {
		return nil, fmt.Errorf("the %d candidates of %d documents are all right, or all wrong; a fit needs both", len(rows), len(documents))
	}
	m := &fallback.Ranker{Documents: len(documents), Judge: rank.Judge{Strength: strength, Terms: fit.Standard(t, t.Features), Unseen: unseen(documents)}}
	if err := fit.Regress(&m.Judge, t, fit.Pull{Weights: strength}); err != nil {
		return nil, err
	}
	var corpus []rank.Mass
	for i := range documents {
		candidates := slices.Clone(documents[i].Candidates)
		m.Assess(candidates)
		for _, c := range candidates {
			corpus = append(corpus, rank.Mass{Probability: c.Probability, Weight: documents[i].Weight})
		}
	}
	m.Thresholds = rank.Thresholds(corpus)
	return m, nil
}

// unseen returns the distribution over documents of the number of present keyphrases that are not candidates.
func unseen(documents []Document) []float64 {
	missed, weight := make([]int, len(documents)), make([]float64, len(documents))
	for i := range documents {
		missed[i], weight[i] = documents[i].Missed, documents[i].Weight
	}
	return fit.Unseen(missed, weight)
}
