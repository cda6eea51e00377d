package choose

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// TestGrams compares where runs of every length occur, asked for in random order, with a search of the whole text.
func TestGrams(t *testing.T) {
	g := new(grams) // whose memory all texts use
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		source := make([]int32, r.IntN(40)*(1+int(seed)%7))
		for i := range source {
			source[i] = r.Int32N(1 + int32(seed)%5)
		}
		g.begin(source)
		seen := map[string]int32{}
		for range 60 {
			run := make([]int32, 1+r.IntN(7))
			for i := range run {
				run[i] = r.Int32N(6)
			}
			if i := r.IntN(len(source) + 1); r.IntN(3) > 0 && i+len(run) <= len(source) {
				run = source[i : i+len(run)]
			}
			n := int32(0)
			for _, s := range run {
				n = g.longer(n, s)
			}
			if got, want := g.places(n), search(source, run); !slices.Equal(got, want) || int(g.all[n].runs) != len(want) {
				t.Fatalf("seed %d: %v in %v: at %v, %d times, want %v", seed, run, source, got, g.all[n].runs, want)
			}
			if before, ok := seen[fmt.Sprint(run)]; ok && before != n || g.asked(run) != n {
				t.Fatalf("seed %d: %v has the numbers %d, %d and %d", seed, run, n, before, g.asked(run))
			}
			seen[fmt.Sprint(run)] = n
		}
		if g.asked([]int32{1, 9}) >= 0 {
			t.Fatal("a run that nobody asked for has a number")
		}
	}
}

// places returns where a run occurs.
func (g *grams) places(n int32) (at []int32) {
	for i := g.all[n].first; i >= 0; i = g.next[g.all[n].length-1][i] {
		at = append(at, i)
	}
	return at
}

// asked is find for all stems of a run.
func (g *grams) asked(run []int32) (n int32) {
	for _, s := range run {
		if n = g.find(n, s); n < 0 {
			return n
		}
	}
	return n
}

// search returns where a run occurs in source, rising.
func search(source, run []int32) (at []int32) {
	for i := range source {
		if i+len(run) <= len(source) && slices.Equal(source[i:i+len(run)], run) {
			at = append(at, int32(i))
		}
	}
	return at
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
				var e evidence
				e.begin(text.NewStemmer(), d)
				e.read()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/word")
		})
	}
}
