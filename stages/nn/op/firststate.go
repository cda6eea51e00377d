package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// FirstState is the first state of a recurrent decoder: tanh(W·[forward; backward] + b) of the last states of the two
// directions through a document, the forward one at its last row and the backward one at its first.
type FirstState[T kernel.Float] struct {
	pass  *Pass[T]
	p     *Linear[T]
	spans []kernel.Range
	rows  int

	ends, y []T // [documents, d]
}

// NewFirstState returns the state for documents that are spans of rows of a memory [rows, d]. The first half of the
// memory's columns is the forward direction, the second half the backward one.
func NewFirstState[T kernel.Float](pass *Pass[T], p *Linear[T], spans []kernel.Range, rows int) (*FirstState[T], error) {
	const site = "first state"
	if err := checkLinear(site, p, p.Out(), p.Out()); err != nil {
		return nil, err
	}
	if p.In()%2 != 0 {
		return nil, fmt.Errorf("op: %s: the width of %d does not divide into two directions", site, p.In())
	}
	for i, s := range spans {
		if s.Lo < 0 || s.Hi <= s.Lo || s.Hi > rows {
			return nil, fmt.Errorf("op: %s: document %d is rows %v of %d", site, i, s, rows)
		}
	}
	return &FirstState[T]{pass: pass, p: p, spans: spans, rows: rows}, nil
}

// Inputs returns 1: the memory.
func (o *FirstState[T]) Inputs() int { return 1 }

// Shape returns [documents, d].
func (o *FirstState[T]) Shape() (int, int) { return len(o.spans), o.p.Out() }

// Forward computes the states.
func (o *FirstState[T]) Forward(in []*Flow[T]) *Flow[T] {
	n, d := o.Shape()
	ends, y := o.pass.Pool.Get(n*d), o.pass.Pool.Get(n*d)
	for i, s := range o.spans {
		copy(ends[i*d:], in[0].X[(s.Hi-1)*d:][:d/2])
		copy(ends[i*d+d/2:], in[0].X[s.Lo*d+d/2:][:d/2])
	}
	o.p.Forward(o.pass.Workers, y, ends, n, false)
	kernel.Tanh(y)
	if o.pass.Train {
		o.ends, o.y = ends, append(o.pass.Pool.Get(n * d)[:0], y...) // the graph owns the result, so keep a copy
	} else {
		o.pass.Pool.Put(ends)
	}
	return NewFlow(o.pass.Pool, y, n, d)
}

// Backward computes the derivative.
func (o *FirstState[T]) Backward(_, din []*Flow[T], dout *Flow[T]) {
	pool, w := o.pass.Pool, o.pass.Workers
	n, d := o.Shape()
	dy, dends, dx := dout.take(), pool.Get(n*d), pool.Zeros(o.rows*d)
	for i, v := range o.y {
		dy[i] *= 1 - T(v*v)
	}
	o.p.Backward(w, dends, dy, o.ends, n, false)
	for i, s := range o.spans {
		for j, v := range dends[i*d : i*d+d/2] {
			dx[(s.Hi-1)*d+j] += v
			dx[s.Lo*d+d/2+j] += dends[i*d+d/2+j]
		}
	}
	pool.Put(dy, dends, o.ends, o.y)
	o.ends, o.y = nil, nil
	din[0].AddX(w, dx)
}
