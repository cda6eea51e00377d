package fit

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Pull says how strongly a regression keeps to the numbers from which it starts: the penalty is
// ½·Weights·Σ (weight − its start)² + ½·Intercept·(intercept − its start)².
type Pull struct{ Weights, Intercept float64 }

// Regress fits intercept and weights of a judge, whose terms have means and scales, to all rows of a table.
func Regress(j *rank.Judge, t *Table, p Pull) error { return regress(j, t, t.all(), p) }

func regress(j *rank.Judge, t *Table, rows []int, p Pull) error {
	if err := j.Link(t.Features); err != nil {
		return err
	}
	r := &regression{table: t, rows: rows, pull: p, start: []float64{j.Intercept}}
	for _, term := range j.Terms {
		r.terms, r.columns, r.start = append(r.terms, term), append(r.columns, slices.Index(t.Features, term.Feature)), append(r.start, term.Weight)
	}
	if len(j.Trees) > 0 {
		x := make([]float64, len(t.Features))
		for _, row := range rows {
			t.values(row, x)
			r.offset = append(r.offset, j.Margin(x)-j.Regression(x))
		}
	}
	w, err := r.minimum()
	if err != nil {
		return err
	}
	j.Intercept = w[0]
	for i := range j.Terms {
		j.Terms[i].Weight = w[1+i]
	}
	return nil
}

// Standard returns terms without weight for the features, with the means and scales of a table. A constant feature has the
// scale 1.
func Standard(t *Table, features []string) (terms []rank.Term) {
	for _, name := range features {
		mean, scale := t.moments(t.all(), slices.Index(t.Features, name))
		if scale <= constant {
			scale = 1
		}
		terms = append(terms, rank.Term{Feature: name, Mean: mean, Scale: scale})
	}
	return terms
}

// regression is the data of a logistic regression.
type regression struct {
	table   *Table
	rows    []int
	terms   []rank.Term
	columns []int     // of the terms
	offset  []float64 // what trees add to the log-odds of each row; nil: nothing
	start   []float64 // the intercept, then the weights
	pull    Pull
}

// row returns the standardised features of row i in x, behind a 1 for the intercept.
func (r *regression) row(i int, x []float64) {
	x[0] = 1
	for k, c := range r.columns {
		x[1+k] = (r.table.Value(r.rows[i], c) - r.terms[k].Mean) / r.terms[k].Scale
	}
}

// Newton's method ends when no weight changes by more than this, after five to ten steps.
const (
	converged = 1e-10
	mostSteps = 100
)

var errNewton = errors.New("fit: Newton's method did not converge: a feature is not finite or too large")

// minimum returns the weights with the least loss, the intercept first. With both classes the loss is strictly convex, so
// there is one minimum. A step that would raise the loss is halved.
func (r *regression) minimum() ([]float64, error) {
	if len(r.rows) == 0 {
		return nil, errNewton
	}
	w := slices.Clone(r.start)
	loss := r.loss(w)
	for range mostSteps {
		step, err := r.step(w)
		if err != nil {
			return nil, err
		}
		next, to := make([]float64, len(w)), 0.
		for size := 1.; size > 1e-9; size /= 2 {
			for i := range w {
				next[i] = w[i] - float64(size*step[i])
			}
			if to = r.loss(next); to <= loss {
				break
			}
		}
		most := 0.
		for i := range w {
			most = max(most, math.Abs(next[i]-w[i]))
		}
		if !(to <= loss) && most > converged {
			return w, nil // the loss differs by rounding only
		}
		if w, loss = next, to; most <= converged {
			return w, nil
		}
	}
	return nil, errNewton
}

// loss returns −Σ weight · log p(outcome), and the penalty.
func (r *regression) loss(w []float64) (sum float64) {
	x := make([]float64, len(w))
	for i, row := range r.rows {
		r.row(i, x)
		z := r.margin(w, x, i)
		if r.table.Right[row] {
			z = -z
		}
		sum += float64(r.table.weight(row) * softplus(z))
	}
	for a := range w {
		d := w[a] - r.start[a]
		sum += float64(r.strength(a) / 2 * d * d)
	}
	return sum
}

// strength returns the strength of the penalty for a weight.
func (r *regression) strength(a int) float64 {
	if a == 0 {
		return r.pull.Intercept
	}
	return r.pull.Weights
}

// step returns H⁻¹·g, with gradient and Hessian of the loss at w.
func (r *regression) step(w []float64) ([]float64, error) {
	g, h := r.derivatives(w)
	var c mat.Cholesky
	if !c.Factorize(h) {
		return nil, errNewton
	}
	var s mat.VecDense
	if err := c.SolveVecTo(&s, mat.NewVecDense(len(g), g)); err != nil {
		return nil, errNewton
	}
	return s.RawVector().Data, nil
}

// derivatives returns gradient [W] and Hessian [W, W] of the loss. As in grower.parting, it writes nothing that is shared.
//
//go:norace
func (r *regression) derivatives(w []float64) ([]float64, *mat.SymDense) {
	n := len(w)
	g, h := make([]float64, n), make([]float64, n*n)
	x := make([]float64, n)
	for i, row := range r.rows {
		r.row(i, x)
		weight, p := r.table.weight(row), rank.Logistic(r.margin(w, x, i))
		d := p
		if r.table.Right[row] {
			d = p - 1
		}
		for a, v := range x {
			g[a] += float64(weight * d * v)
			u := weight * p * (1 - p) * v
			for b := a; b < n; b++ {
				h[a*n+b] += float64(u * x[b])
			}
		}
	}
	for a := range w {
		g[a] += float64(r.strength(a) * (w[a] - r.start[a]))
		h[a*n+a] += r.strength(a)
	}
	return g, mat.NewSymDense(n, h)
}

// margin returns the log-odds of row i, whose features are x, by weights.
func (r *regression) margin(w, x []float64, i int) float64 {
	z := w[0]
	for k := range r.columns {
		z += float64(w[1+k] * x[1+k])
	}
	if r.offset != nil {
		z += r.offset[i]
	}
	return z
}
