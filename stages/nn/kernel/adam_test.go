package kernel

import (
	"math"
	"testing"
)

func TestAdam(t *testing.T) { onPaths(t, checkAdam) }

func checkAdam(t *testing.T) {
	for _, n := range lengths() {
		theta, g := random[float32](n, 1), random[float32](n, 2)
		m, v := make([]float32, n), make([]float32, n)
		want, wm, wv := widen(theta), make([]float64, n), make([]float64, n)
		a := AdamStep{LearningRate: 1e-3, Beta1: 0.9, Beta2: 0.998, Eps: 1e-9}
		for a.Step = 1; a.Step <= 3; a.Step++ {
			theta = guarded(t, "Adam", n, func(x []float32) { copy(x, theta); Adam(NewWorkers(2), x, m, v, g, 0.5, a) })
			for i := range want {
				x := 0.5 * float64(g[i])
				wm[i] = 0.9*wm[i] + 0.1*x
				wv[i] = 0.998*wv[i] + 0.002*x*x
				step := float64(a.Step)
				want[i] -= 1e-3 / (1 - math.Pow(0.9, step)) * wm[i] / (math.Sqrt(wv[i])/math.Sqrt(1-math.Pow(0.998, step)) + 1e-9)
			}
		}
		near(t, "theta", theta, want, 1e-6)
		near(t, "m", m, wm, 1e-6)
		near(t, "v", v, wv, 1e-6)
	}
}

func TestSumSquares(t *testing.T) { onPaths(t, checkSumSquares) }

func checkSumSquares(t *testing.T) {
	for _, n := range append(lengths(), squaresBlock, squaresBlock+1, 3*squaresBlock-5) {
		x := random[float32](n, 1)
		var want float64
		for _, v := range x {
			want += float64(v) * float64(v)
		}
		got := SumSquares(nil, x)
		near(t, "SumSquares", []float64{got}, []float64{want}, 1e-13)
		same(t, "threads", []float64{SumSquares(NewWorkers(3), x)}, []float64{got})
	}
}

func TestAdamVectorBits(t *testing.T) {
	for _, n := range lengths() {
		vectorBits(t, "adam", func() [][]float32 {
			theta, g, m, v := random[float32](n, 1), random[float32](n, 2), random[float32](n, 3), random[float32](n, 4)
			for i := range v {
				v[i] *= v[i]
			}
			Adam(nil, theta, m, v, g, 0.7, AdamStep{LearningRate: 1e-4, Beta1: 0.9, Beta2: 0.998, Eps: 1e-9, Step: 7})
			return [][]float32{theta, m, v, {float32(SumSquares(nil, g))}}
		})
	}
}
