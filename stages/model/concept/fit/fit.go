package fit

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// Example is a document with known concepts, and its candidates by a memory that lacks this document.
type Example struct {
	Candidates []concept.Candidate
	Right      []bool // for each candidate
	Missed     int    // concepts that are not among the candidates
}

// Leave leaves out the candidates of which it is not known whether they are right. One that is right stays.
func (e *Example) Leave(unknown []uint32) {
	e.Candidates, e.Right = fit.Leave(e.Candidates, e.Right, func(c concept.Candidate) bool { return slices.Contains(unknown, c.Concept) })
}

// LeastRight is the least number of right candidates for a fit.
const LeastRight = 10

// TooFewError is the error of a fit with fewer right candidates than LeastRight.
type TooFewError struct{ Right, Candidates int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%[2]d of %[1]d candidates are right, want at least %[3]d", e.Candidates, e.Right, LeastRight)
}

// Fitted is a choice, and how it does on folds.
type Fitted struct {
	*concept.Ranker
	NDCG []float64 // by example: nDCG of the ten best candidates, by trees of the other folds
}

// Steps returns the largest number of steps of a fit, with another choice to correct or without.
func Steps(first *concept.Ranker) int64 {
	if first != nil {
		return 2 * fit.Steps
	}
	return fit.Steps
}

// Fit fits a choice to documents: a new one, first with trees that correct it, or the mean of both, whichever has the least loss over
// the folds. Without first, which is nil then, it is a new one. With fewer right candidates than LeastRight, the error is a *TooFewError. step is called after each of up to Steps steps.
func Fit(examples []Example, first *concept.Ranker, split fit.Split, step func()) (*Fitted, error) {
	t := Table(examples)
	right := fit.Count(t.Right)
	if right < LeastRight {
		return nil, &TooFewError{right, len(t.Right)}
	}
	j, report, err := fit.Fit(t, fit.Options{Start: &rank.Judge{}, Split: split, Step: step})
	if err != nil {
		return nil, err
	}
	if first != nil {
		corrected, other, err := fit.Fit(t, fit.Options{Start: &first.Judge, Split: split, Step: step})
		if err != nil {
			return nil, err
		}
		mean, both, err := fit.Mean(t, [2]*rank.Judge{j, corrected}, [2]*fit.Report{report, other})
		if err != nil {
			return nil, err
		}
		if other.Loss < report.Loss {
			j, report = corrected, other
		}
		if both.Loss < report.Loss {
			j, report = mean, both
		}
	}
	c := &concept.Ranker{Documents: len(examples), Right: right, Judge: *j}
	missed := make([]int, len(examples))
	for i := range examples {
		missed[i] = examples[i].Missed
	}
	c.Unseen = fit.Unseen(missed, nil)
	corpus := make([]rank.Mass, len(t.Right))
	for row, p := range report.After {
		corpus[row] = rank.Mass{Probability: p, Weight: 1}
	}
	c.Thresholds = rank.Thresholds(corpus)
	return &Fitted{c, ndcgs(examples, report.Margin)}, nil
}

// Table returns the candidates of documents as a table.
func Table(examples []Example) *fit.Table {
	t := &fit.Table{Features: concept.Features}
	var rows [][]float32
	for d, e := range examples {
		for i := range e.Candidates {
			rows = append(rows, e.Candidates[i].Features)
			t.Right, t.Document = append(t.Right, e.Right[i]), append(t.Document, d)
		}
	}
	t.Value = func(row, feature int) float64 { return float64(rows[row][feature]) }
	return t
}
