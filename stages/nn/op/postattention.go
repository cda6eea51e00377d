package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// PostAttention is LN(x + drop(Out·Attend(x))), the self-attention sub-layer with its norm last, as in the first
// Transformer (Vaswani et al. 2017) and BERT. Segments are those of SelfAttention.
type PostAttention[T kernel.Float] struct {
	pass *Pass[T]
	AttentionParams[T]
	segs             []kernel.Segment
	rows             int
	weightDrop, drop kernel.Drop

	kept attended[T]
	sum  []T // [R, d] input of the norm
}

// NewPostAttention returns the sub-layer over rows rows, which the segments cover. Dropout places are those of
// NewSelfAttention.
func NewPostAttention[T kernel.Float](pass *Pass[T], site string, p AttentionParams[T], segs []kernel.Segment, rows int) (*PostAttention[T], error) {
	if err := check(p.check(site), checkSegments(site, segs, rows, rows)); err != nil {
		return nil, err
	}
	return &PostAttention[T]{pass: pass, AttentionParams: p, segs: segs, rows: rows,
		weightDrop: pass.drop(site + ".self_attn_weights"), drop: pass.drop(site + ".self_attn_out")}, nil
}

// Inputs returns 1: the stream.
func (o *PostAttention[T]) Inputs() int { return 1 }

// Shape returns that of the stream.
func (o *PostAttention[T]) Shape() (int, int) { return o.rows, o.Width() }

// Forward computes the sub-layer.
func (o *PostAttention[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, w, x, d := o.pass, o.pass.Workers, in[0].X, o.Width()
	a := attended[T]{}
	a.q, a.k, a.v, a.context = pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d)
	o.All(w, a.q, a.k, a.v, x, o.rows)
	if pass.Train {
		a.weights = pass.Pool.Get(kernel.WeightsLen(o.segs, o.Heads))
		kernel.Attend(w, a.context, a.weights, a.q, a.k, a.v, o.segs, o.Heads, d, o.weightDrop)
	} else {
		o.Attend(w, a.context, a.q, a.k, a.v, o.segs)
	}
	sum := o.finish(pass, x, a.context, o.rows, o.drop)
	y, n := o.Norm.last(pass, sum, o.rows)
	a.normed = n
	if pass.Train {
		o.kept, o.sum = a, sum
	} else {
		a.free(pass)
		pass.Pool.Put(sum)
	}
	return NewFlow(pass.Pool, y, o.rows, d)
}

// Backward computes the derivative.
func (o *PostAttention[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pass, w, n, a := o.pass, o.pass.Workers, o.rows*o.Width(), &o.kept
	dy := dout.take()
	dx := pass.Pool.Zeros(n) // the derivative of the sum and, by the residual, of x
	o.Norm.backward(pass, dx, dy, o.sum, a.normed, o.rows)
	pass.Pool.Put(dy, o.sum)
	dcontext := o.finishGrad(pass, dx, a.context, o.rows, o.drop)
	dq, dk, dv := pass.Pool.Zeros(n), pass.Pool.Zeros(n), pass.Pool.Zeros(n)
	kernel.AttendGrad(w, dq, dk, dv, dcontext, a.weights, a.q, a.k, a.v, o.segs, o.Heads, o.Width(), o.weightDrop)
	scale(w, dq, o.queryScale())
	// Without a norm in front the maps read x itself: their gradients add to the residual's.
	o.Q.Backward(w, dx, dq, in[0].X, o.rows, true)
	o.K.Backward(w, dx, dk, in[0].X, o.rows, true)
	o.V.Backward(w, dx, dv, in[0].X, o.rows, true)
	pass.Pool.Put(dq, dk, dv, dcontext)
	a.free(pass)
	o.sum = nil
	din[0].AddX(w, dx)
}
