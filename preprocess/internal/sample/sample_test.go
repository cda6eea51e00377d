package sample

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// made returns the documents of a set.
func made(t *testing.T, set string, seed uint64, n int64) (all []corpus.Record) {
	t.Helper()
	c, u := &Corpus{Language: New(), Set: set, Seed: seed, Count: n}, corpus.Unparsed{}
	for c.Next(&u) == nil {
		r, err := c.Parse(&u)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// TestStatistics holds what the package comment says of the documents.
func TestStatistics(t *testing.T) {
	const n = 4000
	var present, absent, digits, coined int
	titles := map[string]bool{}
	for i, d := range made(t, "train", 3, n) {
		text := strings.ToLower(d.Title + " . " + d.Body)
		if words := len(strings.Fields(text)) + strings.Count(text, ". ") + strings.Count(text, ","); words < 55 || words > 220 {
			t.Errorf("document %d has %d tokens", i, words)
		}
		clean := " " + strings.NewReplacer(".", " ", ",", " ", "(", " ", ")", " ", "  ", " ").Replace(text) + " "
		for _, k := range d.Keyphrases {
			if strings.Contains(clean, " "+k+" ") {
				present++
			} else {
				absent++
			}
			if end := k[len(k)-1]; !strings.Contains(k, " ") && strings.ContainsRune("xzkh", rune(end)) {
				coined++
			}
		}
		if strings.ContainsAny(text, "0123456789") {
			digits++
		}
		titles[d.Title] = true
	}
	for _, c := range []struct {
		what   string
		got    int
		lo, hi float64
	}{
		{"present phrases", present, 3.1, 3.5},
		{"absent phrases", absent, 1.8, 2.2},
		{"documents with digits", digits, 0.5, 1},
		{"coined keyphrases", coined, 0.1, 1},
		{"different titles", len(titles), 0.99, 1},
	} {
		if share := float64(c.got) / n; share < c.lo || share > c.hi {
			t.Errorf("%.3f %s a document, want %.2f to %.2f", share, c.what, c.lo, c.hi)
		}
	}
}

// TestSame: seed, set and number determine a document, and nothing else; each of them matters.
func TestSame(t *testing.T) {
	want := fmt.Sprint(made(t, "train", 1, 9)[8])
	if got := fmt.Sprint(made(t, "train", 1, 20)[8]); got != want {
		t.Errorf("one document made twice differs: %s\n%s", got, want)
	}
	base, text := made(t, "train", 1, 6)[5], func(r corpus.Record) string { return r.Title + r.Body }
	for _, other := range []corpus.Record{made(t, "train", 2, 6)[5], made(t, "valid", 1, 6)[5], made(t, "train", 1, 7)[6]} {
		if text(other) == text(base) {
			t.Error("another seed, set or number gave the same document")
		}
	}
}
