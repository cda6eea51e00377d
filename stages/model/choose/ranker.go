package choose

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Ranker gives candidates their probabilities and picks among them. Package fit and Read make one.
type Ranker struct {
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
	// Tagger is the digest of the tagger of the fit, "" without one. Only a choice without slots has one.
	Tagger string `json:"tagger,omitempty"`
	// Runs says whether runs of words of the text were candidates.
	Runs bool `json:"runs,omitempty"`
	// Scattered says whether known phrases were candidates whose words the text has, but not in a row; see Material.
	Scattered bool `json:"scattered,omitempty"`
	// Names says that a name in full takes the place of its short form; see unite.
	Names   bool `json:"names,omitempty"`
	Present Kind `json:"present"`
	Absent  Kind `json:"absent"`
	// Thresholds are for the rule Precision, by rising precision.
	Thresholds []rank.Threshold `json:"thresholds"`
}

// Branching says how slots write alternatives, second-best phrases. The zero value writes none.
type Branching struct {
	First int     `json:"first"` // alternatives that branch at the first word, at most MostAlternatives
	Later int     `json:"later"` // alternatives that branch later, at most three times as many
	Least float64 `json:"least"` // threshold for the product of probabilities of those that branch later, in [0, 1]
	// Merge decodes slots that have written the same words as one, in place of each by itself.
	Merge bool `json:"merge,omitempty"`
}

// MostAlternatives is a limit beyond what helps. Each alternative costs about as much as a slot.
const MostAlternatives = 100

// Kind is the part of a model for present or for absent phrases.
type Kind struct {
	Candidates int `json:"candidates"` // candidates of the kind in the fit
	Right      int `json:"right"`      // those that are right
	// Shared means that the regression was fitted to candidates of both kinds, since this kind had too few right or wrong ones.
	Shared bool `json:"shared"`
	rank.Judge
	// Before and After are the calibration by cross-validation, without and with Steps. Weights, leaves and steps are those of
	// folds without the judged documents. Strength, the number of trees and the use of Steps were chosen on these same
	// documents, so the errors are slightly too small. score measures them on documents outside the fit.
	Before Calibration `json:"before"`
	After  Calibration `json:"after"`
	// Means of F1 over the documents, by the same cross-validation, of the sets of BestF1: expected and actual.
	ExpectedF1 float64 `json:"expected_f1"`
	MeasuredF1 float64 `json:"measured_f1"`

	odds   float64      // see Expecting; 0: as in the fit
	forest *rank.Forest // of Judge; nil: see rank.NewForest
}

// Names returns the names of Features, in their order.
func Names() []string { return names }

var names = func() (all []string) {
	for _, f := range Features {
		all = append(all, f.Name)
	}
	return all
}()

// featureOf returns the index of a feature in Features, −1 for an unknown one.
func featureOf(name string) int {
	return slices.Index(names, name)
}

// Written reports whether a slot wrote the candidate with these features.
func Written(features []float64) bool { return features[writtenFeature] != 0 }

var writtenFeature = featureOf(rank.Gate)

// Of returns the part of the model for present or for absent phrases.
func (m *Ranker) Of(present bool) *Kind {
	if present {
		return &m.Present
	}
	return &m.Absent
}

// Assess sets Margin and Probability of the candidates of a document.
func (m *Ranker) Assess(candidates []Candidate) {
	of, features := make([]*Candidate, 0, len(candidates)), make([][]float64, 0, len(candidates))
	for _, k := range []*Kind{&m.Present, &m.Absent} {
		of, features = of[:0], features[:0]
		for i := range candidates {
			if c := &candidates[i]; m.Of(c.Present) == k {
				of, features = append(of, c), append(features, c.Features)
			}
		}
		for i, margin := range k.margins(features) {
			of[i].Margin, of[i].Probability = margin, k.expected(k.Probability(margin))
		}
	}
	if m.Names {
		unite(candidates)
	}
}

// margins returns Margin of the candidates with these features.
func (k *Kind) margins(features [][]float64) []float64 {
	if k.forest != nil {
		return k.forest.Margins(features)
	}
	margins := make([]float64, len(features))
	for i := range margins {
		margins[i] = k.Margin(features[i])
	}
	return margins
}
