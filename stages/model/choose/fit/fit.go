package fit

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
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

// Steps is the largest number of steps of a fit, of which a fit of few trees has fewer.
const Steps = 2 * fit.Steps

// Fit fits a model to documents whose candidates were made with the given floor. step is called after each of up to Steps steps
// of about the same length. Too few documents are a *TooFewError.
func Fit(documents []Labelled, floor float64, split fit.Split, step func()) (*choose.Ranker, error) {
	m, err := by(slots, documents, fit.Options{Split: split, Step: step})
	if m != nil {
		m.Floor = floor
	}
	return m, err
}

// FitText is Fit for documents whose candidates were made without slots: trees alone, on the features choose.TextNames.
func FitText(documents []Labelled, tagged bool, split fit.Split, step func()) (*choose.Ranker, error) {
	o := fit.Options{Start: &rank.Judge{}, Split: split, Step: step}
	if !tagged {
		o.Rate = rate
	}
	texts := evidence{choose.TextNames(tagged), func(all []example) []example { return all }}
	m, err := by(texts, documents, o)
	if err == nil && len(m.Present.Trees) == 0 {
		err = &TooFewError{len(documents), m.Present.Candidates, m.Present.Right}
	}
	return m, err
}

// rate is the learning rate for texts without tags. By half of it there are twice as many trees, which take a third of the time of labelling.
const rate = .1

// evidence is what a model is fitted to.
type evidence struct {
	features []string
	base     func([]example) []example // the candidates of which there must be enough
}

var slots = evidence{choose.Names(), ofSlots}

// by fits a model to some evidence.
func by(e evidence, documents []Labelled, o fit.Options) (*choose.Ranker, error) {
	all := examples(documents)
	if of := e.base(all); !enough(of) {
		return nil, &TooFewError{len(documents), len(of), rights(of)}
	}
	m := &choose.Ranker{Documents: len(documents)}
	held := map[*choose.Candidate]float64{}
	for _, present := range []bool{true, false} {
		k := m.Of(present)
		k.Unseen = unseen(documents, present)
		if err := e.kind(k, all, present, held, o); err != nil {
			return nil, err
		}
	}
	m.Thresholds = thresholds(all, held)
	for _, present := range []bool{true, false} {
		k := m.Of(present)
		k.ExpectedF1, k.MeasuredF1 = bestF1(documents, k, present, held)
	}
	return m, m.Link()
}

// kind fits the part of a model for one kind, and records the held-out probabilities of its candidates.
func (e evidence) kind(k *choose.Kind, all []example, present bool, held map[*choose.Candidate]float64, o fit.Options) error {
	own := where(all, func(e example) bool { return e.Present == present })
	k.Candidates, k.Right = len(own), rights(own)
	from := own
	if k.Shared = !enough(e.base(own)); k.Shared {
		from = all
	}
	o.Own = func(row int) bool { return from[row].Present == present }
	j, report, err := fit.Fit(tableWith(from, e.features), o)
	if err != nil {
		return err
	}
	j.Unseen = k.Unseen
	if o.Start != nil {
		j.Unwritten = j.Intercept // no slot wrote any candidate
	}
	k.Judge = *j
	var before, after []float64
	var right []bool
	for row, e := range from {
		if o.Own(row) {
			before, after, right = append(before, report.Before[row]), append(after, report.After[row]), append(right, e.right)
			held[e.Candidate] = report.After[row]
		}
	}
	if k.Before, err = choose.Calibrate(before, right); err != nil {
		return err
	}
	k.After, err = choose.Calibrate(after, right)
	return err
}
