package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// GRU is a layer of gated recurrent units over sequences (Cho et al., EMNLP 2014; kernel.GRU has the formula). Its result
// is the state after each row. It reads the sequences forward, or in both directions with separate units, whose states
// stand side by side.
//
// The products of the input are computed for all rows at once, those of the state step by step for the sequences that
// have not ended. In bfloat16 only the former are rounded: errors of the latter would add up over the steps.
type GRU[T kernel.Float] struct {
	pass      *Pass[T]
	ways      []GRUParams[T]
	sequences []kernel.Range
	rows      int
	started   bool
	drop      kernel.Drop

	kept []run[T] // one per direction
}

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

// NewGRU returns the layer over rows rows, which are those of the sequences, one after the other. ways has one direction,
// or two, of which the second runs backward. With started a second input holds the first state of each sequence
// [sequences, h], for one direction only; otherwise it is 0. The dropout place, of the input, is SITE.input.
func NewGRU[T kernel.Float](pass *Pass[T], site string, ways []GRUParams[T], sequences []kernel.Range, rows int, started bool) (*GRU[T], error) {
	if n := len(ways); n < 1 || n > 2 || started && n > 1 {
		return nil, fmt.Errorf("op: %s: a recurrent layer of %d directions", site, n)
	}
	for _, p := range ways {
		if err := check(checkLinear(site, p.Input, 3*p.Size(), ways[0].Input.In()), checkLinear(site, p.Hidden, 3*p.Size(), p.Size())); err != nil {
			return nil, err
		}
	}
	if err := checkSequences(site, sequences, rows); err != nil {
		return nil, err
	}
	return &GRU[T]{pass: pass, ways: ways, sequences: sequences, rows: rows, started: started, drop: pass.drop(site + ".input")}, nil
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

// Inputs returns 1: the stream; 2 with the first states.
func (o *GRU[T]) Inputs() int {
	if o.started {
		return 2
	}
	return 1
}

// Shape returns that of the states, all directions side by side.
func (o *GRU[T]) Shape() (int, int) {
	width := 0
	for i := range o.ways {
		width += o.ways[i].Size()
	}
	return o.rows, width
}

// Forward computes the states.
func (o *GRU[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, w := o.pass, o.pass.Workers
	_, width := o.Shape()
	x, y, at := in[0].X, pass.Pool.Get(o.rows*width), 0
	if o.drop.Rate != 0 {
		x = pass.Pool.Get(len(x))
		kernel.Dropout(w, x, in[0].X, o.drop, 0)
	}
	o.kept = o.kept[:0]
	for i := range o.ways {
		p := &o.ways[i]
		r := run[T]{stepOrder: newStepOrder(o.sequences, i == 1)}
		var first []T
		if o.started {
			first = in[1].X
		}
		states := r.forward(pass, p, x, first)
		place(w, y, states, r.rows, p.Size(), width, at)
		pass.Pool.Put(states)
		at += p.Size()
		if pass.Train {
			o.kept = append(o.kept, r)
		} else {
			r.free(pass)
		}
	}
	if o.drop.Rate != 0 {
		pass.Pool.Put(x)
	}
	return NewFlow(pass.Pool, y, o.rows, width)
}

// Backward is the derivative, by back-propagation through time.
func (o *GRU[T]) Backward(_, din []*Flow[T], dout *Flow[T]) {
	pass, w := o.pass, o.pass.Workers
	_, width := o.Shape()
	dy, at := dout.take(), 0
	dx := pass.Pool.Zeros(o.rows * o.ways[0].Input.In())
	for i := range o.ways {
		p, r := &o.ways[i], &o.kept[i]
		dstates := pass.Pool.Get(o.rows * p.Size())
		gather(w, dstates, dy, r.rows, p.Size(), width, at)
		first := r.backward(pass, p, dx, dstates)
		if o.started {
			dfirst := pass.Pool.Get(len(first))
			place(w, dfirst, first, r.sequences, p.Size(), p.Size(), 0)
			din[1].AddX(w, dfirst)
		}
		pass.Pool.Put(dstates, first)
		r.free(pass)
		at += p.Size()
	}
	pass.Pool.Put(dy)
	dropout(w, dx, dx, o.drop)
	din[0].AddX(w, dx)
}
