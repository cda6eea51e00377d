package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// Layer is one sub-layer: a function of flows and its derivative.
type Layer[T kernel.Float] interface {
	// Inputs returns the number of flows it takes.
	Inputs() int
	// Shape returns the shape of the result; that of a loss is one number.
	Shape() (rows, width int)
	// Forward computes the result. The caller keeps the inputs.
	Forward(in []*Flow[T]) *Flow[T]
	// Backward adds to the parameters' gradients and to the inputs' derivatives din, given the derivative dout of the
	// result. It follows one Forward of a training run, takes ownership of dout's slices and frees what Forward kept.
	Backward(in, din []*Flow[T], dout *Flow[T])
}

// Graph connects layers, computes them and differentiates the last one. A graph is for one batch.
type Graph[T kernel.Float] interface {
	// Then appends l, whose inputs are the results of the nodes in. It computes nothing yet.
	Then(l Layer[T], in ...Node) (Node, error)
	// Loss appends l, whose result is one number, with the results of the nodes in as inputs. It then runs Forward of
	// all layers in the order they were added. It runs Backward, from a derivative of 1, in an order in which each layer
	// follows all readers of its result. When it returns, every slice of a flow is back in the pool.
	Loss(l Layer[T], in ...Node) error
}

// Node is a layer of a graph, counted from 0 in the order of addition.
type Node int
