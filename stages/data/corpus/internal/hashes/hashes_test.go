package hashes

import (
	"math/rand/v2"
	"testing"
)

// TestSet compares the set with a map through many growths, with colliding hashes and with 0.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Set
	met := map[uint64]bool{}
	for i := range 200_000 {
		n := r.Uint64N(120_000)
		hash := n * 0x9e3779b97f4a7c15 // many of them twice, and 0
		switch i % 3 {
		case 1:
			hash = n<<56 | n>>8 // near one place in each part
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

// TestMemory checks the bytes per hash of the package comment, at any point between two growths.
func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Set
	for n := 1; n <= 1_000_000; n++ {
		s.Add(r.Uint64())
		if n < 100_000 || n%10_000 != 0 {
			continue
		}
		room := 0
		for _, p := range s.part {
			room += 8 * len(p.table)
		}
		if each := float64(room) / float64(n); each > 11.5 {
			t.Fatalf("%d hashes: %.1f bytes each", n, each)
		}
	}
}
