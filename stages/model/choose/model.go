package choose

import (
	"math"
	"slices"
	"sort"
)

// Model gives candidates their probabilities and chooses among them. Make one with package fit or Read.
type Model struct {
	Documents int     `json:"documents"` // that it was fitted on
	Floor     float64 `json:"floor"`     // that Candidates was given for them, in [0, 1]
	// Branching is how slots wrote alternatives.
	Branching Branching `json:"branching,omitzero"`
	// Known is the digest of the known phrases, "" if there were none.
	Known string `json:"known,omitempty"`
	// Runs: runs of words of the text were candidates, too.
	Runs    bool `json:"runs,omitempty"`
	Present Kind `json:"present"`
	Absent  Kind `json:"absent"`
	// Thresholds are for Precision, by rising precision.
	Thresholds []Threshold `json:"thresholds"`
}

// Branching is how slots write alternatives, see slots.Branching.
type Branching struct {
	First int     `json:"first"` // most that leave at the first words, at most MostAlternatives
	Later int     `json:"later"` // most that leave later, at most three times as many
	Least float64 `json:"least"` // least product of probabilities at which they may leave later, in [0, 1]
}

// MostAlternatives is more than helps: each costs about as much as a slot.
const MostAlternatives = 100

// Kind is what a model knows of present or of absent phrases.
type Kind struct {
	Candidates int `json:"candidates"` // of the kind that it was fitted on
	Right      int `json:"right"`      // of these
	// Shared: there were too few right or wrong ones of the kind, and the regression is that of all candidates.
	Shared bool `json:"shared"`
	// Strength is λ of the penalty ½·λ·Σ weight² on standardised features.
	Strength  float64 `json:"strength"`
	Intercept float64 `json:"intercept"`
	Terms     []Term  `json:"features"`
	// Unwritten is the log-odds, in the place of the regression's, of candidates that no slot wrote.
	Unwritten float64 `json:"unwritten,omitempty"`
	// Trees are added to the log-odds.
	Trees []Tree `json:"trees,omitempty"`
	// Steps turn the regression's probability into that which was found to hold; none: it is taken as it is.
	Steps []Step `json:"steps"`
	// Unseen[k] is the share of documents that had k targets of the kind which are no candidate.
	Unseen []float64 `json:"unseen"`
	// Calibration by cross-validation, without and with Steps. Weights, leaves and steps have not seen the documents that they
	// judge there; Strength, the number of trees and whether there are steps were chosen on these same documents, so that the
	// errors are a little too small. score measures them on documents that had no part in the fit.
	Before Calibration `json:"before"`
	After  Calibration `json:"after"`
	// In the same way, means over documents of the sets of BestF1: expected by the probabilities, and what they were.
	ExpectedF1 float64 `json:"expected_f1"`
	MeasuredF1 float64 `json:"measured_f1"`
}

// Term is a feature and its weight: Weight · (x − Mean) / Scale is added to the log-odds.
type Term struct {
	Feature string  `json:"name"`
	Mean    float64 `json:"mean"`
	Scale   float64 `json:"scale"` // above 0
	Weight  float64 `json:"weight"`

	index int // in Features
}

// Step is one step of a rising function: for probabilities up to UpTo that no earlier step has; the last one's for
// those above it too.
type Step struct {
	UpTo        float64 `json:"up_to"`
	Probability float64 `json:"probability"`
}

// Threshold says from which probability on phrases are taken so that they have a precision.
type Threshold struct {
	Precision   float64 `json:"precision"`
	Probability float64 `json:"probability"` // above 1: no phrase is sure enough
}

// NewTerm is the term of a feature, false if there is none of that name.
func NewTerm(feature string, mean, scale, weight float64) (Term, bool) {
	i := featureOf(feature)
	if i < 0 {
		return Term{}, false
	}
	return Term{Feature: feature, Mean: mean, Scale: scale, Weight: weight, index: i}, true
}

// featureOf is the place of a feature in Features, −1 for none.
func featureOf(name string) int {
	return slices.IndexFunc(Features, func(f Feature) bool { return f.Name == name })
}

// Written tells whether a slot wrote the candidate that has these features.
func Written(features []float64) bool { return features[writtenFeature] != 0 }

var writtenFeature = featureOf("written")

// Of is the part of the model for present or for absent phrases.
func (m *Model) Of(present bool) *Kind {
	if present {
		return &m.Present
	}
	return &m.Absent
}

// Judge sets Margin and Probability of the candidates.
func (m *Model) Judge(candidates []Candidate) {
	for i := range candidates {
		c := &candidates[i]
		k := m.Of(c.Present)
		c.Margin = k.Margin(c.Features)
		c.Probability = k.Calibrated(Logistic(c.Margin))
	}
}

// Margin is the log-odds that a candidate with these features is right, before Steps: those of Regression and, added to
// them, the leaves of Trees.
func (k *Kind) Margin(features []float64) float64 {
	regression := k.Regression(features)
	z := regression
	for i := range k.Trees {
		z += k.Trees[i].leaf(features, regression)
	}
	return z
}

// Regression is the log-odds by the logistic regression: Unwritten for a candidate that no slot wrote.
func (k *Kind) Regression(features []float64) float64 {
	if !Written(features) {
		return k.Unwritten
	}
	z := k.Intercept
	for _, t := range k.Terms {
		z += t.Weight * ((features[t.index] - t.Mean) / t.Scale)
	}
	return z
}

// Calibrated is a probability as Steps have it.
func (k *Kind) Calibrated(p float64) float64 {
	if len(k.Steps) == 0 {
		return p
	}
	i := sort.Search(len(k.Steps), func(i int) bool { return p <= k.Steps[i].UpTo })
	return k.Steps[min(i, len(k.Steps)-1)].Probability
}

// Logistic is 1 / (1 + exp(−z)).
func Logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
