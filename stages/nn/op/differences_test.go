package op

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
)

func compareGradient(t *testing.T, what string, f func() float64, x, got []float64) {
	t.Helper()
	if len(x) == 0 {
		return
	}
	if got == nil {
		got = make([]float64, len(x))
	}
	closeTo(t, what, got, differences(f, x))
}

// differences are central differences of f in the elements of x.
func differences(f func() float64, x []float64) []float64 {
	start := append([]float64(nil), x...)
	at := func(y []float64) float64 {
		copy(x, y)
		v := f()
		copy(x, start)
		return v
	}
	return fd.Gradient(nil, at, start, &fd.Settings{Formula: fd.Central})
}

func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if d := math.Abs(got[i] - want[i]); !(d <= 1e-7*(1+math.Abs(want[i]))) {
			t.Errorf("%s[%d]: %v, differences give %v", what, i, got[i], want[i])
			return
		}
	}
}
