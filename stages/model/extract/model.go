package extract

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Model computes probabilities from Values. Make one with package fit or Read.
type Model struct {
	Documents int      `json:"documents"` // number of documents of the fit
	Base      float64  `json:"base"`      // log-odds of a candidate with mean values
	Weights   []Weight `json:"weights"`   // one for each of Terms, in their order; with a Lexicon, then for each of LexiconTerms
	// Unseen[k] is the share of documents with k present keyphrases that are not candidates, for rank.Best.
	Unseen []float64 `json:"unseen"`
	// Thresholds are for rank.Precision, by rising precision.
	Thresholds []rank.Threshold `json:"thresholds"`
	Lexicon    *Lexicon         `json:"lexicon,omitempty"` // of labelled documents, nil without
}

// Weight is the weight of a term, which adds Weight · (value − Mean) / Scale to the log-odds.
type Weight struct {
	Term   string  `json:"term"`
	Mean   float64 `json:"mean"`
	Scale  float64 `json:"scale"` // above 0
	Weight float64 `json:"weight"`
}

// Assess sets Margin and Probability of the candidates of a document. The conversions rule out fused multiply-adds: equal bits
// on every CPU.
func (m *Model) Assess(candidates []Candidate) {
	if m.Lexicon != nil {
		m.Lexicon.Rarities(candidates)
	}
	for i := range candidates {
		c := &candidates[i]
		c.Margin = m.Base
		for k, v := range c.Values {
			c.Margin += float64(m.Weights[k].of(v))
		}
		if m.Lexicon != nil {
			for k, v := range m.Lexicon.Values(c) {
				c.Margin += float64(m.Weights[len(Terms)+k].of(v))
			}
		}
		c.Probability = 1 / (1 + math.Exp(-c.Margin))
	}
}

// of is what a value adds to the log-odds.
func (w *Weight) of(value float64) float64 { return w.Weight * ((value - w.Mean) / w.Scale) }
