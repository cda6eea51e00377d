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
	g, _, err := graph(steps)
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

// graph returns steps as a graph of gorgonia, and the node of each.
func graph[T kernel.Float](steps []op.Step[T]) (*gorgonia.ExprGraph, []*gorgonia.Node, error) {
	g, nodes, of := gorgonia.NewGraph(), make([]*gorgonia.Node, len(steps)), map[*op.Flow[T]]*gorgonia.Node{}
	for i := range steps {
		// gorgonia merges nodes by their hash, which comes from the number: set it before the node is made.
		o := &operation[T]{Step: &steps[i], scalar: i == len(steps)-1, number: uint32(i) + 1}
		inputs := make([]*gorgonia.Node, len(o.In))
		for j, in := range o.In {
			if inputs[j] = of[in]; inputs[j] == nil {
				return nil, nil, fmt.Errorf("input %d of %v is no result of an earlier step", j, o)
			}
		}
		var err error
		if nodes[i], err = o.node(g, inputs); err != nil {
			return nil, nil, err
		}
		of[o.Out] = nodes[i]
	}
	return g, nodes, nil
}
