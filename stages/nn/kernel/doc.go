// Package kernel holds the float loops of the engine: matrix products, exp and
// softmax, layer norm, dropout, attention, Adam. It knows nothing of the model.
//
// Every function is defined by a plain Go loop, generic over float32 and
// float64 (ref*.go, compiled everywhere). The loops are the oracle of the
// tests, the gradient-checked float64 instance, and the shipped code wherever
// no fast twin is valid.
//
// # Rules of arithmetic
//
// One order of summation over the inner dimension for every shape: an element
// of a product starts at 0 (or at C when accumulating), takes k = 0, 1, 2, …,
// then the bias, then max(0, ·). Reductions run in 16 virtual lanes (lane i
// takes elements i, i+16, …) that are then folded 16→8→4→2→1. Work is split
// over goroutines by blocks of the output only. The result of a row therefore
// depends neither on the other rows nor on the number of threads.
//
// The plain loops write T(a*b) where a sum follows, so that no compiler fuses
// the two: they give equal bits on every architecture.
//
// Unless a function says otherwise matrices are dense and row-major, outputs
// must not overlap inputs, and a slice of the wrong length panics: a wrong
// shape is a fault of the caller, not of its input.
package kernel

// Float is the element type of every kernel.
type Float interface{ float32 | float64 }
