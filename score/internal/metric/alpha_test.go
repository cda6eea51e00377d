package metric

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestIdealOrder compares alpha-NDCG, to the bit, with its definition, which looks at every prediction at every rank, for
// made-up relevances: few targets and many, none, all, equal ones.
func TestIdealOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n, targets := random.IntN(40), random.IntN(8)
		if random.IntN(200) == 0 {
			n = 1200 // the weight of a target found so often is 0
		}
		share := random.Float64()
		relevance := make(Relevance, n)
		for j := range relevance {
			for target := range targets {
				if random.Float64() < share {
					relevance[j] = append(relevance[j], int32(target))
				}
			}
		}
		r := NewRanking(make([]bool, n), targets, relevance)
		if want := ideal(relevance, targets); !slices.Equal(r.alphaIdeal, want) {
			t.Fatalf("relevance %v of %d targets:\ngot  %v\nwant %v", relevance, targets, r.alphaIdeal, want)
		}
	}
}

// ideal is the discounted gain of the ideal order after each rank.
func ideal(relevance Relevance, targets int) []float64 {
	sums := make([]float64, len(relevance)+1)
	weight := make(weights, targets)
	weight.reset()
	used := make([]bool, len(relevance))
	for rank := range relevance {
		best, most := -1, -1.0
		for j := range relevance {
			if g := weight.gain(relevance[j]); !used[j] && g > most {
				best, most = j, g
			}
		}
		used[best] = true
		weight.spend(relevance[best])
		sums[rank+1] = sums[rank] + most*discount(rank)
	}
	return sums
}
