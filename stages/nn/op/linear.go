package op

import (
	"wrone2set/stages/nn/kernel"
)

// Linear is y = x·Wᵀ + b.
type Linear[T kernel.Float] struct {
	W *Param[T] // [out, in]
	B *Param[T] // [out], or nil

	packed    *kernel.Packed[T]
	quantised *kernel.Quantised // T is float32
}

// In is the length of a row of x.
func (l *Linear[T]) In() int { return l.W.Shape[1] }

// Out is the length of a row of y.
func (l *Linear[T]) Out() int { return l.W.Shape[0] }

// Pack lays the weights out for multiplication once and for all; results are the same to the bit. The weights must
// not change afterwards.
func (l *Linear[T]) Pack(w *kernel.Workers) {
	l.quantised, l.packed = nil, kernel.Pack(w, l.W.Weights, l.Out(), l.In())
}

// Quantise makes Forward multiply 8-bit forms from now on: the weights with a scale for each output, made here, and x
// with one for each row. The weights must not change afterwards; Backward still takes them as they are.
func Quantise(w *kernel.Workers, l *Linear[float32]) {
	l.packed, l.quantised = nil, kernel.Quantise(w, l.W.Weights, l.Out(), l.In())
}

// laidOut says whether the weights were laid out for many products.
func (l *Linear[T]) laidOut() bool { return l.packed != nil || l.quantised != nil }

// float32s is x, whose elements are float32 where there is a kernel.Quantised.
func float32s[T kernel.Float](x []T) []float32 { return any(x).([]float32) }

// Forward computes y [rows, out] from x [rows, in], with relu max(0, y).
func (l *Linear[T]) Forward(w *kernel.Workers, y, x []T, rows int, relu bool) {
	e := kernel.Epilogue[T]{ReLU: relu}
	if l.B != nil {
		e.Bias = l.B.Weights
	}
	if l.quantised != nil {
		b := w.TakeBytes(float32s(x), rows, l.In())
		kernel.MulQuantised(w, float32s(y), b, l.quantised, kernel.Epilogue[float32]{Bias: float32s(e.Bias), ReLU: relu})
		w.GiveBytes(b)
		return
	}
	if l.packed != nil {
		kernel.MulPacked(w, y, x, l.packed, rows, e)
		return
	}
	kernel.MulNT(w, y, x, l.W.Weights, rows, l.Out(), l.In(), e)
}

// Backward adds to the gradients of W and b and, unless dx is nil, computes dx [rows, in] (adds to it if accumulate)
// from dy [rows, out] and x.
func (l *Linear[T]) Backward(w *kernel.Workers, dx, dy, x []T, rows int, accumulate bool) {
	kernel.MulTN(w, l.W.Grads, dy, x, l.Out(), l.In(), rows, kernel.Epilogue[T]{Accumulate: true})
	if l.B != nil {
		kernel.AddRows(w, l.B.Grads, dy, rows, l.Out())
	}
	if dx != nil {
		kernel.MulNN(w, dx, dy, l.W.Weights, rows, l.In(), l.Out(), kernel.Epilogue[T]{Accumulate: accumulate})
	}
}
