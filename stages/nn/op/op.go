package op

import (
	"fmt"
	"hash"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"wrone2set/stages/nn/kernel"
)

// Layer is one sub-layer: a function of flows and its derivative.
type Layer[T kernel.Float] interface {
	// Inputs is the number of flows it takes.
	Inputs() int
	// Shape is the shape of its result; width 0 stands for a scalar, a flow of one number.
	Shape() (rows, width int)
	// Forward computes the result. The inputs stay the caller's.
	Forward(in []*Flow[T]) *Flow[T]
	// Backward adds to the parameters' gradients and to the inputs' derivatives din what the derivative dout of the
	// result gives. It follows one Forward of a training run, takes dout's slices over and gives back what Forward kept.
	Backward(in, din []*Flow[T], dout *Flow[T])
}

// Op is a Layer as a gorgonia operation with reverse-mode differentiation.
type Op[T kernel.Float] struct {
	Layer[T]
	number uint32
}

// New wraps l for one graph of the run.
func New[T kernel.Float](pass *Pass[T], l Layer[T]) *Op[T] {
	pass.ops++
	return &Op[T]{Layer: l, number: pass.ops}
}

// Node puts o into g behind its inputs.
func (o *Op[T]) Node(g *gorgonia.ExprGraph, in ...*gorgonia.Node) (*gorgonia.Node, error) {
	if len(in) > 0 {
		return gorgonia.ApplyOp(o, in...)
	}
	if o.Arity() != 0 {
		return nil, fmt.Errorf("op: %v takes %d inputs, got none", o, o.Arity())
	}
	rows, width := o.Shape()
	return gorgonia.NewUniqueNode(gorgonia.In(g), gorgonia.WithOp(o),
		gorgonia.WithType(o.resultType()), gorgonia.WithShape(rows, width)), nil
}

// Arity is the number of inputs.
func (o *Op[T]) Arity() int { return o.Inputs() }

// Type is matrix → … → matrix, or → number for a scalar result.
func (o *Op[T]) Type() hm.Type {
	if o.Inputs() == 0 {
		return o.resultType()
	}
	ts := make([]hm.Type, o.Inputs()+1)
	for i := range ts {
		ts[i] = gorgonia.TensorType{Dims: 2, Of: dtype[T]()}
	}
	ts[len(ts)-1] = o.resultType()
	return hm.NewFnType(ts...)
}

func (o *Op[T]) resultType() hm.Type {
	if _, width := o.Shape(); width == 0 {
		return dtype[T]()
	}
	return gorgonia.TensorType{Dims: 2, Of: dtype[T]()}
}

// InferShape is the layer's shape: a layer is made for one batch and knows its rows.
func (o *Op[T]) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	rows, width := o.Shape()
	if width == 0 {
		return tensor.ScalarShape(), nil
	}
	return tensor.Shape{rows, width}, nil
}

// Do runs the layer forward.
func (o *Op[T]) Do(vs ...gorgonia.Value) (gorgonia.Value, error) {
	in := make([]*Flow[T], len(vs))
	for i, v := range vs {
		f, ok := v.(*Flow[T])
		if !ok {
			return nil, fmt.Errorf("op: input %d of %v is a %T", i, o, v)
		}
		in[i] = f
	}
	out := o.Forward(in)
	if _, width := o.Shape(); width != 0 {
		return out, nil
	}
	x := out.X[0]
	out.Free()
	if dtype[T]() == tensor.Float32 {
		return gorgonia.NewF32(float32(x)), nil
	}
	return gorgonia.NewF64(float64(x)), nil
}

// DoDiff runs the layer backward. The value of output is given back to the pool: whatever read it has been
// differentiated by now.
func (o *Op[T]) DoDiff(_ gorgonia.ExecutionContext, inputs gorgonia.Nodes, output *gorgonia.Node) error {
	in, din := make([]*Flow[T], len(inputs)), make([]*Flow[T], len(inputs))
	for i, n := range inputs {
		d, err := n.Grad()
		if err != nil {
			return fmt.Errorf("op: input %d of %v: %w", i, o, err)
		}
		in[i], din[i] = n.Value().(*Flow[T]), d.(*Flow[T])
	}
	d, err := output.Grad()
	if err != nil {
		return fmt.Errorf("op: result of %v: %w", o, err)
	}
	dout, ok := d.(*Flow[T])
	if !ok {
		dout = scalarFlow[T](d)
	}
	o.Backward(in, din, dout)
	if out, ok := output.Value().(*Flow[T]); ok {
		out.Free()
		dout.Free()
	}
	return nil
}

func scalarFlow[T kernel.Float](v gorgonia.Value) *Flow[T] {
	f := &Flow[T]{Rows: 1, Width: 1, pool: new(Pool[T])}
	switch v := v.(type) {
	case *gorgonia.F32:
		f.X = []T{T(*v)}
	case *gorgonia.F64:
		f.X = []T{T(*v)}
	}
	return f
}

// ReturnsPtr is true: the result is the layer's own buffer.
func (o *Op[T]) ReturnsPtr() bool { return true }

// CallsExtern is false.
func (o *Op[T]) CallsExtern() bool { return false }

// OverwritesInput is -1: none.
func (o *Op[T]) OverwritesInput() int { return -1 }

// WriteHash writes the operation's number in its run, its kind and its shape.
func (o *Op[T]) WriteHash(h hash.Hash) { fmt.Fprintf(h, "wrone2set %d %v", o.number, o) }

// Hashcode differs for any two operations of a run. gorgonia takes operations with equal codes and as many inputs for
// the same and merges them, so it is the number, spread over 32 bits one to one (Knuth's multiplicative hash).
func (o *Op[T]) Hashcode() uint32 { return o.number * 2654435761 }

// String is the kind and the shape.
func (o *Op[T]) String() string {
	rows, width := o.Shape()
	return fmt.Sprintf("%T[%d, %d]", o.Layer, rows, width)
}
