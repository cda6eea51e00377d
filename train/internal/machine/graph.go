package machine

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Differentiate is an op.Differentiate: gorgonia takes the results of the steps and differentiates them. The parameters of the
// layers keep the gradients.
func Differentiate[T kernel.Float](steps []op.Step[T]) error {
	g, err := graph(steps)
	if err != nil {
		return fmt.Errorf("machine: %w", err)
	}
	m := gorgonia.NewLispMachine(g)
	defer m.Close()
	if err := m.RunAll(); err != nil {
		return fmt.Errorf("machine: %w", err)
	}
	return nil
}

// graph returns steps as a graph of gorgonia.
func graph[T kernel.Float](steps []op.Step[T]) (*gorgonia.ExprGraph, error) {
	g, of := gorgonia.NewGraph(), map[*op.Flow[T]]*gorgonia.Node{}
	for i := range steps {
		// gorgonia merges nodes by their hash, which comes from the number: set it before the node is made.
		o := &operation[T]{Step: &steps[i], scalar: i == len(steps)-1, number: uint32(i) + 1}
		inputs := make([]*gorgonia.Node, len(o.In))
		for j, in := range o.In {
			if inputs[j] = of[in]; inputs[j] == nil {
				return nil, fmt.Errorf("input %d of %v is no result of an earlier step", j, o)
			}
		}
		node, err := o.node(g, inputs)
		if err != nil {
			return nil, err
		}
		of[o.Out] = node
	}
	return g, nil
}
