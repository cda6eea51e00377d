package fit

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/extract"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// thresholds returns the thresholds of the candidates of weighted documents, as m judges them.
func thresholds(m *extract.Model, documents []Document) []rank.Threshold {
	var corpus []rank.Mass
	for i := range documents {
		candidates := slices.Clone(documents[i].Candidates)
		m.Assess(candidates)
		for _, c := range candidates {
			corpus = append(corpus, rank.Mass{Probability: c.Probability, Weight: documents[i].Weight})
		}
	}
	return rank.Thresholds(corpus)
}

// judgedThresholds returns the thresholds of judgements whose log-odds are calibrated by a slope and an offset.
func judgedThresholds(all []judgement, slope, offset float64) []rank.Threshold {
	corpus := make([]rank.Mass, len(all))
	for i, j := range all {
		corpus[i] = rank.Mass{Probability: rank.Logistic(float64(slope*j.margin) + offset), Weight: 1}
	}
	return rank.Thresholds(corpus)
}
