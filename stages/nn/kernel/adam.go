package kernel

import (
	"fmt"
	"math"
)

// AdamStep is one step of Adam (Kingma and Ba 2015) with bias correction and
// without weight decay.
type AdamStep struct {
	LearningRate float64
	Beta1, Beta2 float64
	Eps          float64 // added to √v after its correction
	Step         int64   // 1 for the first
}

// adamFactors are the constants of one step in the element type.
type adamFactors[T Float] struct {
	scale          T // of the gradient
	beta1, beta2   T
	other1, other2 T // 1−β
	rate           T // learning rate / (1−β₁ᵗ)
	root           T // 1/√(1−β₂ᵗ)
	eps            T
}

func factorsOf[T Float](x [8]float64) adamFactors[T] {
	return adamFactors[T]{T(x[0]), T(x[1]), T(x[2]), T(x[3]), T(x[4]), T(x[5]), T(x[6]), T(x[7])}
}

// factors returns the constants of adamFactors, in its order.
func (a AdamStep) factors(scale float64) (f [8]float64) {
	return [8]float64{scale, a.Beta1, a.Beta2, 1 - a.Beta1, 1 - a.Beta2,
		a.LearningRate / (1 - power(a.Beta1, a.Step)), 1 / math.Sqrt(1-power(a.Beta2, a.Step)), a.Eps}
}

// Adam updates theta and the moments m and v by the gradient g·scale (scale is
// the factor of gradient clipping):
// m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², θ ← θ − lr/(1−β₁ᵗ) · m / (√v/√(1−β₂ᵗ) + eps).
func Adam[T Float](w *Workers, theta, m, v, g []T, scale T, a AdamStep) {
	n := len(theta)
	if len(m) != n || len(v) != n || len(g) != n || a.Step < 1 {
		panic(fmt.Sprintf("kernel: Adam: theta, m, v, g have %d, %d, %d, %d elements, step %d", n, len(m), len(v), len(g), a.Step))
	}
	x := a.factors(float64(scale))
	var x32 [len(x)]float32
	for i, f := range x {
		x32[i] = float32(f)
	}
	w.Split(n, 1<<14, func(lo, hi int) {
		if fast[T]() {
			fastAdam(as32(theta[lo:hi]), as32(m[lo:hi]), as32(v[lo:hi]), as32(g[lo:hi]), &x32)
			return
		}
		refAdam(theta[lo:hi], m[lo:hi], v[lo:hi], g[lo:hi], factorsOf[T](x))
	})
}

// power returns bⁿ by multiplications alone: math.Pow differs between architectures.
func power(b float64, n int64) float64 {
	y := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			y *= b
		}
		b *= b
	}
	return y
}

// squaresBlock is the number of elements of one partial sum of SumSquares.
const squaresBlock = 1 << 15

// SumSquares returns Σ x[i]² in float64: partial sums over blocks of 32768
// elements, added in order.
func SumSquares[T Float](w *Workers, x []T) float64 {
	part := make([]float64, (len(x)+squaresBlock-1)/squaresBlock)
	w.Split(len(part), 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			part[i] = squares(x[i*squaresBlock : min((i+1)*squaresBlock, len(x))])
		}
	})
	var s float64
	for _, p := range part {
		s += p
	}
	return s
}

func squares[T Float](x []T) float64 {
	var l [lanes]float64
	done := 0
	if fast[T]() {
		done = fastSquares(as32(x), &l)
	}
	return refSquares(x[done:], &l)
}
