package extract

import "math"

// Model turns features into probabilities. Make one with package fit or Read.
type Model struct {
	Documents int     `json:"documents"` // that it was fitted on
	Base      float64 `json:"base"`      // log-odds before any tree
	Trees     []Tree  `json:"trees"`
	// Unseen[k] is the share of documents with k keyphrases that are no candidate, for choose.Best.
	Unseen []float64 `json:"unseen"`
}

// Tree asks every candidate the same questions, one after another; the answers are the digits of the leaf's number, the first
// the highest.
type Tree struct {
	Questions []Question `json:"questions"`
	Leaves    []float64  `json:"leaves"` // added to the log-odds; two to the power of the questions
}

// Question is whether a feature is above a number.
type Question struct {
	Feature int     `json:"feature"` // of Names
	Above   float64 `json:"above"`
}

// Leaf is what the tree adds for a candidate.
func (t *Tree) Leaf(f *Features) float64 {
	leaf := 0
	for _, q := range t.Questions {
		leaf *= 2
		if f[q.Feature] > q.Above {
			leaf++
		}
	}
	return t.Leaves[leaf]
}

// Judge sets Margin and Probability of candidates.
func (m *Model) Judge(candidates []Candidate) {
	for i := range candidates {
		c := &candidates[i]
		c.Margin = m.Base
		for k := range m.Trees {
			c.Margin += m.Trees[k].Leaf(&c.Features)
		}
		c.Probability = 1 / (1 + math.Exp(-c.Margin))
	}
}
