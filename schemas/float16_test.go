package schemas

import (
	"math"
	"testing"
)

// TestFloat16: every 16-bit float is what the definition of binary16 says, and comes back from float32.
func TestFloat16(t *testing.T) {
	for i := range 1 << 16 {
		h := Float16(i)
		exponent, fraction := i>>10&31, float64(i&1023)
		want := math.Ldexp(1+fraction/1024, exponent-15)
		switch {
		case exponent == 0:
			want = math.Ldexp(fraction/1024, -14)
		case exponent == 31 && fraction == 0:
			want = math.Inf(1)
		case exponent == 31:
			if v := h.Float32(); v == v || NewFloat16(v)&0x7c00 != 0x7c00 || NewFloat16(v)&1023 == 0 {
				t.Fatalf("%#x is %v, want NaN", i, v)
			}
			continue
		}
		if i >= 0x8000 {
			want = -want
		}
		if v := h.Float32(); float64(v) != want || math.Signbit(float64(v)) != math.Signbit(want) || NewFloat16(v) != h {
			t.Fatalf("%#x is %v and comes back as %#x, want %v", i, v, NewFloat16(v), want)
		}
	}
}

// TestFloat16Rounds: a float32 between two neighbours becomes the nearer one, and the even one in the middle.
func TestFloat16Rounds(t *testing.T) {
	for i := range 0x7bff { // up to the last pair of finite numbers
		low, high := Float16(i), Float16(i+1)
		middle := (low.Float32() + high.Float32()) / 2 // exact
		even := low
		if i%2 == 1 {
			even = high
		}
		below, above := math.Nextafter32(middle, 0), math.Nextafter32(middle, 1e9)
		if NewFloat16(below) != low || NewFloat16(above) != high || NewFloat16(middle) != even || NewFloat16(-middle) != even|0x8000 {
			t.Fatalf("around %v: %#x %#x %#x, want %#x, %#x, %#x", middle, NewFloat16(below), NewFloat16(middle), NewFloat16(above), low, even, high)
		}
	}
	if below, at := NewFloat16(math.Nextafter32(65520, 0)), NewFloat16(65520); below != 0x7bff || at != 0x7c00 {
		t.Errorf("below 65520 %#x, at it %#x", below, at)
	}
}
