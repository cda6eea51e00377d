package concept

import (
	"fmt"
	"math"

	"github.com/zeebo/xxh3"
)

// Example is a document whose concepts are known, with the candidates that a memory without it gave.
type Example struct {
	Candidates []Candidate
	Right      []bool // of each
	Missed     int    // concepts that are no candidates
}

// LeastRight is how many candidates must be right for a fit.
const LeastRight = 30

// TooFewError says that there is too little to fit a choice to.
type TooFewError struct{ Right, Candidates int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("of %d candidates %d are right; at least %d are needed", e.Candidates, e.Right, LeastRight)
}

// folds of the documents: each is judged by trees that were fitted to the others.
const folds = 3

// everyTrees: the number of trees is a multiple of it, up to mostTrees.
const (
	everyTrees = 20
	mostTrees  = 240
)

// Fit fits a choice to documents. Steps are fitted to judgements by trees that have not seen the document.
func Fit(examples []Example) (*Choice, error) {
	rows, missed := rowsOf(examples)
	right := 0
	for _, r := range rows {
		if r.right {
			right++
		}
	}
	if right < LeastRight {
		return nil, &TooFewError{right, len(rows)}
	}
	t := newTable(rows)
	margins := make([]float64, len(rows))
	losses := make([]float64, mostTrees/everyTrees+1)
	stages := make([][]float64, len(losses)) // margins after so many trees
	for i := range stages {
		stages[i] = make([]float64, len(rows))
	}
	for fold := range folds {
		g := newGrower(t, func(r row) bool { return r.document%folds != fold })
		for n := range losses {
			if n > 0 {
				for range everyTrees {
					g.grow()
				}
			}
			for i, r := range rows {
				if r.document%folds == fold {
					stages[n][i] = g.margin[i]
					losses[n] += loss(g.margin[i], r.right)
				}
			}
		}
	}
	best := 0
	for n := range losses {
		if losses[n] < losses[best] {
			best = n
		}
	}
	copy(margins, stages[best])
	g := newGrower(t, func(row) bool { return true })
	for range best * everyTrees {
		g.grow()
	}
	c := &Choice{Documents: len(examples), Right: right, Start: g.start, Trees: g.trees, Missed: float64(missed) / float64(len(examples))}
	c.Steps = isotonic(margins, rows)
	return c, nil
}

// row is a candidate.
type row struct {
	features []float32
	right    bool
	document int
}

func rowsOf(examples []Example) (rows []row, missed int) {
	for d, e := range examples {
		missed += e.Missed
		for i := range e.Candidates {
			rows = append(rows, row{e.Candidates[i].Features, e.Right[i], d})
		}
	}
	return rows, missed
}

// loss is the negative log-likelihood of an outcome.
func loss(margin float64, right bool) float64 {
	if right {
		margin = -margin
	}
	return math.Log1p(math.Exp(-math.Abs(margin))) + max(margin, 0)
}

// drawn is a number in [0, n) that depends on the two alone.
func drawn(seed, i, n int) int {
	var b [16]byte
	for k := range 8 {
		b[k], b[8+k] = byte(seed>>(8*k)), byte(i>>(8*k))
	}
	return int(xxh3.Hash(b[:]) % uint64(n))
}
