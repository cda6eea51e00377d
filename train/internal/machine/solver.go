package machine

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Step updates the parameters by one step of Adam, as a gorgonia.Solver on gorgonia.ValueGrads. Each must have a gradient,
// and every step must get the same parameters.
func Step[T kernel.Float](a *op.Adam[T], params []*op.Param[T]) error {
	model := make([]gorgonia.ValueGrad, len(params))
	for i, p := range params {
		model[i] = parameter[T]{p}
	}
	var s gorgonia.Solver = solver[T]{a}
	return s.Step(model)
}

// solver is Adam as a gorgonia.Solver.
type solver[T kernel.Float] struct{ *op.Adam[T] }

// Step updates parameters; anything else is an error.
func (s solver[T]) Step(model []gorgonia.ValueGrad) error {
	params := make([]*op.Param[T], len(model))
	for i, m := range model {
		p, ok := m.(parameter[T])
		if !ok {
			return fmt.Errorf("machine: parameter %d is a %T", i, m)
		}
		params[i] = p.Param
	}
	return s.Adam.Step(params)
}

// parameter is a parameter as a gorgonia.ValueGrad.
type parameter[T kernel.Float] struct{ *op.Param[T] }

// Value returns a view of the weights.
func (p parameter[T]) Value() gorgonia.Value { return p.view(p.Weights) }

// Grad returns a view of the gradient.
func (p parameter[T]) Grad() (gorgonia.Value, error) {
	if p.Grads == nil {
		return nil, fmt.Errorf("machine: %s has no gradient", p.Name)
	}
	return p.view(p.Grads), nil
}

// view returns a matrix; a vector becomes one row.
func (p parameter[T]) view(x []T) gorgonia.Value {
	rows := 1
	if len(p.Param.Shape) == 2 {
		rows = p.Param.Shape[0]
	}
	return stream[T]{op.NewFlow(new(op.Pool[T]), x, rows, len(x)/max(rows, 1))}
}
