package hashes

import (
	"math/rand/v2"
	"testing"
)

// TestSet holds the set against a map, through many growths, with hashes that want the same place and with 0.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Set
	met := map[uint64]bool{}
	for i := range 200_000 {
		hash := r.Uint64N(120_000)
		switch i % 3 {
		case 1:
			hash <<= 56 // of one place in each part
		case 2:
			hash = r.Uint64() // of all parts
		}
		same := max(hash, 1)
		if got := s.Add(hash); got == met[same] {
			t.Fatalf("hash %x, number %d: new is %v", hash, i, got)
		}
		met[same] = true
	}
}
