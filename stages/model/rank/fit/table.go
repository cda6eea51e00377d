package fit

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Table is the candidates of documents, one row each.
type Table struct {
	Features []string
	Value    func(row, feature int) float64
	Right    []bool
	Document []int     // number of the document of each row
	Weight   []float64 // of each row; nil: 1
}

// weight returns the weight of a row.
func (t *Table) weight(row int) float64 {
	if t.Weight == nil {
		return 1
	}
	return t.Weight[row]
}

// values returns the features of a row in x.
func (t *Table) values(row int, x []float64) []float64 {
	for i := range x {
		x[i] = t.Value(row, i)
	}
	return x
}

// margins returns the log-odds by a judge of each of the rows.
func (t *Table) margins(j *rank.Judge, rows []int) []float64 {
	all, x := make([]float64, len(rows)), make([]float64, len(t.Features))
	for i, row := range rows {
		all[i] = j.Margin(t.values(row, x))
	}
	return all
}

// folds is the number of folds.
const folds = 5

// Fold returns the fold of a document: all of its candidates are in one, so that none is judged by a fit to its document.
func Fold(document int) int { return document % folds }

// within returns the rows of a fold, or those outside it.
func (t *Table) within(fold int, in bool) (rows []int) {
	for row, d := range t.Document {
		if (Fold(d) == fold) == in {
			rows = append(rows, row)
		}
	}
	return rows
}

func (t *Table) all() []int {
	rows := make([]int, len(t.Right))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// regressed returns those of the rows that the regression is for; see rank.Gate.
func (t *Table) regressed(rows []int) []int {
	gate := slices.Index(t.Features, rank.Gate)
	if gate < 0 {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(row int) bool { return t.Value(row, gate) == 0 })
}

// Rights returns the number of right rows.
func (t *Table) rights(rows []int) (n int) {
	for _, row := range rows {
		if t.Right[row] {
			n++
		}
	}
	return n
}

// Count returns how many candidates are right.
func Count(right []bool) (n int) {
	for _, r := range right {
		if r {
			n++
		}
	}
	return n
}

// constant is the scale up to which a feature counts as constant.
const constant = 1e-9

// Moments returns mean and standard deviation of a feature over rows.
func (t *Table) moments(rows []int, feature int) (mean, deviation float64) {
	n := 0.
	for _, row := range rows {
		w := t.weight(row)
		mean, n = mean+float64(w*t.Value(row, feature)), n+w
	}
	mean /= n
	for _, row := range rows {
		d := t.Value(row, feature) - mean
		deviation += float64(t.weight(row) * d * d)
	}
	return mean, math.Sqrt(deviation / n)
}

// Leave leaves out the candidates of which it is not known whether they are right, in place. One that is right stays.
func Leave[C any](candidates []C, right []bool, unknown func(C) bool) ([]C, []bool) {
	n := 0
	for i, c := range candidates {
		if right[i] || !unknown(c) {
			candidates[n], right[n] = c, right[i]
			n++
		}
	}
	return candidates[:n], right[:n]
}

// Unseen returns the distribution, over documents, of the number of targets that are not candidates, given these numbers and
// the weights of the documents; nil: 1 each.
func Unseen(missed []int, weight []float64) []float64 {
	var n []float64
	sum := 0.
	for i, m := range missed {
		w := 1.
		if weight != nil {
			w = weight[i]
		}
		for len(n) <= min(m, mostUnseen) {
			n = append(n, 0)
		}
		n[min(m, mostUnseen)] += w
		sum += w
	}
	for k := range n {
		n[k] /= sum
	}
	return n
}

// mostUnseen is where the distribution is cut; more targets do not change a choice.
const mostUnseen = 30
