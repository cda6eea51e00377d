package kernel

import (
	"fmt"
	"math"
	"testing"
)

func TestLayerNorm(t *testing.T) { onPaths(t, checkLayerNorm) }

func checkLayerNorm(t *testing.T) {
	for i, d := range lengths()[1:] {
		const rows = 3
		eps := []float64{1e-5, 1e-12, 0.25}[i%3]
		x, gain, bias := random[float32](rows*d, 1), random[float32](d, 2), random[float32](d, 3)
		mean, rstd := make([]float32, rows), make([]float32, rows)
		y := guarded(t, "LayerNorm", rows*d, func(y []float32) { LayerNorm(NewWorkers(2), y, x, gain, bias, mean, rstd, rows, d, float32(eps)) })
		want := make([]float64, rows*d)
		for i := range rows {
			var m, v float64
			for _, c := range x[i*d : (i+1)*d] {
				m += float64(c) / float64(d)
			}
			for _, c := range x[i*d : (i+1)*d] {
				v += (float64(c) - m) * (float64(c) - m) / float64(d)
			}
			for j, c := range x[i*d : (i+1)*d] {
				want[i*d+j] = (float64(c)-m)/math.Sqrt(v+eps)*float64(gain[j]) + float64(bias[j])
			}
		}
		tol := 1e-5
		if d == 2 || d == 3 {
			tol = 1e-4 // a small variance magnifies the error of the mean
		}
		near(t, fmt.Sprintf("LayerNorm d=%d", d), y, want, tol)
	}
}

func TestLayerNormGrad(t *testing.T) {
	for _, d := range []int{1, 7, 16, 37, 70} {
		const rows = 4
		x, gain, bias, out := random[float64](rows*d, 1), random[float64](d, 2), random[float64](d, 3), random[float64](rows*d, 4)
		mean, rstd, y := make([]float64, rows), make([]float64, rows), make([]float64, rows*d)
		f := func() (s float64) {
			LayerNorm(nil, y, x, gain, bias, mean, rstd, rows, d, 1e-5)
			for i := range y {
				s += y[i] * out[i]
			}
			return s
		}
		f()
		dx, dgain, dbias := make([]float64, rows*d), make([]float64, d), make([]float64, d)
		LayerNormGrad(NewWorkers(2), dx, out, x, gain, mean, rstd, dgain, dbias, rows, d)
		gradient(t, "dgain", gain, dgain, f)
		gradient(t, "dbias", bias, dbias, f)
		gradient(t, "dx", x, dx, f)
		f() // mean and rstd of x as it is
		LayerNormGrad(nil, dx, out, x, gain, mean, rstd, dgain, dbias, rows, d)
		for i := range dx {
			dx[i] /= 2
		}
		gradient(t, "dx accumulated", x, dx, f)
	}
}

// The float32 twins of the gradient against the plain loop in float64.
func TestLayerNormGradTwins(t *testing.T) { onPaths(t, checkLayerNormGradTwins) }

func checkLayerNormGradTwins(t *testing.T) {
	for _, d := range lengths()[4:] {
		const rows = 3
		got, want := normGrads[float32](t, rows, d), normGrads[float64](t, rows, d)
		for i := range got {
			near(t, fmt.Sprintf("d=%d output %d", d, i), got[i], want[i], 2e-5)
		}
	}
}

// normGrads runs a forward and backward pass on inputs that are equal for both
// types.
func normGrads[T Float](t *testing.T, rows, d int) [][]T {
	in := func(n int, seed uint64) []T {
		x := make([]T, n)
		for i, v := range random[float32](n, seed) {
			x[i] = T(v)
		}
		return x
	}
	x, gain, bias, dy := in(rows*d, 1), in(d, 2), in(d, 3), in(rows*d, 4)
	mean, rstd, y := make([]T, rows), make([]T, rows), make([]T, rows*d)
	LayerNorm(nil, y, x, gain, bias, mean, rstd, rows, d, 1e-5)
	dgain, dbias := in(d, 6), in(d, 7)
	dx := guarded(t, "dx", rows*d, func(dx []T) {
		copy(dx, in(rows*d, 5))
		LayerNormGrad(NewWorkers(2), dx, dy, x, gain, mean, rstd, dgain, dbias, rows, d)
	})
	return [][]T{y, mean, rstd, dx, dgain, dbias}
}

func TestLayerNormVectorBits(t *testing.T) {
	for _, d := range lengths()[1:] {
		vectorBits(t, fmt.Sprint("layer norm ", d), func() [][]float32 { return normGrads[float32](t, 3, d) })
	}
}
