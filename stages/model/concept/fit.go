package concept

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Example is a document with known concepts, and its candidates by a memory that lacks this document.
type Example struct {
	Candidates []Candidate
	Right      []bool // for each candidate
	Missed     int    // concepts that are not among the candidates
}

// LeastRight is the least number of right candidates for a fit.
const LeastRight = 10

// TooFewError is the error of a fit with fewer right candidates than LeastRight.
type TooFewError struct{ Right, Candidates int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%[2]d of %[1]d candidates are right, want at least %[3]d", e.Candidates, e.Right, LeastRight)
}

// folds is the number of folds: trees that are fitted to the others judge the documents of a fold.
const folds = 3

// The number of trees is a multiple of everyTrees, up to mostTrees.
const (
	everyTrees = 20
	mostTrees  = 240
)

// Fitted is a choice, and how it does on folds.
type Fitted struct {
	*Choice
	F1 []float64 // by example: F1 of the five best candidates, by trees of the other folds
}

// Steps returns the number of steps of a fit, with another choice to correct or without.
func Steps(first *Choice) int64 {
	n := int64(folds * (mostTrees/everyTrees + 1))
	if first != nil {
		n *= 2
	}
	return n
}

// Fit fits a choice to documents: a new one, or trees that correct first if that has less loss over the folds. It takes the number
// of trees with the lowest loss, and fits Steps to the margins of the folds. first may be nil. With fewer right candidates than
// LeastRight, the error is a *TooFewError. step is called after each of Steps steps.
func Fit(examples []Example, first *Choice, step func()) (*Fitted, error) {
	rows := rowsOf(examples)
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
	best := tried(t, nil, step)
	if first != nil {
		if other := tried(t, first, step); other.loss < best.loss {
			best = other
		}
	}
	g := newGrower(t, func(row) bool { return true }, best.first)
	for range best.trees {
		g.grow()
	}
	c := &Choice{Documents: len(examples), Right: right, Start: g.start, Trees: g.trees, Unseen: unseen(examples)}
	c.Steps = isotonic(best.margins, rows)
	c.Thresholds = c.thresholds(best.margins)
	return &Fitted{c, f1s(examples, best.margins)}, nil
}

// thresholds returns those of the candidates of a corpus with these margins.
func (c *Choice) thresholds(margins []float64) []rank.Threshold {
	corpus := make([]rank.Mass, len(margins))
	for i, m := range margins {
		corpus[i] = rank.Mass{Probability: c.calibrated(m), Weight: 1}
	}
	return rank.Thresholds(corpus)
}

// mostUnseen is where the distribution of unseen concepts is cut; more do not change a choice.
const mostUnseen = 30

// unseen returns the distribution, over documents, of the number of concepts that are not among the candidates.
func unseen(examples []Example) (shares []float64) {
	for _, e := range examples {
		missed := min(e.Missed, mostUnseen)
		for len(shares) <= missed {
			shares = append(shares, 0)
		}
		shares[missed]++
	}
	for k := range shares {
		shares[k] /= float64(len(examples))
	}
	return shares
}

// trial is how a choice does on folds.
type trial struct {
	first   *Choice
	trees   int
	loss    float64
	margins []float64 // of each row, by trees of the other folds
}

// tried grows trees on folds and takes the number with the lowest loss.
func tried(t *table, first *Choice, step func()) trial {
	all := make([]trial, mostTrees/everyTrees+1)
	for n := range all {
		all[n] = trial{first: first, trees: n * everyTrees, margins: make([]float64, len(t.rows))}
	}
	for fold := range folds {
		g := newGrower(t, func(r row) bool { return r.document%folds != fold }, first)
		for n := range all {
			if n > 0 {
				for range everyTrees {
					g.grow()
				}
			}
			for i, r := range t.rows {
				if r.document%folds == fold {
					all[n].margins[i] = g.margin[i]
					all[n].loss += loss(g.margin[i], r.right)
				}
			}
			step()
		}
	}
	return slices.MinFunc(all, func(a, b trial) int { return cmp.Compare(a.loss, b.loss) })
}

// row is a candidate of an example.
type row struct {
	features []float32
	right    bool
	document int
}

func rowsOf(examples []Example) (rows []row) {
	for d, e := range examples {
		for i := range e.Candidates {
			rows = append(rows, row{e.Candidates[i].Features, e.Right[i], d})
		}
	}
	return rows
}

// loss returns the negative log-likelihood of an outcome.
func loss(margin float64, right bool) float64 {
	if right {
		margin = -margin
	}
	return math.Log1p(math.Exp(-math.Abs(margin))) + max(margin, 0)
}

// drawn returns a pseudo-random number in [0, n) that depends on seed and i alone.
func drawn(seed, i, n int) int {
	var b [16]byte
	for k := range 8 {
		b[k], b[8+k] = byte(seed>>(8*k)), byte(i>>(8*k))
	}
	return int(xxh3.Hash(b[:]) % uint64(n))
}
