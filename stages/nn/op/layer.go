package op

import "wrone2set/stages/nn/kernel"

// Layer is one sub-layer: a function of flows and its derivative.
type Layer[T kernel.Float] interface {
	// Inputs is the number of flows it takes.
	Inputs() int
	// Shape is the shape of its result; that of a loss is one number.
	Shape() (rows, width int)
	// Forward computes the result. The inputs stay the caller's.
	Forward(in []*Flow[T]) *Flow[T]
	// Backward adds to the parameters' gradients and to the inputs' derivatives din what the derivative dout of the
	// result gives. It follows one Forward of a training run, takes dout's slices over and gives back what Forward kept.
	Backward(in, din []*Flow[T], dout *Flow[T])
}

// Graph strings layers together, computes them and differentiates the last. It serves for one batch.
type Graph[T kernel.Float] interface {
	// Then puts l behind the nodes in. Nothing is computed yet.
	Then(l Layer[T], in ...Node) (Node, error)
	// Loss puts l, whose result is one number, behind the nodes in. Then it runs Forward of all layers in the order
	// they came in, and Backward in an order in which a layer follows all that read its result, from a derivative of 1.
	// When it returns no slice of a flow is lent any more.
	Loss(l Layer[T], in ...Node) error
}

// Node is a layer of a graph, counted from 0 in the order they came in.
type Node int
