package fit

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// regression is the data of a logistic regression: rows of standardised numbers and whether each is right.
type regression struct {
	x        [][]float64
	right    []bool
	strength float64 // λ of ½·λ·Σ weight², the intercept not counted; above 0
}

// Newton's method ends when no weight changes by more than this, after five to ten steps.
const (
	converged = 1e-10
	mostSteps = 100
)

var errNewton = errors.New("fit: Newton's method did not converge: a feature is not finite or too large")

// minimum returns the weights with the least loss, the intercept first. With both classes the loss is strictly convex, so
// there is one minimum. A step that would raise the loss is halved.
func (r regression) minimum() ([]float64, error) {
	w := make([]float64, 1+len(r.x[0]))
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

// loss returns −Σ log p(outcome) + ½·λ·Σ weight².
func (r regression) loss(w []float64) (sum float64) {
	for i, x := range r.x {
		z := margin(w, x)
		if r.right[i] {
			z = -z
		}
		sum += softplus(z)
	}
	for _, v := range w[1:] {
		sum += float64(r.strength / 2 * v * v)
	}
	return sum
}

// step returns H⁻¹·g, with gradient and Hessian of the loss at w.
func (r regression) step(w []float64) ([]float64, error) {
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
func (r regression) derivatives(w []float64) ([]float64, *mat.SymDense) {
	n := len(w)
	g, h := make([]float64, n), make([]float64, n*n)
	row := make([]float64, n)
	row[0] = 1
	for i, x := range r.x {
		copy(row[1:], x)
		p := choose.Logistic(margin(w, x))
		d := p
		if r.right[i] {
			d = p - 1
		}
		for a, v := range row {
			g[a] += float64(d * v)
			u := p * (1 - p) * v
			for b := a; b < n; b++ {
				h[a*n+b] += float64(u * row[b])
			}
		}
	}
	for a := 1; a < n; a++ {
		g[a] += float64(r.strength * w[a])
		h[a*n+a] += r.strength
	}
	return g, mat.NewSymDense(n, h)
}

func margin(w, x []float64) float64 {
	z := w[0]
	for i, v := range x {
		z += float64(w[i+1] * v)
	}
	return z
}

// softplus returns log(1 + exp(z)).
func softplus(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }
