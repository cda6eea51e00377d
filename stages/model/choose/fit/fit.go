package fit

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// LeastRight is the number of right candidates, and of wrong ones, that a fit needs.
const LeastRight = 50

// TooFewError means that there are too few documents for a fit; labelling then works as without one. It counts candidates
// that slots wrote.
type TooFewError struct{ Documents, Candidates, Right int }

// Error returns the counts.
func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d of %d candidates of %d documents are right; a fit needs at least %d right and %d wrong ones, spread over the documents",
		e.Right, e.Candidates, e.Documents, LeastRight, LeastRight)
}

// Split calls f on disjoint ranges that together cover [0, n), possibly several at a time, and returns when all are done.
// All ranges but the last have at least grain elements.
type Split func(n, grain int, f func(lo, hi int))

// Steps is the largest number of steps of a fit, of which a fit of few trees has fewer.
const Steps int64 = 2 * (int64(len(strengths)) + mostTrees + 1)

// Fit fits a model to documents whose candidates were made with the given floor. step is called after each of up to Steps steps
// of about the same length. Too few documents are a *TooFewError.
func Fit(documents []Labelled, floor float64, split Split, step func()) (*choose.Model, error) {
	all := examples(documents, func(*choose.Candidate) bool { return true })
	if by := ofSlots(all); !enough(by) {
		return nil, &TooFewError{len(documents), len(by), rights(by)}
	}
	m := &choose.Model{Documents: len(documents), Floor: floor}
	held := map[*choose.Candidate]float64{}
	for _, present := range []bool{true, false} {
		k := m.Of(present)
		k.Unseen = unseen(documents, present)
		if err := kind(k, all, present, held, split, step); err != nil {
			return nil, err
		}
	}
	m.Thresholds = thresholds(all, held)
	for _, present := range []bool{true, false} {
		k := m.Of(present)
		k.ExpectedF1, k.MeasuredF1 = bestF1(documents, k, present, held)
	}
	return m, nil
}

// enough reports whether there are enough right and wrong candidates, with some of both outside every fold.
func enough(of []example) bool {
	right := rights(of)
	ok := right >= LeastRight && len(of)-right >= LeastRight
	for fold := range folds {
		rest := part(of, fold, false)
		n := rights(rest)
		ok = ok && n > 0 && n < len(rest)
	}
	return ok
}

// ofSlots returns the candidates that slots wrote, to which the regression is fitted.
func ofSlots(all []example) []example {
	return slices.DeleteFunc(slices.Clone(all), func(e example) bool { return !choose.Written(e.Features) })
}

func rights(of []example) (n int) {
	for _, e := range of {
		if e.right {
			n++
		}
	}
	return n
}

// kind fits the part of a model for one kind, and records the held-out judgements of its candidates.
func kind(k *choose.Kind, all []example, present bool, held map[*choose.Candidate]float64, split Split, step func()) error {
	own := ofKind(all, present)
	k.Candidates, k.Right = len(own), rights(own)
	from := own
	if k.Shared = !enough(ofSlots(own)); k.Shared {
		from = all
	}
	strength, without, err := strongest(from, split, step)
	if err != nil {
		return err
	}
	if err := regress(k, from, strength); err != nil {
		return err
	}
	plant(k, from, &without, split, step)
	p := heldOut(from, &without)
	var of []example
	var judged []judgement
	for i, e := range from {
		if e.Present == present {
			of, judged = append(of, e), append(judged, judgement{p[i], e.right})
		}
	}
	after, err := calibrate(k, of, judged)
	if err != nil {
		return err
	}
	for i, e := range of {
		held[e.Candidate] = after[i].probability
	}
	return nil
}

func ofKind(all []example, present bool) (of []example) {
	for _, e := range all {
		if e.Present == present {
			of = append(of, e)
		}
	}
	return of
}

// calibrate adds isotonic steps to k if they lower the calibration error of held-out folds, and returns the held-out
// judgements. The same folds chose strength and number of trees; see choose.Kind.Before.
func calibrate(k *choose.Kind, of []example, judged []judgement) (after []judgement, err error) {
	after = make([]judgement, len(judged))
	for fold := range folds {
		var rest []judgement
		for i, e := range of {
			if e.fold() != fold {
				rest = append(rest, judged[i])
			}
		}
		steps := choose.Kind{Steps: isotonic(rest)}
		for i, e := range of {
			if e.fold() == fold {
				after[i] = judgement{steps.Calibrated(judged[i].probability), e.right}
			}
		}
	}
	if k.Before, err = calibration(judged); err != nil {
		return nil, err
	}
	if k.After, err = calibration(after); err != nil {
		return nil, err
	}
	if k.After.ECE >= k.Before.ECE {
		k.After = k.Before
		return judged, nil
	}
	k.Steps = isotonic(judged)
	return after, nil
}

func calibration(judged []judgement) (choose.Calibration, error) {
	p, right := make([]float64, len(judged)), make([]bool, len(judged))
	for i, j := range judged {
		p[i], right[i] = j.probability, j.right
	}
	return choose.Calibrate(p, right)
}
