package match

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestIndex holds the index of many targets against comparing each prediction with each target, for phrases of few
// letters, which are often in one another and across the ends of two targets, and for empty ones.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	phrases := func(n int) (out []*Phrase) {
		for range n {
			stems := make([]byte, random.IntN(6))
			for i := range stems {
				stems[i] = "ab "[random.IntN(3)]
			}
			out = append(out, &Phrase{Stems: string(stems)})
		}
		return out
	}
	for range 200 {
		predictions, targets := phrases(random.IntN(20)), phrases(random.IntN(20))
		got, err := indexed(t.Context(), predictions, targets)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range predictions {
			var want []int32
			for n, target := range targets {
				if strings.Contains(target.Stems, p.Stems) {
					want = append(want, int32(n))
				}
			}
			if !slices.Equal(got[i], want) {
				t.Fatalf("%q is in targets %v, want %v", p.Stems, got[i], want)
			}
		}
	}
}
