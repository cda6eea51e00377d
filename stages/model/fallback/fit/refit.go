package fit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// How a model is refitted: chosen on documents of five sets, see README.md of package fallback.
const (
	Fewest = 30 // candidates that must be right

	judged = 10 // first candidates of a document by which probabilities are calibrated
	folds  = 5
)

// How strongly weights and intercept stay where the first model has them, and the slope and the offset of the calibration at 1
// and 0.
var towards, straight = fit.Pull{Weights: 80, Intercept: 4}, fit.Pull{Weights: 50, Intercept: 20}

// TooFewError says that documents are too few for a refit.
type TooFewError struct{ Right int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d candidates are right; a refit needs at least %d right candidates", e.Right, Fewest)
}

// RefitSteps is the number of steps of a refit: one for all documents, and one a fold.
const RefitSteps = 1 + folds

// Refit fits a model to documents whose keyphrases are known, starting from another model. The fewer documents, the closer the
// result stays to the first model. It adds a lexicon of the documents; the features of a document come from the lexicon of the
// other folds. Too few documents are a *TooFewError. step is called after each of RefitSteps steps.
func Refit(first *fallback.Ranker, documents []Document, step func()) (*fallback.Ranker, error) {
	right := 0
	for _, d := range documents {
		right += fit.Count(d.Right)
	}
	if right < Fewest {
		return nil, &TooFewError{right}
	}
	m, err := regression(first, documents)
	if err != nil {
		return nil, err
	}
	step()
	m.Lexicon = lexicon(documents)
	m.Documents = len(documents)
	m.Unseen = mixed(first.Unseen, unseen(documents), float64(len(documents)))
	judgements, err := judgementsOf(first, documents, step)
	if err != nil {
		return nil, err
	}
	return m, calibrate(m, judgements)
}

// parted returns the documents of a fold and the others.
func parted(documents []Document, fold int) (own, others []Document) {
	for i, d := range documents {
		if i%folds == fold {
			own = append(own, d)
		} else {
			others = append(others, d)
		}
	}
	return own, others
}

// Table returns the candidates of documents as a table, with what the lexicon of other folds says of them.
func Table(documents []Document) *fit.Table {
	t := &fit.Table{Features: (&fallback.Lexicon{}).Names()}
	var rows [][]float32 // half the memory of float64, for whole texts
	for fold := range folds {
		own, others := parted(documents, fold)
		l := lexicon(others)
		for i, d := range own {
			candidates := slices.Clone(d.Candidates)
			l.Rarities(candidates)
			for k := range candidates {
				var row []float32
				for _, v := range l.Features(&candidates[k]) {
					row = append(row, float32(v))
				}
				rows = append(rows, row)
				t.Right, t.Document = append(t.Right, d.Right[k]), append(t.Document, fold+i*folds)
			}
		}
	}
	t.Value = func(row, feature int) float64 { return float64(rows[row][feature]) }
	return t
}

// regression fits weights to documents, towards those of the first model; those of the lexicon's terms towards 0.
func regression(first *fallback.Ranker, documents []Document) (*fallback.Ranker, error) {
	t := Table(documents)
	m := &fallback.Ranker{Judge: rank.Judge{Strength: towards.Weights, Intercept: first.Intercept}}
	m.Terms = append(slices.Clone(first.Terms), fit.Standard(t, fallback.LexiconTerms)...)
	return m, fit.Regress(&m.Judge, t, towards)
}

// judgement is the log-odds of a candidate that a model of other documents gave.
type judgement struct {
	margin float64
	right  bool
}

// judgementsOf are those of the first candidates of each document, by a model of the other folds.
func judgementsOf(first *fallback.Ranker, documents []Document, step func()) (all []judgement, err error) {
	for fold := range folds {
		own, others := parted(documents, fold)
		m, err := regression(first, others)
		if err != nil {
			return nil, err
		}
		m.Lexicon = lexicon(others)
		for _, d := range own {
			candidates := slices.Clone(d.Candidates)
			m.Assess(candidates)
			var of []judgement
			for i, c := range candidates {
				of = append(of, judgement{c.Margin, d.Right[i]})
			}
			slices.SortStableFunc(of, func(a, b judgement) int { return cmp.Compare(b.margin, a.margin) })
			all = append(all, of[:min(judged, len(of))]...)
		}
		step()
	}
	return all, nil
}

// calibrate makes log-odds those of a logistic regression on judgements, so that they hold for the first candidates, which were
// picked from many for their high ones (Platt, Advances in Large Margin Classifiers 1999). It sets Thresholds by these.
func calibrate(m *fallback.Ranker, all []judgement) error {
	t := &fit.Table{Features: []string{"margin"}, Value: func(row, _ int) float64 { return all[row].margin }}
	for i, j := range all {
		t.Right, t.Document = append(t.Right, j.right), append(t.Document, i)
	}
	curve := rank.Judge{Terms: []rank.Term{{Feature: "margin", Scale: 1, Weight: 1}}}
	if err := fit.Regress(&curve, t, straight); err != nil {
		return err
	}
	slope, offset := curve.Terms[0].Weight, curve.Intercept
	m.Intercept = float64(slope*m.Intercept) + offset
	for k := range m.Terms {
		m.Terms[k].Weight *= slope
	}
	corpus := make([]rank.Mass, len(all))
	for i, j := range all {
		corpus[i] = rank.Mass{Probability: rank.Logistic(curve.Margin([]float64{j.margin})), Weight: 1}
	}
	m.Thresholds = rank.Thresholds(corpus)
	return nil
}

// mixed is a distribution of two, of n documents and of priorDocuments.
func mixed(first, own []float64, n float64) []float64 {
	all := make([]float64, max(len(first), len(own)))
	for k := range all {
		if k < len(first) {
			all[k] += first[k] * priorDocuments / (n + priorDocuments)
		}
		if k < len(own) {
			all[k] += own[k] * n / (n + priorDocuments)
		}
	}
	return all
}

// priorDocuments is how many documents the first model counts for.
const priorDocuments = 20
