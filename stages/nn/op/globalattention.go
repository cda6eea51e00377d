package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// GlobalAttention is drop([s; c]), a decoder's state followed by its view of the document: c = Σ p·m over the rows m of the
// memory, with p the softmax of s·W·m (the score "general" of Luong, Pham, Manning, EMNLP 2015). It also returns p as the
// copy mechanism's weights.
type GlobalAttention[T kernel.Float] struct {
	pass       *Pass[T]
	score      *Linear[T]
	segs       []kernel.Segment
	rows, keys int
	drop       kernel.Drop

	q, weights []T
}

// NewGlobalAttention returns the layer for states of rows positions and a memory of keys rows, both as wide as score,
// [d, d]; each segment is positions of one document. The dropout place is SITE.out.
func NewGlobalAttention[T kernel.Float](pass *Pass[T], site string, score *Linear[T], segs []kernel.Segment, rows, keys int) (*GlobalAttention[T], error) {
	if err := check(checkLinear(site, score, score.Out(), score.Out()), checkSegments(site, segs, rows, keys)); err != nil {
		return nil, err
	}
	return &GlobalAttention[T]{pass: pass, score: score, segs: segs, rows: rows, keys: keys, drop: pass.drop(site + ".out")}, nil
}

// Look computes y [rows, 2d] from states s [rows, d] that attend to a memory, without dropout. It returns the queries s·W
// [rows, d] and the attention weights.
func Look[T kernel.Float](pass *Pass[T], score *Linear[T], y, s []T, rows int, memory Keyed[T], segs []kernel.Segment) (q, weights []T) {
	w, d := pass.Workers, score.Out()
	q, weights = pass.Pool.Get(rows*d), pass.Pool.Get(kernel.WeightsLen(segs, 1))
	context := pass.Pool.Get(rows * d)
	score.Forward(w, q, s, rows, false)
	memory.Attend(w, context, weights, q, segs, 1, d, kernel.Drop{})
	for i := range rows {
		copy(y[i*2*d:], s[i*d:(i+1)*d])
		copy(y[i*2*d+d:], context[i*d:(i+1)*d])
	}
	pass.Pool.Put(context)
	return q, weights
}

// Inputs returns 2: the states and the memory.
func (o *GlobalAttention[T]) Inputs() int { return 2 }

// Shape returns [rows, 2d].
func (o *GlobalAttention[T]) Shape() (int, int) { return o.rows, 2 * o.score.Out() }

// Forward computes the layer.
func (o *GlobalAttention[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass := o.pass
	rows, width := o.Shape()
	y := pass.Pool.Get(rows * width)
	q, weights := Look(pass, o.score, y, in[0].X, rows, Keyed[T]{K: in[1].X, V: in[1].X}, o.segs)
	dropout(pass.Workers, y, y, o.drop)
	out := NewFlow(pass.Pool, y, rows, width)
	out.Copy = weights
	if pass.Train {
		o.q, o.weights = q, append(pass.Pool.Get(len(weights))[:0], weights...) // the graph owns those it is given, so keep a copy
	} else {
		pass.Pool.Put(q)
	}
	return out
}

// Backward computes the derivative.
func (o *GlobalAttention[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pool, w, d, n := o.pass.Pool, o.pass.Workers, o.score.Out(), o.rows*o.score.Out()
	dy, ds, dcontext := dout.take(), pool.Get(n), pool.Get(n)
	dropout(w, dy, dy, o.drop)
	for i := range o.rows {
		copy(ds[i*d:(i+1)*d], dy[i*2*d:])
		copy(dcontext[i*d:(i+1)*d], dy[i*2*d+d:])
	}
	pool.Put(dy)
	dq, dk, dv := pool.Zeros(n), pool.Zeros(o.keys*d), pool.Zeros(o.keys*d)
	kernel.AttendGrad(w, dq, dk, dv, dcontext, o.weights, o.q, in[1].X, in[1].X, o.segs, 1, d, kernel.Drop{})
	if dout.Copy != nil {
		copyGrad(o.pass, dq, dk, dout.Copy, &attended[T]{q: o.q, k: in[1].X, weights: o.weights}, o.segs, 1, d, kernel.Drop{})
	}
	o.score.Backward(w, ds, dq, in[0].X, o.rows, true)
	kernel.Add(w, dk, dv) // the memory is both keys and values
	pool.Put(dcontext, dq, dv, o.q, o.weights)
	o.q, o.weights = nil, nil
	din[0].AddX(w, ds)
	din[1].AddX(w, dk)
}
