package op

import (
	"wrone2set/stages/nn/kernel"
)

// SelfAttention is x + drop(Out·Attend(LN(x))), the self-attention sub-layer with its norm in front. Which rows see
// which is the segments' matter: the tokens of a document each other, a position of a slot the earlier ones of its
// slot and itself.
type SelfAttention[T kernel.Float] struct {
	run *Run[T]
	AttentionParams[T]
	segs             []kernel.Segment
	rows             int
	weightDrop, drop kernel.Drop

	kept attended[T]
}

// NewSelfAttention is the sub-layer over rows rows, which the segments cover. site names the layer, for the dropout
// places SITE.self_attn_weights (laid out as kernel.Attend does) and SITE.self_attn_out.
func NewSelfAttention[T kernel.Float](r *Run[T], site string, p AttentionParams[T], segs []kernel.Segment, rows int) (*SelfAttention[T], error) {
	if err := check(p.check(site), checkSegments(site, segs, rows, rows)); err != nil {
		return nil, err
	}
	return &SelfAttention[T]{run: r, AttentionParams: p, segs: segs, rows: rows,
		weightDrop: r.drop(site + ".self_attn_weights"), drop: r.drop(site + ".self_attn_out")}, nil
}

// Inputs is 1: the stream.
func (o *SelfAttention[T]) Inputs() int { return 1 }

// Shape is that of the stream.
func (o *SelfAttention[T]) Shape() (int, int) { return o.rows, o.Width() }

// Forward computes the sub-layer.
func (o *SelfAttention[T]) Forward(in []*Flow[T]) *Flow[T] {
	r, w, d := o.run, o.run.Workers, o.Width()
	a := attended[T]{normed: o.Norm.forward(r, in[0].X, o.rows)}
	a.q, a.k, a.v, a.context = r.Pool.Get(o.rows*d), r.Pool.Get(o.rows*d), r.Pool.Get(o.rows*d), r.Pool.Get(o.rows*d)
	o.Queries(w, a.q, a.h, o.rows)
	o.K.Forward(w, a.k, a.h, o.rows, false)
	o.V.Forward(w, a.v, a.h, o.rows, false)
	if r.Train {
		a.weights = r.Pool.Get(kernel.WeightsLen(o.segs, o.Heads))
	}
	kernel.Attend(w, a.context, a.weights, a.q, a.k, a.v, o.segs, o.Heads, d, o.weightDrop)
	y := o.finish(r, in[0].X, a.context, o.rows, o.drop)
	if r.Train {
		o.kept = a
	} else {
		a.free(r)
	}
	return NewFlow(r.Pool, y, o.rows, d)
}

// Backward is the derivative.
func (o *SelfAttention[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	r, w, n, a := o.run, o.run.Workers, o.rows*o.Width(), &o.kept
	dx := dout.take() // the residual: what arrives passes through
	dcontext := o.unfinish(r, dx, a.context, o.rows, o.drop)
	dq, dk, dv := r.Pool.Zeros(n), r.Pool.Zeros(n), r.Pool.Zeros(n)
	kernel.AttendGrad(w, dq, dk, dv, dcontext, a.weights, a.q, a.k, a.v, o.segs, o.Heads, o.Width(), o.weightDrop)
	scale(w, dq, o.queryScale())
	dh := dcontext // its content is used up
	o.Q.Backward(w, dh, dq, a.h, o.rows, false)
	o.K.Backward(w, dh, dk, a.h, o.rows, true)
	o.V.Backward(w, dh, dv, a.h, o.rows, true)
	r.Pool.Put(dq, dk, dv)
	o.Norm.backward(r, dx, dh, in[0].X, a.normed, o.rows)
	r.Pool.Put(dh)
	a.free(r)
	din[0].AddX(w, dx)
}
