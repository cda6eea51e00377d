package machine

import (
	"fmt"
	"hash"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// operation is a computed layer as a gorgonia operation with reverse-mode differentiation.
type operation[T kernel.Float] struct {
	*op.Step[T]
	scalar bool   // a loss, whose result is a number for gorgonia
	number uint32 // in its graph, from 1
}

// node adds o to g after its inputs.
func (o *operation[T]) node(g *gorgonia.ExprGraph, in []*gorgonia.Node) (*gorgonia.Node, error) {
	if len(in) > 0 {
		return gorgonia.ApplyOp(o, in...)
	}
	// ApplyOp finds the graph through the inputs, so add an operation without inputs by hand.
	shape, err := o.InferShape()
	if err != nil {
		return nil, err
	}
	return gorgonia.NewUniqueNode(gorgonia.In(g), gorgonia.WithOp(o),
		gorgonia.WithType(o.result()), gorgonia.WithShape(shape...)), nil
}

// Arity returns the number of inputs.
func (o *operation[T]) Arity() int { return len(o.In) }

// Type returns matrix → … → matrix, or → number for a loss.
func (o *operation[T]) Type() hm.Type {
	if len(o.In) == 0 {
		return o.result()
	}
	ts := make([]hm.Type, len(o.In), len(o.In)+1)
	for i := range ts {
		ts[i] = matrix[T]()
	}
	return hm.NewFnType(append(ts, o.result())...)
}

func (o *operation[T]) result() hm.Type {
	if o.scalar {
		return dtype[T]()
	}
	return matrix[T]()
}

// InferShape returns the shape of the result.
func (o *operation[T]) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	if !o.scalar {
		return tensor.Shape{o.Out.Rows, o.Out.Width}, nil
	}
	if o.Out.Rows != 1 || o.Out.Width != 1 {
		return nil, fmt.Errorf("%v is not a loss: its result is not one number", o)
	}
	return tensor.ScalarShape(), nil
}

// Do returns the result, which the layer has computed.
func (o *operation[T]) Do(...gorgonia.Value) (gorgonia.Value, error) {
	if !o.scalar {
		return stream[T]{o.Out}, nil
	}
	x := o.Out.X[0]
	o.Out.Free()
	return scalar(x), nil
}

// DoDiff runs the layer backward.
func (o *operation[T]) DoDiff(_ gorgonia.ExecutionContext, inputs gorgonia.Nodes, output *gorgonia.Node) error {
	din := make([]*op.Flow[T], len(inputs))
	for i, n := range inputs {
		d, err := n.Grad()
		if err != nil {
			return fmt.Errorf("input %d of %v: %w", i, o, err)
		}
		din[i] = d.(stream[T]).Flow
	}
	d, err := output.Grad()
	if err != nil {
		return fmt.Errorf("result of %v: %w", o, err)
	}
	if o.scalar {
		dout, err := number[T](d)
		if err != nil {
			return fmt.Errorf("derivative of %v: %w", o, err)
		}
		o.Backward(din, dout)
		return nil
	}
	dout := d.(stream[T]).Flow
	o.Backward(din, dout)
	// All readers of the result were differentiated before this layer and no longer need it. If it were kept to the end of
	// the step, the results of all layers and their derivatives would be in memory at once.
	o.Out.Free()
	dout.Free()
	return nil
}

// ReturnsPtr returns true: the result is the layer's own buffer.
func (o *operation[T]) ReturnsPtr() bool { return true }

// CallsExtern returns false.
func (o *operation[T]) CallsExtern() bool { return false }

// OverwritesInput returns -1: none.
func (o *operation[T]) OverwritesInput() int { return -1 }

// WriteHash writes the operation's number in its graph, its kind and its shape.
func (o *operation[T]) WriteHash(h hash.Hash) { fmt.Fprintf(h, "wrone2set %d %v", o.number, o) }

// Hashcode differs for any two operations of a graph: gorgonia merges operations with equal codes and equal numbers of
// inputs. It is the operation's number, spread over 32 bits one to one (Knuth's multiplicative hash).
func (o *operation[T]) Hashcode() uint32 { return o.number * 2654435761 }

// String returns the kind and the shape.
func (o *operation[T]) String() string {
	return fmt.Sprintf("%s[%d, %d]", o.Name, o.Out.Rows, o.Out.Width)
}
