package label

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// TestDocumentsOfABatch: no more than the setting says, and few enough that every thread has several batches of a window.
func TestDocumentsOfABatch(t *testing.T) {
	for _, c := range []struct{ items, batch, threads, want int }{
		{1024, 16, 2, 16}, {1024, 64, 2, 64}, {1024, 64, 8, 32}, {1024, 16, 64, 4}, {100, 16, 2, 12}, {3, 16, 2, 1}, {0, 16, 2, 1}, {1024, 1, 1, 1},
	} {
		l := Labeller{options: Options{BatchSize: c.batch}, threads: c.threads}
		if got := l.documents(c.items); got != c.want {
			t.Errorf("%d documents, batch size %d, %d threads: %d, want %d", c.items, c.batch, c.threads, got, c.want)
		}
	}
}

// TestWeight: long words, ids and columns fill a window, not only tokens.
func TestWeight(t *testing.T) {
	long := strings.Repeat("x", 16<<20)
	of := func(text, id string, columns *corpus.Given, tokens ...string) Item {
		return Item{Document: schemas.Document{ID: id, BodyText: text}, Given: columns, asked: phrase.Document{Tokens: tokens}}
	}
	wide := &corpus.Given{}
	wide.Add(long, 0)
	o := Options{Window: 1000}
	for name, c := range map[string]struct {
		item Item
		want int
	}{
		"words":     {of("two words", "1", nil, "two", "words"), 1000},
		"long word": {of(long, "1", nil, "x"), 1},
		"long id":   {of("x", long, nil, "x"), 2},
		"columns":   {of("x", "1", wide, "x"), 2},
	} {
		items := slices.Repeat([]Item{c.item}, 1200)
		if got := o.firstWindow(items); got != c.want {
			t.Errorf("%s: a window of %d, want %d", name, got, c.want)
		}
	}
	if w := (of("a text of seven common words indeed", "id", nil, "a", "text", "of", "seven", "common", "words", "indeed")); w.Weight() != 7 {
		t.Errorf("a common document weighs %d", w.Weight())
	}
}

// TestBatches: batches hold documents of similar length, and no more documents or tokens than they may.
func TestBatches(t *testing.T) {
	for _, c := range []struct {
		lengths           []int
		documents, tokens int
		want              string
	}{
		{nil, 2, 10, "[]"},
		{[]int{0, 0}, 2, 10, "[]"},
		{[]int{3, 5, 3, 0, 4}, 1, 100, "[[1] [4] [0] [2]]"},
		{[]int{3, 5, 3, 0, 4}, 3, 100, "[[1 4 0] [2]]"},
		{[]int{3, 5, 3, 0, 4}, 9, 9, "[[1 4] [0 2]]"},
		{[]int{3, 50, 3}, 9, 9, "[[1] [0 2]]"},
		{[]int{4, 4, 4}, 9, 6, "[[0] [1] [2]]"},
		{[]int{2, 2, 2, 2}, 9, 4, "[[0 1] [2 3]]"},
	} {
		if got := fmt.Sprint(batches(c.lengths, c.documents, c.tokens)); got != c.want {
			t.Errorf("%v: %s, want %s", c, got, c.want)
		}
	}
}

// TestFits: a search that needs more memory than is free is refused.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		threads    int
		need, free int64
		want       bool
	}{{2, 100, 0, true}, {1, 100, 100, true}, {1, 101, 100, false}, {2, 50, 100, true}, {2, 51, 100, false}} {
		if err := fits(3, c.threads, c.need, c.free); (err == nil) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
