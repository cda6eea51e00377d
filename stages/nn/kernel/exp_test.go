package kernel

import (
	"fmt"
	"math"
	"testing"
)

func TestExpError(t *testing.T) { onPaths(t, checkExpError) }

func checkExpError(t *testing.T) {
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

func TestExpEnds(t *testing.T) { onPaths(t, checkExpEnds) }

func checkExpEnds(t *testing.T) {
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
		near(t, "Softmax", guarded(t, "Softmax", n, func(y []T) { copy(y, x); softmax(y) }), want, tol)
		near(t, "LogSumExp", []T{LogSumExp(x)}, []float64{top + math.Log(sum)}, tol)
		if i := ArgMax(x); i < 0 != (n == 0) || n > 0 && float64(x[i]) != top {
			t.Errorf("ArgMax of %d is %d", n, i)
		}
	}
}

func TestSoftmax(t *testing.T) {
	onPaths(t, func(t *testing.T) { testSoftmax[float32](t, 1e-6) })
	t.Run("float64", func(t *testing.T) { testSoftmax[float64](t, 1e-14) })
}

func TestSoftmaxInfinite(t *testing.T) { onPaths(t, checkSoftmaxInfinite) }

func checkSoftmaxInfinite(t *testing.T) {
	inf := float32(math.Inf(-1))
	x := []float32{inf, 0, inf, 0}
	softmax(x)
	near(t, "Softmax", x, []float32{0, .5, 0, .5}, 0)
	near(t, "LogSumExp", []float32{LogSumExp([]float32{inf, inf}), LogSumExp[float32](nil)}, []float32{inf, inf}, 0)
}

func TestArgMaxTies(t *testing.T) { onPaths(t, checkArgMaxTies) }

func checkArgMaxTies(t *testing.T) {
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

// One search for the largest element gives the same as two, also with NaN.
func TestLogSumExpArgMax(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		nan, inf := float32(math.NaN()), float32(math.Inf(-1))
		rows := [][]float32{nil, {nan, 1}, {1, nan}, {inf, inf}, {inf, 3, 3}}
		for _, n := range lengths() {
			rows = append(rows, random[float32](n, 3))
			for _, odd := range []float32{nan, inf} {
				for _, at := range []int{0, n / 2} {
					if x := random[float32](n, 4); n > 0 {
						x[at] = odd
						rows = append(rows, x)
					}
				}
			}
		}
		for _, x := range rows {
			sum, top := LogSumExpArgMax(x)
			same(t, fmt.Sprint("sum of ", len(x)), []float32{sum}, []float32{LogSumExp(x)})
			if want := ArgMax(x); top != want {
				t.Errorf("the largest of %d is %d, want %d", len(x), top, want)
			}
		}
	})
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

// Near the ends, one rounding of p·2ⁿ and the two steps could differ: the result is below the normal numbers or overflows.
func TestExpVectorEnds(t *testing.T) {
	for _, from := range []float32{-87.5, -87.34, -86.7, 88, 88.7, 88.9} {
		vectorBits(t, fmt.Sprint("exp from ", from), func() [][]float32 {
			x := make([]float32, 20001)
			for i := range x {
				x[i] = math.Float32frombits(math.Float32bits(from) + uint32(i))
			}
			Exp(x)
			return [][]float32{x}
		})
	}
}

func TestExpVectorBits(t *testing.T) {
	for _, n := range lengths() {
		vectorBits(t, "exp", func() [][]float32 {
			x, y, g := random[float32](n, 1), random[float32](n, 2), random[float32](n, 3)
			for i := range x {
				x[i] *= 90
			}
			l := []float32{LogSumExp(x)}
			Exp(x)
			softmax(y)
			softmaxGrad(g, y)
			return [][]float32{x, y, g, l}
		})
	}
}

// softmaxGrad is the gradient of the path in use.
func softmaxGrad(g, p []float32) {
	if fast[float32]() {
		fastSoftmaxGrad(g, p)
		return
	}
	refSoftmaxGrad(g, p)
}

func TestSoftmaxGrad(t *testing.T) { onPaths(t, checkSoftmaxGrad) }

func checkSoftmaxGrad(t *testing.T) {
	for _, n := range lengths() {
		p, g := random[float32](n, 1), random[float32](n, 2)
		softmax(p)
		want := widen(g)
		refSoftmaxGrad(want, widen(p))
		inOrder := widen(g)
		SoftmaxGrad(inOrder, widen(p))
		near(t, "SoftmaxGrad", inOrder, want, 1e-12)
		near(t, "softmaxGrad", guarded(t, "softmaxGrad", n, func(x []float32) { copy(x, g); softmaxGrad(x, p) }), want, 1e-6)
	}
}

func FuzzExp(f *testing.F) {
	for _, v := range []float32{0, 1, -87.3, 88.7, -90, 3e38} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v float32) {
		x := []float32{v, v}
		Exp(x)
		if want := exp32(v); x[0] != x[1] || math.Abs(float64(x[0]-want)) > 3e-7*math.Abs(float64(want)) && !math.IsInf(float64(want), 0) {
			t.Errorf("e^%v = %v, want %v", v, x[0], want)
		}
	})
}
