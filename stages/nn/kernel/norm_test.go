package kernel

import (
	"fmt"
	"math"
	"testing"
)

func TestLayerNorm(t *testing.T) {
	for _, d := range lengths()[1:] {
		const rows = 3
		x, gain, bias := random[float32](rows*d, 1), random[float32](d, 2), random[float32](d, 3)
		mean, rstd := make([]float32, rows), make([]float32, rows)
		y := guarded(t, "LayerNorm", rows*d, func(y []float32) { LayerNorm(NewWorkers(2), y, x, gain, bias, mean, rstd, rows, d) })
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
				want[i*d+j] = (float64(c)-m)/math.Sqrt(v+1e-5)*float64(gain[j]) + float64(bias[j])
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
			LayerNorm(nil, y, x, gain, bias, mean, rstd, rows, d)
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
