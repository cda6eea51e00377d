package rank

import (
	"math"
	"sort"
)

// Judge gives candidates of one kind their probabilities, by features whose names Link is given. Package fit makes one.
type Judge struct {
	// Strength is λ of the penalty ½·λ·Σ weight² on standardised features.
	Strength float64 `json:"strength"`
	// Intercept is where the log-odds begin.
	Intercept float64 `json:"intercept"`
	Terms     []Term  `json:"features"`
	// Unwritten replaces the log-odds of the regression for candidates whose feature Gate is 0, if there is such a feature.
	Unwritten float64 `json:"unwritten,omitempty"`
	// Trees are added to the log-odds.
	Trees []Tree `json:"trees,omitempty"`
	// Steps map the probability to the calibrated one; without any it stays as it is.
	Steps []Step `json:"steps"`
	// Unseen[k] is the share of documents with k targets that are not candidates, for Best.
	Unseen []float64 `json:"unseen"`

	gate int // 1 + the index of Gate; 0: there is none
}

// Gate is the feature that is 0 for candidates that the regression is not for: it was fitted to phrases that slots wrote.
const Gate = "written"

// Term is a feature and its weight: Weight · (x − Mean) / Scale is added to the log-odds.
type Term struct {
	Feature string  `json:"name"`
	Mean    float64 `json:"mean"`
	Scale   float64 `json:"scale"` // above 0
	Weight  float64 `json:"weight"`

	index int // of the feature; see Link
}

// Step is one step of a rising function. It holds for probabilities above the previous step's UpTo up to its own; the last
// step holds for all above too.
type Step struct {
	UpTo        float64 `json:"up_to"`
	Probability float64 `json:"probability"`
}

// Margin returns the log-odds that a candidate with these features is right, before Steps: those of Regression plus the
// leaves of Trees.
func (j *Judge) Margin(features []float64) float64 {
	regression := j.Regression(features)
	z := regression
	for i := range j.Trees {
		z += j.Trees[i].leaf(features, regression)
	}
	return z
}

// Regression returns the log-odds of the logistic regression, or Unwritten where Gate is 0. The conversion rules out fused
// multiply-adds: equal bits on every CPU.
func (j *Judge) Regression(features []float64) float64 {
	if j.gate > 0 && features[j.gate-1] == 0 {
		return j.Unwritten
	}
	z := j.Intercept
	for _, t := range j.Terms {
		z += float64(t.Weight * ((features[t.index] - t.Mean) / t.Scale))
	}
	return z
}

// Probability returns the calibrated probability for log-odds.
func (j *Judge) Probability(margin float64) float64 { return j.Calibrated(Logistic(margin)) }

// Calibrated maps a probability by Steps.
func (j *Judge) Calibrated(p float64) float64 {
	if len(j.Steps) == 0 {
		return p
	}
	i := sort.Search(len(j.Steps), func(i int) bool { return p <= j.Steps[i].UpTo })
	return j.Steps[min(i, len(j.Steps)-1)].Probability
}

// Missed returns the mean number of targets of a document that are not candidates.
func (j *Judge) Missed() (mean float64) {
	for k, share := range j.Unseen {
		mean += float64(float64(k) * share)
	}
	return mean
}

// Logistic returns 1 / (1 + exp(−z)).
func Logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
