package sample

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestLexicon(t *testing.T) {
	words := newLexicon()
	if len(words) != lexiconSize {
		t.Fatalf("%d words, want %d", len(words), lexiconSize)
	}
	seen := map[string]bool{}
	frames := frameWords()
	for _, w := range []string{"however", "practice", "graph", "known"} { // one with a comma, a full stop, a head, a word
		if !frames[w] {
			t.Errorf("%s is not known as a word of a frame", w)
		}
	}
	for _, w := range words {
		if seen[w] || frames[w] {
			t.Fatalf("%q comes twice or is a word of a frame", w)
		}
		seen[w] = true
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Fatalf("%q has other characters than letters", w)
		}
	}
}

// TestBytes pins 500 documents: a seed has one corpus, and a change of a single chance in the generator is seen here.
func TestBytes(t *testing.T) {
	l, sum := New(), sha256.New()
	for i := range int64(500) {
		d := l.Submission(1, "train", i)
		fmt.Fprintf(sum, "%q\n", []string{d.Title, d.Abstract, strings.Join(d.Keywords, ";")})
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != bytesOfSample {
		t.Errorf("%s, want %s", got, bytesOfSample)
	}
}

const bytesOfSample = "3516d517c4c0713932023168b7acfe372ab43911eaf2d8ef7ad4d735db1fe794"

// TestStatistics holds what the package comment says of the documents.
func TestStatistics(t *testing.T) {
	l := New()
	const n = 4000
	var present, absent, digits, coined int
	titles := map[string]bool{}
	for i := range int64(n) {
		d := l.Submission(3, "train", i)
		text := strings.ToLower(d.Title + " . " + d.Abstract)
		if words := len(strings.Fields(text)) + strings.Count(text, ". ") + strings.Count(text, ","); words < 55 || words > 220 {
			t.Errorf("document %d has %d tokens", i, words)
		}
		clean := " " + strings.NewReplacer(".", " ", ",", " ", "(", " ", ")", " ", "  ", " ").Replace(text) + " "
		for _, k := range d.Keywords {
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
		{"different titles", len(titles), 0.995, 1},
	} {
		if share := float64(c.got) / n; share < c.lo || share > c.hi {
			t.Errorf("%.3f %s a document, want %.2f to %.2f", share, c.what, c.lo, c.hi)
		}
	}
}

func TestDocumentDependsOnSeedSetAndNumberOnly(t *testing.T) {
	a, b := New(), New()
	if !reflect.DeepEqual(a, b) {
		t.Fatal("two languages differ")
	}
	b.Submission(9, "test", 9)
	base := a.Submission(1, "train", 5)
	if !reflect.DeepEqual(base, b.Submission(1, "train", 5)) {
		t.Error("one document made twice differs")
	}
	for _, other := range []Submission{a.Submission(2, "train", 5), a.Submission(1, "valid", 5), a.Submission(1, "train", 6)} {
		if other.Title == base.Title && other.Abstract == base.Abstract {
			t.Error("another seed, set or number gave the same document")
		}
	}
}
