package survey

import (
	"math/rand/v2"
	"testing"
)

// TestFrequent compares bounded counts with exact ones on random keys of which few are frequent: a count is never too high, lacks at
// most Lost, and a key that Top leaves out is not above its bound.
func TestFrequent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{10, 100, 5000} {
		zipf := rand.NewZipf(r, 1.1, 1, 3000)
		f, exact := NewFrequent(most), map[uint64]int64{}
		for range 50000 {
			key := zipf.Uint64() * 0x9e3779b97f4a7c15
			f.Add(key)
			exact[key]++
			if f.Len() > 2*most {
				t.Fatalf("%d keys are kept, more than twice %d", f.Len(), most)
			}
		}
		if (f.Lost == 0) != (len(exact) <= 2*most) || int(f.Lost) > 50000/most {
			t.Errorf("%d of %d keys: %d are lost", most, len(exact), f.Lost)
		}
		for key, n := range f.counts {
			if got := int64(n); got > exact[key] || got < exact[key]-int64(f.Lost) {
				t.Fatalf("count %d of %d, with %d lost", got, exact[key], f.Lost)
			}
		}
		keys, bound := f.Top(most / 2)
		kept := map[uint64]bool{}
		for _, key := range keys {
			kept[key] = true
		}
		missed := int64(0)
		for key, n := range exact {
			if !kept[key] {
				missed = max(missed, n)
			}
		}
		if len(keys) != min(most/2, len(exact)) || missed > bound || bound > missed+int64(f.Lost) {
			t.Errorf("%d keys, the most frequent of the others %d times, bound %d", len(keys), missed, bound)
		}
	}
	f := NewFrequent(3)
	for _, key := range []uint64{7, 8, 7} {
		f.Add(key)
	}
	if keys, bound := f.Top(9); len(keys) != 2 || keys[0] != 7 || bound != 0 {
		t.Errorf("%v, bound %d", keys, bound)
	}
}
