package kernel

import (
	"math"
	"testing"
)

func TestDropout(t *testing.T) { onPaths(t, checkDropout) }

func checkDropout(t *testing.T) {
	const n = 1 << 16
	x := random[float32](n, 1)
	for _, rate := range []float64{0.1, 0.5, 0.9} {
		d := Drop{Rate: rate, Key: 42}
		y := make([]float32, n)
		Dropout(NewWorkers(3), y, x, d, 7)
		kept := 0
		for i := range y {
			if y[i] != 0 {
				kept++
				if y[i] != x[i]*float32(1/(1-rate)) {
					t.Fatalf("y[%d] = %v, x %v", i, y[i], x[i])
				}
			}
		}
		if got := float64(kept) / n; math.Abs(got-(1-rate)) > 4*math.Sqrt(rate*(1-rate)/n) {
			t.Errorf("rate %v kept %v", rate, got)
		}
		// Whether an element is kept depends on its number alone.
		z := make([]float32, 100)
		Dropout(nil, z, x[500:600], d, 507)
		same(t, "part", z, y[500:600])
	}
	y := make([]float32, 4)
	Dropout(nil, y, []float32{1, 2, 3, 4}, Drop{Rate: 0.5, Keep: []uint8{9, 1, 0, 1, 0}}, 1)
	same(t, "recorded", y, []float32{2, 0, 6, 0})
	Dropout(nil, y, []float32{1, 2, 3, 4}, Drop{}, 1)
	same(t, "off", y, []float32{1, 2, 3, 4})
}

// Keys and elements that differ in one bit have unrelated masks.
func TestDropoutIndependence(t *testing.T) {
	const n, limit = 1 << 14, 1 << 31
	agree := func(what string, a, b func(i uint64) uint32) {
		same := 0
		for i := range uint64(n) {
			if (a(i) < limit) == (b(i) < limit) {
				same++
			}
		}
		if z := math.Abs(float64(same)-n/2) / math.Sqrt(n/4); z > 4.5 {
			t.Errorf("%s: %d of %d agree", what, same, n)
		}
	}
	for bit := range 64 {
		key := uint64(0x1234567890abcdef)
		agree("key", func(i uint64) uint32 { return dropHash(key, i) }, func(i uint64) uint32 { return dropHash(key^1<<bit, i) })
		agree("small key", func(i uint64) uint32 { return dropHash(0, i) }, func(i uint64) uint32 { return dropHash(1<<bit, i) })
		if bit >= 14 {
			agree("element", func(i uint64) uint32 { return dropHash(key, i) }, func(i uint64) uint32 { return dropHash(key, i^1<<bit) })
		}
	}
	for shift := range uint64(70) {
		agree("neighbour", func(i uint64) uint32 { return dropHash(5, i) }, func(i uint64) uint32 { return dropHash(5, i+shift+1) })
	}
}

// The twins equal the plain definition to the bit, also where the low half of the
// element's number wraps.
func TestDropoutTwins(t *testing.T) { onPaths(t, checkDropoutTwins) }

func checkDropoutTwins(t *testing.T) {
	for _, n := range lengths() {
		for _, first := range []uint64{0, 12345, 1<<32 - 70, 7<<32 - 1} {
			x, d := random[float32](n, 1), Drop{Rate: 0.4, Key: 0xfeed5eed12345678}
			want := make([]float32, n)
			refDrop(want, x, d, first)
			same(t, "Dropout", guarded(t, "Dropout", n, func(y []float32) { Dropout(nil, y, x, d, first) }), want)
		}
	}
}
