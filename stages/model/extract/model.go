package extract

import "math"

// Model turns values into probabilities. Make one with package fit or Read.
type Model struct {
	Documents int      `json:"documents"` // that it was fitted on
	Base      float64  `json:"base"`      // log-odds of a candidate of mean values
	Weights   []Weight `json:"weights"`   // one for each of Terms, in their order
	// Unseen[k] is the share of documents with k keyphrases in their text that are no candidate, for choose.Best.
	Unseen []float64 `json:"unseen"`
}

// Weight of a term: Weight · (value − Mean) / Scale is added to the log-odds.
type Weight struct {
	Term   string  `json:"term"`
	Mean   float64 `json:"mean"`
	Scale  float64 `json:"scale"` // above 0
	Weight float64 `json:"weight"`
}

// Judge sets Margin and Probability of candidates.
func (m *Model) Judge(candidates []Candidate) {
	for i := range candidates {
		c := &candidates[i]
		c.Margin = m.Base
		for k, w := range m.Weights {
			c.Margin += w.Weight * ((c.Values[k] - w.Mean) / w.Scale)
		}
		c.Probability = 1 / (1 + math.Exp(-c.Margin))
	}
}
