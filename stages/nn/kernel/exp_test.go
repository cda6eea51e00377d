package kernel

import (
	"math"
	"testing"
)

func TestExpError(t *testing.T) {
	var worst float64
	for v := -87.33; v < 88.72; v += 0.000937 {
		x := []float32{float32(v)}
		want := math.Exp(float64(x[0]))
		Exp(x)
		worst = max(worst, math.Abs(float64(x[0])-want)/want)
	}
	t.Logf("largest relative error 2^%.2f", math.Log2(worst))
	if worst > 1.0/(1<<22) {
		t.Errorf("relative error %g", worst)
	}
}

func TestExpEnds(t *testing.T) {
	inf := float32(math.Inf(1))
	x := []float32{-inf, -1000, -88, 0, float32(math.Copysign(0, -1)), 89, inf, float32(math.NaN())}
	want := []float32{0, 0, 0, 1, 1, inf, inf, float32(math.NaN())}
	Exp(x)
	near(t, "Exp", x, want, 0)
}

func testSoftmax[T Float](t *testing.T, tol float64) {
	for _, n := range lengths() {
		x := random[T](n, 5)
		for i := range x {
			x[i] *= 20
		}
		top, sum := math.Inf(-1), 0.0
		for _, v := range x {
			top = max(top, float64(v))
		}
		want := make([]float64, n)
		for i, v := range x {
			want[i] = math.Exp(float64(v) - top)
			sum += want[i]
		}
		for i := range want {
			want[i] /= sum
		}
		near(t, "Softmax", guarded(t, "Softmax", n, func(y []T) { copy(y, x); Softmax(y) }), want, tol)
		near(t, "LogSumExp", []T{LogSumExp(x)}, []float64{top + math.Log(sum)}, tol)
		near(t, "Max", []T{Max(x)}, []float64{top}, 0)
		if i := ArgMax(x); i < 0 != (n == 0) || n > 0 && float64(x[i]) != top {
			t.Errorf("ArgMax of %d is %d", n, i)
		}
	}
}

func TestSoftmax(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testSoftmax[float32](t, 1e-6) })
	t.Run("float64", func(t *testing.T) { testSoftmax[float64](t, 1e-14) })
}

func TestSoftmaxInfinite(t *testing.T) {
	inf := float32(math.Inf(-1))
	x := []float32{inf, 0, inf, 0}
	Softmax(x)
	near(t, "Softmax", x, []float32{0, .5, 0, .5}, 0)
	near(t, "LogSumExp", []float32{LogSumExp([]float32{inf, inf}), LogSumExp[float32](nil)}, []float32{inf, inf}, 0)
}

func TestArgMaxTies(t *testing.T) {
	for n := 2; n < 200; n++ {
		x := make([]float32, n)
		x[n/2], x[n-1] = 3, 3
		if got := ArgMax(x); got != n/2 {
			t.Errorf("ArgMax of %d = %d, want %d", n, got, n/2)
		}
	}
	if got := ArgMax([]float32{0, float32(math.NaN()), 1}); got != 2 {
		t.Errorf("ArgMax past NaN = %d", got)
	}
}

func TestLog(t *testing.T) {
	var worst float64
	for v := 1e-300; v < 1e300; v *= 1.00917 {
		if want := math.Log(v); want != 0 {
			worst = max(worst, math.Abs(Log(v)-want)/math.Abs(want))
		}
	}
	for v := 0.5; v < 2; v += 0.000317 {
		worst = max(worst, math.Abs(Log(v)-math.Log(v))/math.Abs(math.Log(v)))
	}
	if worst > 1e-15 {
		t.Errorf("relative error %g", worst)
	}
	if Log(1.0) != 0 || !math.IsInf(Log(0.0), -1) || !math.IsNaN(Log(-1.0)) || !math.IsInf(Log(math.Inf(1)), 1) {
		t.Error("ends")
	}
}
