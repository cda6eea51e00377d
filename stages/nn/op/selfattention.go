package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// SelfAttention is x + drop(Out·Attend(LN(x))), the self-attention sub-layer with its norm first. The segments decide
// which rows see which: the tokens of a document see each other; a position of a slot sees itself and the earlier
// positions of its slot.
type SelfAttention[T kernel.Float] struct {
	pass *Pass[T]
	AttentionParams[T]
	segs             []kernel.Segment
	rows             int
	weightDrop, drop kernel.Drop

	kept attended[T]
}

// NewSelfAttention returns the sub-layer over rows rows, which the segments cover. site names the layer, for the dropout
// places SITE.self_attn_weights (in the layout of kernel.Attend) and SITE.self_attn_out.
func NewSelfAttention[T kernel.Float](pass *Pass[T], site string, p AttentionParams[T], segs []kernel.Segment, rows int) (*SelfAttention[T], error) {
	if err := check(p.check(site), checkSegments(site, segs, rows, rows)); err != nil {
		return nil, err
	}
	return &SelfAttention[T]{pass: pass, AttentionParams: p, segs: segs, rows: rows,
		weightDrop: pass.drop(site + ".self_attn_weights"), drop: pass.drop(site + ".self_attn_out")}, nil
}

// Inputs returns 1: the stream.
func (o *SelfAttention[T]) Inputs() int { return 1 }

// Shape returns that of the stream.
func (o *SelfAttention[T]) Shape() (int, int) { return o.rows, o.Width() }

// Forward computes the sub-layer.
func (o *SelfAttention[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, w, d := o.pass, o.pass.Workers, o.Width()
	a := attended[T]{normed: o.Norm.forward(pass, in[0].X, o.rows)}
	a.q, a.k, a.v, a.context = pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d)
	o.All(w, a.q, a.k, a.v, a.h, o.rows)
	if pass.Train {
		a.weights = pass.Pool.Get(kernel.WeightsLen(o.segs, o.Heads))
		kernel.Attend(w, a.context, a.weights, a.q, a.k, a.v, o.segs, o.Heads, d, o.weightDrop)
	} else {
		o.Attend(w, a.context, a.q, a.k, a.v, o.segs)
	}
	y := o.finish(pass, in[0].X, a.context, o.rows, o.drop)
	if pass.Train {
		o.kept = a
	} else {
		a.free(pass)
	}
	return NewFlow(pass.Pool, y, o.rows, d)
}

// Backward computes the derivative.
func (o *SelfAttention[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pass, w, n, a := o.pass, o.pass.Workers, o.rows*o.Width(), &o.kept
	dx := dout.take() // the residual passes the gradient on
	dcontext := o.finishGrad(pass, dx, a.context, o.rows, o.drop)
	dq, dk, dv := pass.Pool.Zeros(n), pass.Pool.Zeros(n), pass.Pool.Zeros(n)
	kernel.AttendGrad(w, dq, dk, dv, dcontext, a.weights, a.q, a.k, a.v, o.segs, o.Heads, o.Width(), o.weightDrop)
	scale(w, dq, o.queryScale())
	dh := dcontext // AttendGrad was the last to read it
	o.Q.Backward(w, dh, dq, a.h, o.rows, false)
	o.K.Backward(w, dh, dk, a.h, o.rows, true)
	o.V.Backward(w, dh, dv, a.h, o.rows, true)
	pass.Pool.Put(dq, dk, dv)
	o.Norm.backward(pass, dx, dh, in[0].X, a.normed, o.rows)
	pass.Pool.Put(dh)
	a.free(pass)
	din[0].AddX(w, dx)
}
