// Package machine runs training on gorgonia. It is the only package that imports gorgonia.
//
//	op.Step   ──► operation   a gorgonia.Op and ADOp      ┐
//	op.Flow   ──► stream      a gorgonia.Value            ┴─ gorgonia.ExprGraph ──► LispMachine (Differentiate)
//	op.Param  ──► parameter   a gorgonia.ValueGrad        ┐
//	op.Adam   ──► solver      a gorgonia.Solver           ┴─ Step
//
// An op.Graph computes each layer as it is called. gorgonia then gets the graph of these steps: it sorts it, takes the result of
// each, keeps a derivative beside it, and differentiates the layers in the reverse order. Package op defines what a layer
// computes. Every step of training builds a new graph, which takes well under a millisecond, so batches may have any shape.
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
