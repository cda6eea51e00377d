package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// PostFeedForward is LN(x + drop(W2·GELU(W1·x))) (without the biases here), the feed-forward sub-layer of BERT, with its
// norm last.
type PostFeedForward[T kernel.Float] struct {
	pass *Pass[T]
	FeedForwardParams[T]
	rows int
	drop kernel.Drop

	kept          normed[T]
	inner, hidden []T // [R, ff] before and after GELU
	sum           []T // [R, d] input of the norm
}

// NewPostFeedForward returns the sub-layer over rows rows. site names the layer, for the dropout place SITE.ffn_out.
func NewPostFeedForward[T kernel.Float](pass *Pass[T], site string, p FeedForwardParams[T], rows int) (*PostFeedForward[T], error) {
	if err := p.check(site); err != nil {
		return nil, err
	}
	return &PostFeedForward[T]{pass: pass, FeedForwardParams: p, rows: rows, drop: pass.drop(site + ".ffn_out")}, nil
}

// Inputs returns 1: the stream.
func (o *PostFeedForward[T]) Inputs() int { return 1 }

// Shape returns that of the stream.
func (o *PostFeedForward[T]) Shape() (int, int) { return o.rows, o.Norm.Width() }

// Forward computes the sub-layer.
func (o *PostFeedForward[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, w, x, d := o.pass, o.pass.Workers, in[0].X, o.Norm.Width()
	sum := pass.Pool.Get(o.rows * d)
	if !pass.Train && o.W1.isPacked() {
		o.inBlocks(pass, sum, x, o.rows, func(h, x []T, rows int) {
			o.W1.Forward(w, h, x, rows, false)
			kernel.GELU(w, h, h)
		})
	} else {
		inner := pass.Pool.Get(o.rows * o.W1.Out())
		hidden := inner // in place, unless the derivative of GELU will need its input
		if pass.Train {
			hidden = pass.Pool.Get(len(inner))
		}
		o.W1.Forward(w, inner, x, o.rows, false)
		kernel.GELU(w, hidden, inner)
		o.W2.Forward(w, sum, hidden, o.rows, false)
		if pass.Train {
			o.inner, o.hidden = inner, hidden
		} else {
			pass.Pool.Put(inner)
		}
	}
	residual(w, sum, x, o.drop)
	y, n := o.Norm.last(pass, sum, o.rows)
	if pass.Train {
		o.kept, o.sum = n, sum
	} else {
		n.free(pass)
		pass.Pool.Put(sum)
	}
	return NewFlow(pass.Pool, y, o.rows, d)
}

// Backward computes the derivative.
func (o *PostFeedForward[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pass, w := o.pass, o.pass.Workers
	dy := dout.take()
	dx := pass.Pool.Zeros(len(dy)) // the derivative of the sum and, by the residual, of x
	o.Norm.backward(pass, dx, dy, o.sum, o.kept, o.rows)
	pass.Pool.Put(dy, o.sum)
	dz := branch(pass, dx, o.drop)
	dhidden := pass.Pool.Get(len(o.hidden))
	o.W2.Backward(w, dhidden, dz, o.hidden, o.rows, false)
	release(pass, dz, dx)
	kernel.GELUGrad(w, dhidden, dhidden, o.inner)
	o.W1.Backward(w, dx, dhidden, in[0].X, o.rows, true)
	pass.Pool.Put(dhidden, o.inner, o.hidden)
	o.kept.free(pass)
	o.inner, o.hidden, o.sum = nil, nil, nil
	din[0].AddX(w, dx)
}
