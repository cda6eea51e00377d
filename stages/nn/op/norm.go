package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Norm is layer normalisation (Ba, Kiros, Hinton 2016) with the biased variance.
type Norm[T kernel.Float] struct {
	Gain, Bias *Param[T] // [d]
	Epsilon    float64   // added to the variance; 0: 1e-5
}

// epsilon returns the number added to the variance.
func (n *Norm[T]) epsilon() T {
	if n.Epsilon == 0 {
		return 1e-5
	}
	return T(n.Epsilon)
}

// Width returns d.
func (n *Norm[T]) Width() int { return n.Gain.Shape[0] }

// normed is a normalised stream and what its derivative needs.
type normed[T kernel.Float] struct {
	h          []T // [R, d]
	mean, rstd []T // [R]
}

// Forward computes y [rows, d] from x.
func (n *Norm[T]) Forward(pass *Pass[T], y, x []T, rows int) {
	mean, rstd := pass.Pool.Get(rows), pass.Pool.Get(rows)
	kernel.LayerNorm(pass.Workers, y, x, n.Gain.Weights, n.Bias.Weights, mean, rstd, rows, n.Width(), n.epsilon())
	pass.Pool.Put(mean, rstd)
}

// forward computes the norm of x [rows, d] into slices of the pool.
func (n *Norm[T]) forward(pass *Pass[T], x []T, rows int) normed[T] {
	o := normed[T]{pass.Pool.Get(rows * n.Width()), pass.Pool.Get(rows), pass.Pool.Get(rows)}
	kernel.LayerNorm(pass.Workers, o.h, x, n.Gain.Weights, n.Bias.Weights, o.mean, o.rstd, rows, n.Width(), n.epsilon())
	return o
}

// last is forward for a sub-layer that ends with the norm. The caller owns the result y; kept is the rest that the
// derivative needs.
func (n *Norm[T]) last(pass *Pass[T], x []T, rows int) (y []T, kept normed[T]) {
	kept = n.forward(pass, x, rows)
	y, kept.h = kept.h, nil
	return y, kept
}

// backward adds to dx [R, d] and to the gradients of gain and bias, given dh, the derivative of o.h.
func (n *Norm[T]) backward(pass *Pass[T], dx, dh, x []T, o normed[T], rows int) {
	kernel.LayerNormGrad(pass.Workers, dx, dh, x, n.Gain.Weights, o.mean, o.rstd, n.Gain.Grads, n.Bias.Grads, rows, n.Width())
}

func (o *normed[T]) free(pass *Pass[T]) {
	pass.Pool.Put(o.h, o.mean, o.rstd)
	*o = normed[T]{}
}

// FinalNorm is the norm at the end of the encoder.
type FinalNorm[T kernel.Float] struct {
	pass *Pass[T]
	norm *Norm[T]
	rows int
	kept normed[T]
}

// NewFinalNorm returns a norm over rows rows.
func NewFinalNorm[T kernel.Float](pass *Pass[T], n *Norm[T], rows int) (*FinalNorm[T], error) {
	if err := checkNorm("final norm", n, n.Width()); err != nil {
		return nil, err
	}
	return &FinalNorm[T]{pass: pass, norm: n, rows: rows}, nil
}

// Inputs returns 1: the stream.
func (o *FinalNorm[T]) Inputs() int { return 1 }

// Shape returns that of the stream.
func (o *FinalNorm[T]) Shape() (int, int) { return o.rows, o.norm.Width() }

// Forward normalises.
func (o *FinalNorm[T]) Forward(in []*Flow[T]) *Flow[T] {
	y, k := o.norm.last(o.pass, in[0].X, o.rows)
	out := NewFlow(o.pass.Pool, y, o.rows, o.norm.Width())
	if o.pass.Train {
		o.kept = k
	} else {
		k.free(o.pass)
	}
	return out
}

// Backward computes the derivative.
func (o *FinalNorm[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	dh := dout.take()
	dx := o.pass.Pool.Zeros(len(dh))
	o.norm.backward(o.pass, dx, dh, in[0].X, o.kept, o.rows)
	o.kept.free(o.pass)
	o.pass.Pool.Put(dh)
	din[0].AddX(o.pass.Workers, dx)
}

func checkNorm[T kernel.Float](name string, n *Norm[T], width int) error {
	if len(n.Gain.Weights) != width || len(n.Bias.Weights) != width {
		return fmt.Errorf("op: %s: %s has %d elements and %s %d; the stream has %d",
			name, n.Gain.Name, len(n.Gain.Weights), n.Bias.Name, len(n.Bias.Weights), width)
	}
	return nil
}

func checkLinear[T kernel.Float](name string, l *Linear[T], out, in int) error {
	if len(l.W.Shape) != 2 || l.Out() != out || l.In() != in {
		return fmt.Errorf("op: %s: %s has shape %v, want [%d %d]", name, l.W.Name, l.W.Shape, out, in)
	}
	if l.B != nil && len(l.B.Weights) != out {
		return fmt.Errorf("op: %s: %s has %d elements, want %d", name, l.B.Name, len(l.B.Weights), out)
	}
	return nil
}

// check returns the first error of several checks.
func check(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
