package machine

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Graph is an op.Graph that gorgonia builds, computes and differentiates.
type Graph[T kernel.Float] struct {
	expressions *gorgonia.ExprGraph
	nodes       []*gorgonia.Node // by op.Node
}

// NewGraph returns an empty graph.
func NewGraph[T kernel.Float]() *Graph[T] {
	return &Graph[T]{expressions: gorgonia.NewGraph()}
}

// Then appends l with the results of the nodes in as inputs.
func (g *Graph[T]) Then(l op.Layer[T], in ...op.Node) (op.Node, error) {
	return g.add(&operation[T]{Layer: l}, in)
}

// Loss appends l with the results of the nodes in as inputs and runs the graph forward and backward. The layers keep what
// they computed, and their parameters the gradients.
func (g *Graph[T]) Loss(l op.Layer[T], in ...op.Node) error {
	if _, err := g.add(&operation[T]{Layer: l, scalar: true}, in); err != nil {
		return err
	}
	m := gorgonia.NewLispMachine(g.expressions)
	defer m.Close()
	if err := m.RunAll(); err != nil {
		return fmt.Errorf("machine: %w", err)
	}
	return nil
}

func (g *Graph[T]) add(o *operation[T], in []op.Node) (op.Node, error) {
	if len(in) != o.Inputs() {
		return 0, fmt.Errorf("machine: %v takes %d inputs, got %d", o, o.Inputs(), len(in))
	}
	inputs := make([]*gorgonia.Node, len(in))
	for i, n := range in {
		if n < 0 || int(n) >= len(g.nodes) {
			return 0, fmt.Errorf("machine: input %d of %v is node %d of %d", i, o, n, len(g.nodes))
		}
		inputs[i] = g.nodes[n]
	}
	// gorgonia merges nodes by their hash, which comes from the number: set it before the node is made.
	o.number = uint32(len(g.nodes)) + 1
	node, err := o.node(g.expressions, inputs)
	if err != nil {
		return 0, fmt.Errorf("machine: %w", err)
	}
	g.nodes = append(g.nodes, node)
	return op.Node(len(g.nodes) - 1), nil
}
