package fit

import (
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Options say how Fit fits.
type Options struct {
	// Start is the judge to whose trees trees are added; nil: a regression on the features. Where trees stand alone they tell
	// rare values of features apart, and steps are always kept.
	Start *rank.Judge
	// Rate is the learning rate, in (0, 1]; 0: .05. With a higher one there are fewer trees, which are faster and slightly worse.
	Rate float64
	// Own reports whether the steps are fitted to a row; nil: to all.
	Own   func(row int) bool
	Split Split  // runs the work on several threads; nil: on one
	Step  func() // called after each of up to Steps steps of about the same length
}

// Split calls f on disjoint ranges that together cover [0, n), possibly several at a time, and returns when all are done.
// All ranges but the last have at least grain elements.
type Split func(n, grain int, f func(lo, hi int))

// Steps is the largest number of steps of a fit, of which a fit of few trees has fewer.
const Steps int64 = int64(len(strengths)) + mostTrees + 1

// Report is what a fit says of candidates by judges that do not know their documents.
type Report struct {
	Loss   float64   // of all rows, before steps
	Margin []float64 // of each row, before steps
	// Before and After have the probability of each row without and with steps. Weights, leaves and steps are those of folds
	// without the judged documents. Strength, the number of trees and the use of steps were chosen on these same documents.
	Before, After []float64
}

// Fit fits a judge to a table with right and wrong rows outside every fold.
func Fit(t *Table, o Options) (*rank.Judge, *Report, error) {
	if o.Split == nil {
		o.Split = func(n, _ int, f func(lo, hi int)) { f(0, n) }
	}
	strength, w, err := strongest(t, o)
	if err != nil {
		return nil, nil, err
	}
	j, err := o.base(t, t.all(), strength)
	if err != nil {
		return nil, nil, err
	}
	plant(t, j, &w, o)
	for _, of := range append(w[:], j) {
		if err := of.Link(t.Features); err != nil {
			return nil, nil, err
		}
	}
	r := &Report{Margin: w.margins(t)}
	return j, r, r.calibrate(t, j, o)
}

// calibrate fills a report whose Margin is known, and adds isotonic steps to a judge if they lower the calibration error of held-out
// folds, or always; see Options.Start.
func (r *Report) calibrate(t *Table, j *rank.Judge, o Options) error {
	for row, z := range r.Margin {
		r.Before = append(r.Before, rank.Logistic(z))
		if t.Right[row] {
			z = -z
		}
		r.Loss += float64(t.weight(row) * softplus(z))
	}
	judged := func(want func(fold int) bool) (of []judgement) {
		for row, p := range r.Before {
			if want(Fold(t.Document[row])) && (o.Own == nil || o.Own(row)) {
				of = append(of, judgement{p, t.Right[row]})
			}
		}
		return of
	}
	r.After = make([]float64, len(r.Before))
	for fold := range folds {
		steps := rank.Judge{Steps: isotonic(judged(func(f int) bool { return f != fold }))}
		for _, row := range t.within(fold, true) {
			r.After[row] = steps.Calibrated(r.Before[row])
		}
	}
	before, after := calibration.New(calibration.Bins), calibration.New(calibration.Bins)
	for row := range r.Before {
		if o.Own != nil && !o.Own(row) {
			continue
		}
		if err := before.Add(r.Before[row], t.Right[row]); err != nil {
			return err
		}
		if err := after.Add(r.After[row], t.Right[row]); err != nil {
			return err
		}
	}
	if o.Start == nil && after.ECE() >= before.ECE() {
		r.After = r.Before
		return nil
	}
	j.Steps = isotonic(judged(func(int) bool { return true }))
	return nil
}
