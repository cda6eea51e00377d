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

// backward adds to dx [R, d] and to the gradients of gain and bias, given dh, the derivative of o.h.
func (n *Norm[T]) backward(pass *Pass[T], dx, dh, x []T, o normed[T], rows int) {
	kernel.LayerNormGrad(pass.Workers, dx, dh, x, n.Gain.Weights, o.mean, o.rstd, n.Gain.Grads, n.Bias.Grads, rows, n.Width())
}

// Norm returns the norm of the stream, as at the end of an encoder.
func (g *Graph[T]) Norm(n *Norm[T], x *Flow[T]) *Flow[T] {
	if g.Check(checkNorm("norm", n, x.Width)) {
		return new(Flow[T])
	}
	o := n.forward(g.Pass, x.X, x.Rows)
	return g.add(Step[T]{"norm", NewFlow(g.Pool, o.h, x.Rows, x.Width), []*Flow[T]{x}, [][]T{o.mean, o.rstd}, func(din []*Flow[T], dout *Flow[T]) {
		dh := dout.take()
		dx := g.Pool.Zeros(len(dh))
		n.backward(g.Pass, dx, dh, x.X, o, x.Rows)
		g.Pool.Put(dh)
		din[0].AddX(g.Workers, dx)
	}})
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
