// Package tape differentiates layers in the simplest way: it records them in order, computes them in that order and
// differentiates them in the reverse order. Tests compare other graphs with it, and the tests of the engine use it as
// their graph. No program imports it.
package tape

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Tape is an op.Graph. The zero value is empty.
type Tape[T kernel.Float] struct{ entries []entry[T] }

// entry is a layer, its inputs, its result and the derivative of its result.
type entry[T kernel.Float] struct {
	op.Layer[T]
	in        []op.Node
	out, dout *op.Flow[T]
}

// Then records l.
func (t *Tape[T]) Then(l op.Layer[T], in ...op.Node) (op.Node, error) {
	if len(in) != l.Inputs() {
		return 0, fmt.Errorf("tape: %T takes %d inputs, got %d", l, l.Inputs(), len(in))
	}
	t.entries = append(t.entries, entry[T]{Layer: l, in: in})
	return op.Node(len(t.entries) - 1), nil
}

// Loss records l, computes all layers and differentiates l.
func (t *Tape[T]) Loss(l op.Layer[T], in ...op.Node) error {
	if _, err := t.Then(l, in...); err != nil {
		return err
	}
	for i := range t.entries {
		e := &t.entries[i]
		read, _ := t.flows(e.in)
		e.out = e.Forward(read)
		e.dout = e.out.Derivative()
	}
	last := t.entries[len(t.entries)-1]
	last.dout.AddX(nil, []T{1})
	for i := len(t.entries) - 1; i >= 0; i-- {
		e := &t.entries[i]
		read, derivatives := t.flows(e.in)
		e.Backward(read, derivatives, e.dout)
		e.out.Free()
		e.dout.Free()
	}
	return nil
}

// flows returns the results of nodes and their derivatives.
func (t *Tape[T]) flows(nodes []op.Node) (out, dout []*op.Flow[T]) {
	for _, n := range nodes {
		out, dout = append(out, t.entries[n].out), append(dout, t.entries[n].dout)
	}
	return out, dout
}
