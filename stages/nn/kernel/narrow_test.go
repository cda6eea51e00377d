package kernel

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// A matrix that was narrowed and widened quantises to the same bytes and scales as the original.
func TestNarrow(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, k := range []int{1, 5, 16, 63, 64, 65, 192} {
			const n = 300
			b := random[float32](n*k, uint64(k))
			for q := range k {
				b[q], b[k+q], b[2*k+q] = 0, quantLeast/2, 0 // two rows of zeros
			}
			b[2*k] = quantLeast
			whole, scale := Narrow(b, n, k)
			for j := range n {
				numbers, by := bytesAlike(b[j*k : (j+1)*k])
				if by == 0 {
					by = 1
				}
				for q, v := range numbers {
					if int64(whole[j*k+q]) != v || scale[j] != by {
						t.Fatalf("k=%d, element %d of row %d is %d of %v, want %d of %v", k, q, j, whole[j*k+q], scale[j], v, by)
					}
				}
			}
			back := make([]float32, n*k)
			Widen(back, whole, scale)
			if !reflect.DeepEqual(Quantise(nil, back, n, k), Quantise(nil, b, n, k)) {
				t.Errorf("k=%d: another 8-bit form", k)
			}
		}
	})
}

// The claim of Widen, for every float in [1, 2); every other float is one of these times a power of two.
func TestNarrowScales(t *testing.T) {
	step := uint32(1)
	if testing.Short() {
		step = 17
	}
	for bits := uint32(127 << 23); bits < 128<<23; bits += step {
		s := math.Float32frombits(bits) / byteMax
		if top := s * byteMax; top/byteMax != s {
			t.Fatalf("of a row whose largest element is %v: scale %v then, %v again", math.Float32frombits(bits), s, top/byteMax)
		}
	}
}

// A row that is not finite has no 8-bit form and gets scale NaN.
func TestNarrowNotFinite(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		whole, scale := Narrow([]float32{1, 2, 3, float32(v)}, 2, 2)
		if scale[0] != 2./127 || scale[1] == scale[1] || !slices.Equal(whole, []int8{64, 127, 0, 0}) {
			t.Errorf("%v: %v %v", v, whole, scale)
		}
	}
	if whole, scale := Narrow(nil, 0, 3); len(whole)+len(scale) != 0 {
		t.Error("nothing has a form")
	}
	Widen[float32](nil, nil, nil)
}
