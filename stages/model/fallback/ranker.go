package fallback

import "github.com/wrone2set/wrone2set/stages/model/rank"

// Ranker computes probabilities from Terms and, with a Lexicon, from LexiconTerms. Make one with package fit or Read.
type Ranker struct {
	Documents int `json:"documents"` // number of documents of the fit
	rank.Judge
	// Thresholds are for rank.Precision, by rising precision.
	Thresholds []rank.Threshold `json:"thresholds"`
	Lexicon    *Lexicon         `json:"lexicon,omitempty"` // of labelled documents, nil without
}

// Assess sets Margin and Probability of the candidates of a document.
func (m *Ranker) Assess(candidates []Candidate) {
	if m.Lexicon != nil {
		m.Lexicon.Rarities(candidates)
	}
	for i := range candidates {
		c := &candidates[i]
		c.Margin = m.Margin(m.Lexicon.Features(c))
		c.Probability = m.Probability(c.Margin)
	}
}
