package duplicate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// worded returns a print of the words from first to last, which are numbers.
func worded(first, last int) Print {
	var body []string
	for i := first; i <= last; i++ {
		body = append(body, fmt.Sprint("w", i))
	}
	return Of(nil, body, "")
}

// TestNear: a document is near from the limit on, which counts different words, and the first of several is the match.
func TestNear(t *testing.T) {
	n := NewNear(.7)
	for i, p := range []Print{worded(1, 100), worded(300, 339), worded(300, 339), worded(500, 518)} {
		n.Add(p, "test.a", fmt.Sprint("t", i))
	}
	for _, c := range []struct {
		name string
		p    Print
		want string
	}{
		{"the same words", worded(1, 100), "near duplicate in test.a t0"},
		{"70 of 100", worded(31, 100), "near duplicate in test.a t0"},
		{"69 of 100", worded(32, 100), ""},
		{"100 of 142", worded(1, 142), "near duplicate in test.a t0"},
		{"100 of 143", worded(1, 143), ""},
		{"repeated words", Of([]string{"w40", "w40", "."}, words31to100(), ""), "near duplicate in test.a t0"},
		{"the first of two", worded(301, 339), "near duplicate in test.a t1"},
		{"short ones", worded(500, 518), ""},
		{"no words", Print{}, ""},
	} {
		got := ""
		if m, ok := n.Find(c.p); ok {
			got = m.Cause + " in " + m.Set + " " + m.ID
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func words31to100() (all []string) {
	for i := 31; i <= 100; i++ {
		all = append(all, fmt.Sprint("w", i))
	}
	return all
}

// TestNearAll compares with the search of all documents, at several limits.
func TestNearAll(t *testing.T) {
	r, hits := rand.New(rand.NewPCG(1, 2)), 0
	for _, least := range []float64{.3, .5, .7, .9, 1} {
		n, all := NewNear(least), []Print(nil)
		for range 300 {
			first, size := r.IntN(60), leastWords+r.IntN(40)
			p, want := worded(first, first+size), -1
			for i := len(all) - 1; i >= 0; i-- {
				if similarity(all[i].Words, p.Words) >= least-1e-9 {
					want = i
				}
			}
			got := -1
			if m, ok := n.Find(p); ok {
				fmt.Sscan(m.ID, &got)
				hits++
			}
			if got != want {
				t.Fatalf("at %v: document %d, want %d", least, got, want)
			}
			n.Add(p, "test.a", fmt.Sprint(len(all)))
			all = append(all, p)
		}
	}
	if hits < 200 {
		t.Errorf("only %d hits", hits)
	}
}

// similarity is the Jaccard similarity by its definition.
func similarity(a, b []uint64) float64 {
	both := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// BenchmarkNear looks up documents of 100 of 5,000 words in 20,000.
func BenchmarkNear(b *testing.B) {
	r, n := rand.New(rand.NewPCG(1, 2)), NewNear(.7)
	made := func() Print {
		var body []string
		for range 130 {
			body = append(body, fmt.Sprint(int(5000*r.Float64()*r.Float64()*r.Float64())))
		}
		return Of(nil, body, "")
	}
	for i := range 20_000 {
		n.Add(made(), "test.a", fmt.Sprint(i))
	}
	p := made()
	n.Find(p) // enters the documents
	for b.Loop() {
		n.Find(p)
	}
}
