package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// random returns n numbers in (−1,1), the same for the same seed.
func random[T Float](n int, seed uint64) []T {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	x := make([]T, n)
	for i := range x {
		x[i] = T(2*r.Float64() - 1)
	}
	return x
}

// lengths are the sizes that break kernels: 0–130 and around powers of two.
func lengths() []int {
	var n []int
	for i := range 131 {
		n = append(n, i)
	}
	return append(n, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097)
}

// near fails unless every got[i] is within tol·(1+|want[i]|).
func near[T, U Float](t *testing.T, what string, got []T, want []U, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d elements, want %d", what, len(got), len(want))
	}
	for i := range got {
		g, w := float64(got[i]), float64(want[i])
		if g == w || math.IsNaN(g) && math.IsNaN(w) {
			continue
		}
		if !(math.Abs(g-w) <= tol*(1+math.Abs(w))) {
			t.Fatalf("%s[%d] = %v, want %v", what, i, g, w)
		}
	}
}

// same fails unless the bits are equal.
func same[T Float](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d elements, want %d", what, len(got), len(want))
	}
	for i := range got {
		if math.Float64bits(float64(got[i])) != math.Float64bits(float64(want[i])) {
			t.Fatalf("%s[%d] = %v (%x), want %v (%x)", what, i, got[i], math.Float64bits(float64(got[i])), want[i], math.Float64bits(float64(want[i])))
		}
	}
}

// gradient compares got, the gradient of f by x, with central differences.
func gradient(t *testing.T, what string, x, got []float64, f func() float64) {
	t.Helper()
	const h = 1e-5
	want := make([]float64, len(x))
	for i, v := range x {
		x[i] = v + h
		up := f()
		x[i] = v - h
		want[i] = (up - f()) / (2 * h)
		x[i] = v
	}
	near(t, what, got, want, 1e-7)
}

// guarded calls f with a slice of n elements inside a larger one and fails if
// f wrote outside of it.
func guarded[T Float](t *testing.T, what string, n int, f func(x []T)) []T {
	t.Helper()
	const guard, mark = 40, -77.25
	room := make([]T, n+2*guard)
	for i := range room {
		room[i] = mark
	}
	x := room[guard : guard+n : guard+n]
	f(x)
	for i, v := range room {
		if (i < guard || i >= guard+n) && v != mark {
			t.Fatalf("%s wrote %v at %d of %d", what, v, i-guard, n)
		}
	}
	return x
}

func widen[T Float](x []T) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}
