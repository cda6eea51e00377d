package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/extract"
)

// How a model is refitted: chosen on documents of five sets, see README.md of package extract.
const (
	Fewest = 30 // candidates that must be right

	towards  = 80.  // strength with which weights stay where the first model has them
	held     = 4.   // the same for the base
	mostStep = 30   // of Newton's method
	small    = 1e-3 // change of all weights after which it ends
	folds    = 5
	judged   = 10  // first candidates of a document by which probabilities are calibrated
	steep    = 50. // strength with which the slope of the calibration stays 1
	level    = 20. // and its offset 0
)

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
func Refit(first *extract.Model, documents []Document, step func()) (*extract.Model, error) {
	right := 0
	all := make([]*Document, len(documents))
	for i := range documents {
		all[i] = &documents[i]
		for _, r := range documents[i].Right {
			if r {
				right++
			}
		}
	}
	if right < Fewest {
		return nil, &TooFewError{right}
	}
	m := regression(first, all)
	step()
	m.Lexicon = lexicon(all)
	m.Documents = len(all)
	m.Unseen = mixed(first.Unseen, unseen(documents), float64(len(documents)))
	calibrate(m, judgements(first, all, step))
	return m, nil
}

// parted returns the documents of a fold and the others.
func parted(documents []*Document, fold int) (own, others []*Document) {
	for i, d := range documents {
		if i%folds == fold {
			own = append(own, d)
		} else {
			others = append(others, d)
		}
	}
	return own, others
}

// line is a candidate for the regression.
type line struct {
	x     []float32
	right bool
}

// lines are the candidates of documents with what the lexicon of other folds says.
func lines(documents []*Document) (all []line) {
	for fold := range folds {
		own, others := parted(documents, fold)
		l := lexicon(others)
		for _, d := range own {
			candidates := slices.Clone(d.Candidates)
			l.Rarities(candidates)
			for i := range candidates {
				c := &candidates[i]
				x := make([]float32, 0, len(extract.Terms)+len(extract.LexiconTerms))
				for _, v := range c.Values {
					x = append(x, float32(v))
				}
				for _, v := range l.Values(c) {
					x = append(x, float32(v))
				}
				all = append(all, line{x, d.Right[i]})
			}
		}
	}
	return all
}

// regression fits weights to documents.
func regression(first *extract.Model, documents []*Document) *extract.Model {
	all := lines(documents)
	m := &extract.Model{Base: first.Base, Weights: slices.Clone(first.Weights[:len(extract.Terms)])}
	for k, term := range extract.LexiconTerms {
		sum, squares := 0., 0.
		for _, l := range all {
			v := float64(l.x[len(extract.Terms)+k])
			sum, squares = sum+v, squares+float64(v*v)
		}
		w := extract.Weight{Term: term, Mean: sum / float64(len(all)), Scale: 1}
		if s := math.Sqrt(max(0, squares/float64(len(all))-float64(w.Mean*w.Mean))); s > 1e-6 {
			w.Scale = s
		}
		m.Weights = append(m.Weights, w)
	}
	from := prior{base: first.Base, strength: towards, held: held}
	for _, w := range m.Weights {
		from.weights = append(from.weights, w.Weight)
	}
	x := make([]float64, len(m.Weights))
	for range mostStep {
		if newton(m, from, func(add func(x []float64, weight float64, right bool)) {
			for _, l := range all {
				for k, v := range l.x {
					x[k] = float64(v)
				}
				add(x, 1, l.right)
			}
		}) < small {
			break
		}
	}
	return m
}

// judgement is the log-odds of a candidate that a model of other documents gave.
type judgement struct {
	margin float64
	right  bool
}

// judgements are those of the first candidates of each document, by a model of the other folds.
func judgements(first *extract.Model, documents []*Document, step func()) (all []judgement) {
	for fold := range folds {
		own, others := parted(documents, fold)
		m := regression(first, others)
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
	return all
}

// calibrate makes log-odds those of a logistic regression on judgements, so that they hold for the first candidates, which were
// picked from many for their high ones (Platt, Advances in Large Margin Classifiers 1999). It sets Thresholds by these.
func calibrate(m *extract.Model, all []judgement) {
	// A model of one term, whose value is the log-odds.
	curve := &extract.Model{Weights: []extract.Weight{{Scale: 1, Weight: 1}}}
	from := prior{weights: []float64{1}, strength: steep, held: level}
	for range mostStep {
		if newton(curve, from, func(add func(x []float64, weight float64, right bool)) {
			for _, j := range all {
				add([]float64{j.margin}, 1, j.right)
			}
		}) < small {
			break
		}
	}
	slope, offset := curve.Weights[0].Weight, curve.Base
	m.Base = float64(slope*m.Base) + offset
	for k := range m.Weights {
		m.Weights[k].Weight *= slope
	}
	m.Thresholds = judgedThresholds(all, slope, offset)
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
