// Package tape differentiates a graph in the simplest way: its steps in the reverse order. Tests compare other ways with it, and
// the tests of the engine use it. No program imports it.
package tape

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Differentiate is an op.Differentiate.
func Differentiate[T kernel.Float](steps []op.Step[T]) error {
	one := steps[len(steps)-1].Out.Derivative()
	one.AddX(nil, []T{1})
	Back(steps, one)
	return nil
}

// Back is Differentiate from any derivative of the last result, whose slices it takes over.
func Back[T kernel.Float](steps []op.Step[T], last *op.Flow[T]) {
	derivatives := map[*op.Flow[T]]*op.Flow[T]{}
	for _, s := range steps {
		derivatives[s.Out] = s.Out.Derivative()
	}
	derivatives[steps[len(steps)-1].Out] = last
	for i := len(steps) - 1; i >= 0; i-- {
		s := &steps[i]
		din, dout := make([]*op.Flow[T], len(s.In)), derivatives[s.Out]
		for j, in := range s.In {
			din[j] = derivatives[in]
		}
		s.Backward(din, dout)
		s.Out.Free()
		dout.Free()
	}
}
