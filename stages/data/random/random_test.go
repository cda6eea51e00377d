package random

import (
	"math"
	"slices"
	"testing"
)

func TestPermutation(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 100} {
		p := Permutation(Key(27, 1), n)
		sorted := slices.Sorted(slices.Values(p))
		for i, v := range sorted {
			if i != v {
				t.Fatalf("n %d: %v is not a permutation", n, p)
			}
		}
		if !slices.Equal(p, Permutation(Key(27, 1), n)) {
			t.Errorf("n %d: two orders of one key differ", n)
		}
	}
	if slices.Equal(Permutation(Key(27, 1), 100), Permutation(Key(27, 2), 100)) {
		t.Error("two keys, one order")
	}
}

// Every number reaches every place about equally often: 6000 orders of 6 numbers,
// 1000 expected in a cell, standard deviation 29.
func TestPermutationIsEven(t *testing.T) {
	var cell [6][6]float64
	for k := range 6000 {
		for i, v := range Permutation(Key(1, uint64(k)), 6) {
			cell[i][v]++
		}
	}
	for i := range cell {
		for v, n := range cell[i] {
			if math.Abs(n-1000) > 150 {
				t.Errorf("number %d at place %d in %g of 6000 orders", v, i, n)
			}
		}
	}
}

// TestKeys: the parts, their order and their number make other keys.
func TestKeys(t *testing.T) {
	keys := []uint64{Key(), Key(0), Key(0, 0), Key(1), Key(1, 2), Key(2, 1), Key(1, 2, 3),
		Named(0, 0, ""), Named(0, 0, "a"), Named(0, 0, "b"), Named(0, 0, "ab"), Named(0, 0, "ba"), Named(1, 0, "a"), Named(0, 1, "a"), Named(1, 1, "a")}
	if n := len(slices.Compact(slices.Sorted(slices.Values(keys)))); n != len(keys) {
		t.Errorf("%d of %d keys differ", n, len(keys))
	}
}

// The numbers are part of the byte promise and must not change. The first ones of SplitMix64 from the seed 0 are those of its authors' C
// program: states are golden apart.
func TestFixed(t *testing.T) {
	var mixed []uint64
	var below []int
	var uniform []float64
	named := Named(27, 3, "enc.embed")
	for i := range uint64(4) {
		mixed, below, uniform = append(mixed, Mix(i*golden)), append(below, Below(Key(27, 1), i, 1000)), append(uniform, 1000*Uniform(named, i))
	}
	if want := []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec}; !slices.Equal(mixed, want) {
		t.Errorf("Mix: %#x, want %#x", mixed, want)
	}
	if want := []int{503, 959, 223, 157}; !slices.Equal(below, want) {
		t.Errorf("Below: %v, want %v", below, want)
	}
	if want := []float64{709.5044103062671, 938.5741589070321, 111.88537609616489, 44.05724200222316}; !slices.Equal(uniform, want) {
		t.Errorf("Uniform: %v, want %v", uniform, want)
	}
	if named != 0x26d2def7b0ca6e90 || Named(0, 0, "") != 0xa706dd2f4d197e6f {
		t.Errorf("Named: %#x and %#x", named, Named(0, 0, ""))
	}
}
