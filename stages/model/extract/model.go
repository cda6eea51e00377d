package extract

import "math"

// Model computes probabilities from Values. Make one with package fit or Read.
type Model struct {
	Documents int      `json:"documents"` // number of documents of the fit
	Base      float64  `json:"base"`      // log-odds of a candidate with mean values
	Weights   []Weight `json:"weights"`   // one for each of Terms, in their order
	// Unseen[k] is the share of documents with k present keyphrases that are not candidates, for choose.Best.
	Unseen []float64 `json:"unseen"`
}

// Weight is the weight of a term, which adds Weight · (value − Mean) / Scale to the log-odds.
type Weight struct {
	Term   string  `json:"term"`
	Mean   float64 `json:"mean"`
	Scale  float64 `json:"scale"` // above 0
	Weight float64 `json:"weight"`
}

// Judge sets Margin and Probability of the candidates.
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
