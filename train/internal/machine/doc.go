// Package machine runs training on gorgonia. It is the only package that imports gorgonia.
//
//	op.Layer  ──► operation   a gorgonia.Op and ADOp      ┐
//	op.Flow   ──► stream      a gorgonia.Value            ├─ gorgonia.ExprGraph ──► LispMachine, forward and backward
//	op.Graph  ◄── Graph       builds and runs it          ┘
//	op.Param  ──► parameter   a gorgonia.ValueGrad        ┐
//	op.Adam   ──► solver      a gorgonia.Solver           ┴─ Step
//
// gorgonia keeps the graph of a step, sorts it, computes the layers in that order, keeps a derivative beside every value,
// and differentiates the layers in the reverse order. Package op defines what a layer computes. Every step builds a new
// graph, which takes well under a millisecond, so batches may have any shape.
//
// # What gorgonia requires
//
// The LispMachine clones the result of every layer as a place for its derivative. A stream returns an empty clone: a copy
// of every result would double the memory and become garbage after each step. For the same reason parameters are not nodes
// of the graph; they live in the layers with gradients of their own.
//
// gorgonia merges operations of equal hash and equal inputs, so every operation hashes to its number in the graph.
//
// gorgonia requires the loss to be a scalar. The result of the last operation therefore leaves op as a flow of one number
// and becomes a gorgonia.F32 or F64.
package machine
