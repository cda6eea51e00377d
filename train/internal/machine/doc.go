// Package machine lets gorgonia drive training: it is the only package that knows gorgonia.
//
//	op.Layer  ──► operation   a gorgonia.Op and ADOp      ┐
//	op.Flow   ──► stream      a gorgonia.Value            ├─ gorgonia.ExprGraph ──► LispMachine, forward and backward
//	op.Graph  ◄── Graph       builds and runs it          ┘
//	op.Param  ──► parameter   a gorgonia.ValueGrad        ┐
//	op.Adam   ──► solver      a gorgonia.Solver           ┴─ Step
//
// gorgonia keeps the graph of a step, sorts it, computes the layers in that order, keeps a derivative beside every
// value, and differentiates the layers in the opposite order. What a layer computes is package op's. A graph is made
// anew for every step, which costs well under a millisecond, so batches may have any shape.
//
// # What gorgonia wants
//
// The LispMachine clones the result of every layer to have a place for its derivative. A stream's clone is empty
// instead: a copy of every result would take as much memory again, and be garbage after each step. Parameters are no
// nodes of the graph for the same reason; they lie in the layers with gradients of their own.
//
// gorgonia merges operations of equal hash and equal inputs, so every operation hashes to its number in the graph.
//
// A loss must be a scalar for gorgonia, so the result of the last operation leaves op as a flow of one number and goes
// on as a gorgonia.F32 or F64.
package machine
