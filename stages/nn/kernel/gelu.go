package kernel

import "fmt"

// GELU computes y[i] = x[i]·Φ(x[i]), where Φ is the distribution function of the
// standard normal law: the exact form, not the tanh approximation (Hendrycks,
// Gimpel 2016). For float32 the error is below 2⁻²¹·|x[i]|; −Inf gives NaN, as
// −Inf·0 does. y may be x.
func GELU[T Float](w *Workers, y, x []T) {
	if len(y) != len(x) {
		panic(fmt.Sprintf("kernel: GELU: y and x have %d and %d elements", len(y), len(x)))
	}
	w.Split(len(x), 1<<12, func(lo, hi int) {
		if fast[T]() {
			fastGELU(as32(y[lo:hi]), as32(x[lo:hi]))
			return
		}
		refGELU(y[lo:hi], x[lo:hi])
	})
}

// GELUGrad computes dx[i] = dy[i]·(Φ(x[i]) + x[i]·φ(x[i])), where φ is the density
// of the standard normal law. dx may be dy or x.
func GELUGrad[T Float](w *Workers, dx, dy, x []T) {
	if len(dx) != len(dy) || len(dx) != len(x) {
		panic(fmt.Sprintf("kernel: GELUGrad: dx, dy, x have %d, %d, %d elements", len(dx), len(dy), len(x)))
	}
	w.Split(len(x), 1<<12, func(lo, hi int) {
		if fast[T]() {
			fastGELUGrad(as32(dx[lo:hi]), as32(dy[lo:hi]), as32(x[lo:hi]))
			return
		}
		refGELUGrad(dx[lo:hi], dy[lo:hi], x[lo:hi])
	})
}
