package choose

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// TestRunsOfMany compares runs of every length, in random order, with a search of the whole text.
func TestRunsOfMany(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		var tokens []string
		for range r.IntN(40) {
			tokens = append(tokens, []string{"a", "b", "c", "d", "e\x00f"}[r.IntN(1+int(seed)%5)])
		}
		e := newEvidence(text.NewStemmer(), Material{Tokens: tokens})
		for range 60 {
			var phrase []string
			for range 1 + r.IntN(7) {
				phrase = append(phrase, []string{"a", "b", "c", "e\x00f", "x"}[r.IntN(5)])
			}
			if i := r.IntN(len(tokens) + 1); r.IntN(3) > 0 && i+len(phrase) <= len(tokens) {
				phrase = tokens[i : i+len(phrase)]
			}
			if got, want := e.runs(phrase), runs(e.stems, phrase); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %q in %q: at %v, want %v", seed, phrase, tokens, got, want)
			}
		}
	}
}

// BenchmarkLongText reads texts of two lengths; the time per word should be equal.
func BenchmarkLongText(b *testing.B) {
	for _, n := range []int{20000, 80000} {
		r := rand.New(rand.NewPCG(1, 5))
		d := Material{Runs: true}
		for range n {
			d.Tokens = append(d.Tokens, "w"+strconv.Itoa(r.IntN(50000)))
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				newEvidence(text.NewStemmer(), d).read()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/word")
		})
	}
}
