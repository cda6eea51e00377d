package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Linear is y = x·Wᵀ + b.
type Linear[T kernel.Float] struct {
	W *Param[T] // [out, in]
	B *Param[T] // [out], or nil

	packed    *kernel.Packed[T]
	quantised *kernel.Quantised // T is float32
}

// In returns the length of a row of x.
func (l *Linear[T]) In() int { return l.W.Shape[1] }

// Out returns the length of a row of y.
func (l *Linear[T]) Out() int { return l.W.Shape[0] }

// Pack packs the weights for many products; the results are the same to the bit. The weights must not change
// afterwards.
func (l *Linear[T]) Pack(w *kernel.Workers) {
	l.quantised, l.packed = nil, kernel.Pack(w, l.W.Weights, l.Out(), l.In())
}

// Quantise makes Forward multiply in 8 bits from now on: it quantises the weights with one scale per output, and Forward
// quantises x with one scale per row. The weights must not change afterwards; Backward still uses them in float32.
func Quantise(w *kernel.Workers, l *Linear[float32]) {
	l.packed, l.quantised = nil, kernel.Quantise(w, l.W.Weights, l.Out(), l.In())
}

// isPacked reports whether the weights were packed for many products.
func (l *Linear[T]) isPacked() bool { return l.packed != nil || l.quantised != nil }

// float32s converts x, whose elements are float32 if there is a kernel.Quantised.
func float32s[T kernel.Float](x []T) []float32 { return any(x).([]float32) }

// Forward computes y [rows, out] from x [rows, in], with relu max(0, y).
func (l *Linear[T]) Forward(w *kernel.Workers, y, x []T, rows int, relu bool) {
	e := kernel.Epilogue[T]{ReLU: relu}
	if l.B != nil {
		e.Bias = l.B.Weights
	}
	if l.quantised != nil {
		b := w.TakeBytes(float32s(x), rows, l.In())
		l.forwardBytes(w, y, b, relu)
		w.GiveBytes(b)
		return
	}
	if l.packed != nil {
		kernel.MulPacked(w, y, x, l.packed, rows, e)
		return
	}
	kernel.MulNT(w, y, x, l.W.Weights, rows, l.Out(), l.In(), e)
}

// forwardBytes is Forward from the 8-bit form of x; the weights must be quantised.
func (l *Linear[T]) forwardBytes(w *kernel.Workers, y []T, x *kernel.Bytes, relu bool) {
	e := kernel.Epilogue[float32]{ReLU: relu}
	if l.B != nil {
		e.Bias = float32s(l.B.Weights)
	}
	kernel.MulQuantised(w, float32s(y), x, l.quantised, e)
}

// forwardAll is Forward of several maps of one x [rows, in], map i into ys[i]. It quantises x only once.
func forwardAll[T kernel.Float](w *kernel.Workers, ls []*Linear[T], ys [][]T, x []T, rows int) {
	var b *kernel.Bytes
	for i, l := range ls {
		if l.quantised == nil {
			l.Forward(w, ys[i], x, rows, false)
			continue
		}
		if b == nil {
			b = w.TakeBytes(float32s(x), rows, l.In())
		}
		l.forwardBytes(w, ys[i], b, false)
	}
	w.GiveBytes(b)
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
