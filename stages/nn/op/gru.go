package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// GRUParams are the weights of one direction of a GRU with states of h numbers. The rows of the gates r, z, n stand one
// below the other, as in PyTorch.
type GRUParams[T kernel.Float] struct {
	Input  *Linear[T] // [3h, in]
	Hidden *Linear[T] // [3h, h]
}

// Size returns h.
func (p *GRUParams[T]) Size() int { return p.Hidden.In() }

// Step computes the states y [rows, h] after x [rows, in] from the states h.
func (p *GRUParams[T]) Step(pass *Pass[T], y, x, h []T, rows int) {
	a, b := pass.Pool.Get(rows*3*p.Size()), pass.Pool.Get(rows*3*p.Size())
	p.Input.Forward(pass.Workers, a, x, rows, false)
	p.Hidden.Forward(pass.Workers, b, h, rows, false)
	kernel.GRU(pass.Workers, y, a, b, h, rows, p.Size())
	pass.Pool.Put(a, b)
}

// GRU returns the states after each row of a layer of gated recurrent units (Cho et al., EMNLP 2014; kernel.GRU has the formula).
// It reads the sequences, which name the rows of x one after the other, forward with ways[0] and, if there are two, backward with
// ways[1]; the states of both stand side by side. first, for one direction only, holds the first state of each sequence
// [sequences, h]; nil: 0. The dropout place, of the input, is SITE.input.
//
// The products of the input are computed for all rows at once, those of the state step by step for the sequences that
// have not ended. In bfloat16 only the former are rounded: errors of the latter would add up over the steps.
func (g *Graph[T]) GRU(site string, ways []GRUParams[T], sequences []kernel.Range, x, first *Flow[T]) *Flow[T] {
	if g.Check(checkWays(site, ways, x.Width, first != nil), checkSequences(site, sequences, x.Rows)) {
		return new(Flow[T])
	}
	w, pool, drop, width := g.Workers, g.Pool, g.drop(site+".input"), 0
	for i := range ways {
		width += ways[i].Size()
	}
	in, inputs, start := x.X, []*Flow[T]{x}, []T(nil)
	if first != nil {
		inputs, start = append(inputs, first), first.X
	}
	if drop.Rate != 0 {
		in = pool.Get(len(x.X))
		kernel.Dropout(w, in, x.X, drop, 0)
	}
	y, runs, kept, at := pool.Get(x.Rows*width), make([]run[T], len(ways)), [][]T(nil), 0
	for i := range ways {
		p, r := &ways[i], &runs[i]
		r.stepOrder = newStepOrder(sequences, i == 1)
		states := r.forward(g.Pass, p, in, start)
		place(w, y, states, r.rows, p.Size(), width, at)
		pool.Put(states)
		kept, at = append(kept, r.x, r.a, r.b, r.h), at+p.Size()
	}
	if drop.Rate != 0 {
		pool.Put(in)
	}
	if first != nil && !g.Train {
		first.FreeX() // only this layer reads it
	}
	return g.add(Step[T]{"recurrent", NewFlow(g.Pool, y, x.Rows, width), inputs, kept, func(din []*Flow[T], dout *Flow[T]) {
		dy, at := dout.take(), 0
		dx := pool.Zeros(x.Rows * x.Width)
		for i := range ways {
			p, r := &ways[i], &runs[i]
			dstates := pool.Get(x.Rows * p.Size())
			gather(w, dstates, dy, r.rows, p.Size(), width, at)
			dfirst := r.backward(g.Pass, p, dx, dstates)
			if first != nil {
				d := pool.Get(len(dfirst))
				place(w, d, dfirst, r.sequences, p.Size(), p.Size(), 0)
				din[1].AddX(w, d)
			}
			pool.Put(dstates, dfirst)
			at += p.Size()
		}
		pool.Put(dy)
		dropout(w, dx, dx, drop)
		din[0].AddX(w, dx)
	}})
}

func checkWays[T kernel.Float](site string, ways []GRUParams[T], width int, started bool) error {
	if n := len(ways); n < 1 || n > 2 || started && n > 1 {
		return fmt.Errorf("op: %s: a recurrent layer of %d directions", site, n)
	}
	for _, p := range ways {
		if err := check(checkLinear(site, p.Input, 3*p.Size(), width), checkLinear(site, p.Hidden, 3*p.Size(), p.Size())); err != nil {
			return err
		}
	}
	return nil
}

// checkSequences checks that the sequences name each row once, in order.
func checkSequences(site string, sequences []kernel.Range, rows int) error {
	at := 0
	for i, s := range sequences {
		if s.Lo != at || s.Hi <= at {
			return fmt.Errorf("op: %s: sequence %d is rows %v; expected some from %d on", site, i, s, at)
		}
		at = s.Hi
	}
	if at != rows {
		return fmt.Errorf("op: %s: the sequences end at row %d of %d", site, at, rows)
	}
	return nil
}

// FirstState returns the first states of a recurrent decoder, one per document: tanh(W·[forward; backward] + b) of the last states
// of the two directions through a document, the forward one at its last row and the backward one at its first. The documents are
// spans of rows of the memory, whose first half of columns is the forward direction.
func (g *Graph[T]) FirstState(p *Linear[T], spans []kernel.Range, memory *Flow[T]) *Flow[T] {
	const site = "first state"
	d, n := memory.Width, len(spans)
	if g.Check(checkLinear(site, p, d, d), checkSpans(site, spans, memory)) {
		return new(Flow[T])
	}
	pool, w := g.Pool, g.Workers
	ends, y := pool.Get(n*d), pool.Get(n*d)
	for i, s := range spans {
		copy(ends[i*d:], memory.X[(s.Hi-1)*d:][:d/2])
		copy(ends[i*d+d/2:], memory.X[s.Lo*d+d/2:][:d/2])
	}
	p.Forward(w, y, ends, n, false)
	kernel.Tanh(y)
	return g.add(Step[T]{site, NewFlow(g.Pool, y, n, d), []*Flow[T]{memory}, [][]T{ends}, func(din []*Flow[T], dout *Flow[T]) {
		dy, dends, dx := dout.take(), pool.Get(n*d), pool.Zeros(memory.Rows*d)
		for i, v := range y {
			dy[i] *= 1 - T(v*v)
		}
		p.Backward(w, dends, dy, ends, n, false)
		for i, s := range spans {
			for j, v := range dends[i*d : i*d+d/2] {
				dx[(s.Hi-1)*d+j] += v
				dx[s.Lo*d+d/2+j] += dends[i*d+d/2+j]
			}
		}
		pool.Put(dy, dends)
		din[0].AddX(w, dx)
	}})
}

func checkSpans[T kernel.Float](site string, spans []kernel.Range, memory *Flow[T]) error {
	if memory.Width%2 != 0 {
		return fmt.Errorf("op: %s: the width of %d does not divide into two directions", site, memory.Width)
	}
	for i, s := range spans {
		if s.Lo < 0 || s.Hi <= s.Lo || s.Hi > memory.Rows {
			return fmt.Errorf("op: %s: document %d is rows %v of %d", site, i, s, memory.Rows)
		}
	}
	return nil
}
