package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

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

// GlobalAttention returns drop([s; c]) [R, 2d], a decoder's state followed by its view of the document: c = Σ p·m over the rows m
// of the memory, with p the softmax of s·W·m (the score "general" of Luong, Pham, Manning, EMNLP 2015). The result carries p as
// the copy mechanism's weights. The states and the memory are as wide as score, [d, d]; each segment is positions of one document.
// The dropout place is SITE.out.
func (g *Graph[T]) GlobalAttention(site string, score *Linear[T], segs []kernel.Segment, states, memory *Flow[T]) *Flow[T] {
	if g.Check(checkLinear(site, score, states.Width, states.Width), checkSegments(site, segs, states.Rows, memory.Rows)) {
		return new(Flow[T])
	}
	w, pool, rows, keys, d, drop := g.Workers, g.Pool, states.Rows, memory.Rows, states.Width, g.drop(site+".out")
	m, y := memory.X, pool.Get(2*rows*d)
	q, weights := Look(g.Pass, score, y, states.X, rows, Keyed[T]{K: m, V: m}, segs)
	dropout(w, y, y, drop)
	out := g.add(Step[T]{"attention", NewFlow(g.Pool, y, rows, 2*d), []*Flow[T]{states, memory}, [][]T{q}, func(din []*Flow[T], dout *Flow[T]) {
		n := rows * d
		dy, ds, dcontext := dout.take(), pool.Get(n), pool.Get(n)
		dropout(w, dy, dy, drop)
		for i := range rows {
			copy(ds[i*d:(i+1)*d], dy[i*2*d:])
			copy(dcontext[i*d:(i+1)*d], dy[i*2*d+d:])
		}
		pool.Put(dy)
		dq, dk, dv := pool.Zeros(n), pool.Zeros(keys*d), pool.Zeros(keys*d)
		kernel.AttendGrad(w, dq, dk, dv, dcontext, weights, q, m, m, segs, 1, d, kernel.Drop{})
		if dout.Copy != nil {
			copyGrad(g.Pass, dq, dk, dout.Copy, q, m, weights, segs, 1, d, kernel.Drop{})
		}
		score.Backward(w, ds, dq, states.X, rows, true)
		kernel.Add(w, dk, dv) // the memory is both keys and values
		pool.Put(dcontext, dq, dv)
		din[0].AddX(w, ds)
		din[1].AddX(w, dk)
	}})
	out.Copy = weights
	return out
}
