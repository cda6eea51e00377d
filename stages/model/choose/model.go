package choose

import (
	"math"
	"slices"
	"sort"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Model gives candidates their probabilities and picks among them. Package fit and Read make one.
type Model struct {
	Documents int     `json:"documents"` // documents of the fit
	Floor     float64 `json:"floor"`     // the floor of Candidates in the fit, in [0, 1]
	// Branching is how slots wrote alternatives.
	Branching Branching `json:"branching,omitzero"`
	// Shortlist is how many words slots could write, besides those of the document; 0: all. See slots.Model.Shortlist.
	Shortlist int `json:"shortlist,omitempty"`
	// Known is the digest of the known phrases of the fit, "" without any.
	Known string `json:"known,omitempty"`
	// Neighbours is the digest of the neighbours of the fit, "" without any.
	Neighbours string `json:"neighbours,omitempty"`
	// Tagger is the digest of the tagger of the fit, "" without one.
	Tagger string `json:"tagger,omitempty"`
	// Runs says whether runs of words of the text were candidates.
	Runs    bool `json:"runs,omitempty"`
	Present Kind `json:"present"`
	Absent  Kind `json:"absent"`
	// Thresholds are for the rule Precision, by rising precision.
	Thresholds []Threshold `json:"thresholds"`
}

// Branching says how slots write alternatives; see slots.Branching.
type Branching struct {
	First int     `json:"first"` // alternatives that branch at the first word, at most MostAlternatives
	Later int     `json:"later"` // alternatives that branch later, at most three times as many
	Least float64 `json:"least"` // threshold for the product of probabilities of those that branch later, in [0, 1]
}

// MostAlternatives is a limit beyond what helps. Each alternative costs about as much as a slot.
const MostAlternatives = 100

// Kind is the part of a model for present or for absent phrases.
type Kind struct {
	Candidates int `json:"candidates"` // candidates of the kind in the fit
	Right      int `json:"right"`      // those that are right
	// Shared means that the regression was fitted to candidates of both kinds, since this kind had too few right or wrong ones.
	Shared bool `json:"shared"`
	// Strength is λ of the penalty ½·λ·Σ weight² on standardised features.
	Strength  float64 `json:"strength"`
	Intercept float64 `json:"intercept"`
	Terms     []Term  `json:"features"`
	// Unwritten replaces the log-odds of the regression for candidates that no slot wrote.
	Unwritten float64 `json:"unwritten,omitempty"`
	// Trees are added to the log-odds.
	Trees []Tree `json:"trees,omitempty"`
	// Steps map the probability to the calibrated one; without any it stays as it is.
	Steps []Step `json:"steps"`
	// Unseen[k] is the share of documents with k targets of the kind that are not candidates.
	Unseen []float64 `json:"unseen"`
	// Before and After are the calibration by cross-validation, without and with Steps. Weights, leaves and steps are those of
	// folds without the judged documents. Strength, the number of trees and the use of Steps were chosen on these same
	// documents, so the errors are slightly too small. score measures them on documents outside the fit.
	Before Calibration `json:"before"`
	After  Calibration `json:"after"`
	// Means of F1 over the documents, by the same cross-validation, of the sets of BestF1: expected and actual.
	ExpectedF1 float64 `json:"expected_f1"`
	MeasuredF1 float64 `json:"measured_f1"`

	odds float64 // see Expecting; 0: as in the fit
}

// Term is a feature and its weight: Weight · (x − Mean) / Scale is added to the log-odds.
type Term struct {
	Feature string  `json:"name"`
	Mean    float64 `json:"mean"`
	Scale   float64 `json:"scale"` // above 0
	Weight  float64 `json:"weight"`

	index int // in Features
}

// Step is one step of a rising function. It holds for probabilities above the previous step's UpTo up to its own; the last
// step holds for all above too.
type Step struct {
	UpTo        float64 `json:"up_to"`
	Probability float64 `json:"probability"`
}

// Threshold is the probability at or above which phrases have a precision.
type Threshold = rank.Threshold

// NewTerm returns the term of a feature, false if there is no feature of that name.
func NewTerm(feature string, mean, scale, weight float64) (Term, bool) {
	i := featureOf(feature)
	if i < 0 {
		return Term{}, false
	}
	return Term{Feature: feature, Mean: mean, Scale: scale, Weight: weight, index: i}, true
}

// featureOf returns the index of a feature in Features, −1 for an unknown one.
func featureOf(name string) int {
	return slices.IndexFunc(Features, func(f Feature) bool { return f.Name == name })
}

// Written reports whether a slot wrote the candidate with these features.
func Written(features []float64) bool { return features[writtenFeature] != 0 }

var writtenFeature = featureOf("written")

// Of returns the part of the model for present or for absent phrases.
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
		c.Probability = k.expected(k.Calibrated(Logistic(c.Margin)))
	}
}

// Margin returns the log-odds that a candidate with these features is right, before Steps: those of Regression plus the
// leaves of Trees.
func (k *Kind) Margin(features []float64) float64 {
	regression := k.Regression(features)
	z := regression
	for i := range k.Trees {
		z += k.Trees[i].leaf(features, regression)
	}
	return z
}

// Regression returns the log-odds of the logistic regression, or Unwritten for a candidate that no slot wrote. The conversion
// rules out fused multiply-adds: equal bits on every CPU.
func (k *Kind) Regression(features []float64) float64 {
	if !Written(features) {
		return k.Unwritten
	}
	z := k.Intercept
	for _, t := range k.Terms {
		z += float64(t.Weight * ((features[t.index] - t.Mean) / t.Scale))
	}
	return z
}

// Calibrated maps a probability by Steps.
func (k *Kind) Calibrated(p float64) float64 {
	if len(k.Steps) == 0 {
		return p
	}
	i := sort.Search(len(k.Steps), func(i int) bool { return p <= k.Steps[i].UpTo })
	return k.Steps[min(i, len(k.Steps)-1)].Probability
}

// Logistic returns 1 / (1 + exp(−z)).
func Logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
