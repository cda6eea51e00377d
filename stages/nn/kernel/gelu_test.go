package kernel

import (
	"math"
	"testing"
)

// wide returns n numbers of (−10, 10), some of them at the ends of the range that matters.
func wide[T Float](n int) []T {
	x := random[T](n, 1)
	for i := range x {
		x[i] *= 10
	}
	for i, v := range []T{0, 5.7, -5.7, 40, -40, 1e-30, -1e-30} {
		if i < n {
			x[i] = v
		}
	}
	return x
}

// normal is Φ.
func normal(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

func TestGELU(t *testing.T) {
	onPaths(t, func(t *testing.T) { testGELU[float32](t, 1.0/(1<<21)) })
	t.Run("float64", func(t *testing.T) { testGELU[float64](t, 1e-15) })
}

func testGELU[T Float](t *testing.T, tol float64) {
	for _, n := range lengths() {
		x, dy := wide[T](n), random[T](n, 2)
		y := guarded(t, "GELU", n, func(y []T) { GELU(NewWorkers(2), y, x) })
		dx := guarded(t, "GELUGrad", n, func(dx []T) { GELUGrad(NewWorkers(2), dx, dy, x) })
		for i, v := range x {
			v := float64(v)
			if want := v * normal(v); math.Abs(float64(y[i])-want) > tol*math.Abs(v) {
				t.Fatalf("GELU(%v) is %v, want %v", v, y[i], want)
			}
			slope := normal(v) + v*math.Exp(-v*v/2)/math.Sqrt(2*math.Pi)
			if want := float64(dy[i]) * slope; math.Abs(float64(dx[i])-want) > 2*tol {
				t.Fatalf("GELUGrad at %v of %v is %v, want %v", v, dy[i], dx[i], want)
			}
		}
		again, back := append([]T(nil), x...), append([]T(nil), dy...)
		GELU(nil, again, again)
		GELUGrad(nil, back, back, x)
		same(t, "GELU in place", again, y)
		same(t, "GELUGrad in place", back, dx)
	}
}

// The error bound of GELU over the range that a network uses, and the gradient by central differences.
func TestGELUError(t *testing.T) { onPaths(t, checkGELUError) }

func checkGELUError(t *testing.T) {
	var worst float64
	for v := -12.0; v < 12; v += 0.00137 {
		x := []float32{float32(v)}
		want := float64(x[0]) * normal(float64(x[0]))
		GELU(nil, x, x)
		worst = max(worst, math.Abs(float64(x[0])-want)/math.Abs(float64(float32(v))))
	}
	t.Logf("largest error 2^%.2f·|x|", math.Log2(worst))
	if worst > 1.0/(1<<21) {
		t.Errorf("error %g·|x|", worst)
	}
}

func TestGELUGradient(t *testing.T) {
	x, dy, y := wide[float64](50), random[float64](50, 2), make([]float64, 50)
	dx := make([]float64, len(x))
	GELUGrad(nil, dx, dy, x)
	gradient(t, "dx", x, dx, func() (s float64) {
		GELU(nil, y, x)
		for i := range y {
			s += y[i] * dy[i]
		}
		return s
	})
}

func TestGELUVectorBits(t *testing.T) {
	for _, n := range lengths() {
		vectorBits(t, "GELU", func() [][]float32 {
			x, dy := wide[float32](n), random[float32](n, 2)
			y := make([]float32, n)
			GELU(nil, y, x)
			GELUGrad(nil, dy, dy, x)
			return [][]float32{y, dy}
		})
	}
}
