package fit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMinimumOvershoots: with heavy tails, full Newton steps raise the loss; the minimum is still found.
func TestMinimumOvershoots(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		r := regression{strength: 1e-3}
		for range 12 {
			x := []float64{math.Pow(rnd.NormFloat64(), 3), math.Pow(rnd.NormFloat64(), 3)}
			r.x, r.right = append(r.x, x), append(r.right, rnd.IntN(5) == 0)
		}
		r.right[0], r.right[1] = true, false
		w, err := r.minimum()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		g, _ := r.derivatives(w)
		if far := math.Abs(g[0]) + math.Abs(g[1]) + math.Abs(g[2]); far > 1e-6 {
			t.Errorf("seed %d: gradient %v", seed, g)
		}
	}
}
