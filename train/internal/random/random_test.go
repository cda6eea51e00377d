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
				t.Fatalf("n %d: %v is no permutation", n, p)
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

// Every place is reached by every number about equally often: 6000 orders of
// 6 numbers, 1000 expected in a cell, standard deviation 29.
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

func TestKey(t *testing.T) {
	keys := []uint64{Key(), Key(0), Key(0, 0), Key(1), Key(1, 2), Key(2, 1), Key(1, 2, 3)}
	if n := len(slices.Compact(slices.Sorted(slices.Values(keys)))); n != len(keys) {
		t.Errorf("%d of %d keys differ", n, len(keys))
	}
}

// The numbers belong to the byte promise: they may not change.
func TestBelowIsFixed(t *testing.T) {
	var got []int
	for i := range uint64(8) {
		got = append(got, Below(Key(27, 1), i, 1000))
	}
	if want := []int{503, 959, 223, 157, 834, 403, 824, 795}; !slices.Equal(got, want) {
		t.Errorf("numbers %v, want %v", got, want)
	}
}
