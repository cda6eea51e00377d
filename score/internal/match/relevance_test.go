package match

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// TestRelevance: a prediction is relevant for the targets whose stems contain its stems as a string, not the reverse.
func TestRelevance(t *testing.T) {
	phrases := func(stems ...string) (out []*Phrase) {
		for _, s := range stems {
			out = append(out, &Phrase{Stems: s})
		}
		return out
	}
	predictions, targets := phrases("graph", "random graph theori", "aph", "tree", ""), phrases("random graph", "tree", "graph")
	want := [][]int32{{0, 2}, nil, {0, 2}, {1}, {0, 1, 2}}
	for name, find := range map[string]func(context.Context, []*Phrase, []*Phrase) (metric.Relevance, error){"each with each": relevance, "index": indexed} {
		got, err := find(t.Context(), predictions, targets)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("%s: %q is in %v, want %v", name, predictions[i].Stems, got[i], want[i])
			}
		}
	}
}

// TestIndex compares the index of many targets with testing each prediction against each target, for empty phrases and for
// phrases of few letters, which often contain one another and match across the end of a target.
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
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := indexed(stopped, phrases(1), phrases(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end of ctx", err)
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
