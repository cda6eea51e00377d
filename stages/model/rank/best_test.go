package rank

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// exhaustive returns the greatest expected F1 of all sets of phrases, by enumerating sets and outcomes.
func exhaustive(p, unseen []float64) float64 {
	best := 0.
	for set := range uint(1) << len(p) {
		sum := 0.
		for right := range uint(1) << len(p) {
			q := 1.
			for i := range p {
				if right>>i&1 == 1 {
					q *= p[i]
				} else {
					q *= 1 - p[i]
				}
			}
			for missed, u := range unseen {
				if both := bits.OnesCount(set) + bits.OnesCount(right) + missed; both > 0 {
					sum += q * u * 2 * float64(bits.OnesCount(set&right)) / float64(both)
				}
			}
		}
		best = max(best, sum)
	}
	return best
}

func TestBest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		p := make([]float64, r.IntN(8))
		for i := range p {
			p[i] = r.Float64()
			if r.IntN(4) == 0 {
				p[i] = float64(r.IntN(2))
			}
		}
		slices.SortFunc(p, func(a, b float64) int { return cmp.Compare(b, a) })
		unseen := [][]float64{nil, {1}, {.5, .25, .25}, {0, .3, 0, .7}}[r.IntN(4)]
		n, f1 := Best(p, unseen)
		all := unseen
		if all == nil {
			all = []float64{1}
		}
		if want := exhaustive(p, all); math.Abs(f1-want) > 1e-12 {
			t.Fatalf("%v, %v: %d phrases, F1 %v; a set has %v", p, unseen, n, f1, want)
		}
	}
}

func TestBestByHand(t *testing.T) {
	for _, c := range []struct {
		p, unseen []float64
		n         int
		f1        float64
	}{
		{nil, nil, 0, 0},
		{[]float64{0}, nil, 0, 0},
		{[]float64{.5}, nil, 1, .5},
		{[]float64{.5}, []float64{0, 1}, 1, .5 * 2 / 3},
		{[]float64{1, 1}, nil, 2, 1},
		{[]float64{1, .5}, nil, 1, .5*1 + .5*2/3}, // two have the same F1, and the smaller set is taken
	} {
		if n, f1 := Best(c.p, c.unseen); n != c.n || math.Abs(f1-c.f1) > 1e-15 {
			t.Errorf("%v: %d phrases of F1 %v, want %d of %v", c.p, n, f1, c.n, c.f1)
		}
	}
}

// TestBestOfMany: skipping sets that cannot be better does not change the result, and with a hundred thousand phrases Best does
// not keep every distribution, which would take 300 MB.
func TestBestOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 16 {
		p := make([]float64, 1+r.IntN(1500)) // more than the first limit of Best
		for i := range p {
			p[i] = math.Pow(r.Float64(), float64(1+round%8))
			if round%5 == 0 {
				p[i] = .9 + .1*p[i]
			}
		}
		slices.SortFunc(p, func(a, b float64) int { return cmp.Compare(b, a) })
		n, f1 := Best(p, []float64{.5, .5})
		if want, wantF1 := everySet(p, []float64{.5, .5}); n != want || f1 != wantF1 {
			t.Fatalf("round %d: %d of %d phrases, F1 %v; want %d, %v", round, n, len(p), f1, want, wantF1)
		}
	}
	many := make([]float64, 1e5)
	for i := range many {
		if many[i] = .005; i < 50 {
			many[i] = .9
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if n, f1 := Best(many, nil); n != 50 || f1 < .1 {
		t.Errorf("%d phrases, F1 %v", n, f1)
	}
	if runtime.ReadMemStats(&after); after.Sys > before.Sys+64<<20 {
		t.Errorf("took %d MB", (after.Sys-before.Sys)>>20)
	}
}

// everySet is Best without skipping sets.
func everySet(p, unseen []float64) (n int, f1 float64) {
	behind := make([][]float64, len(p)+1)
	behind[len(p)] = unseen
	for i := len(p) - 1; i >= 0; i-- {
		behind[i] = also(behind[i+1], p[i])
	}
	hits := []float64{1}
	for i := range p {
		hits = also(hits, p[i])
		if e := expectation(i+1, hits, behind[i+1]); e > f1 {
			n, f1 = i+1, e
		}
	}
	return n, f1
}
