package known

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestCount: counts by hand. A document counts once for a phrase, however often the phrase occurs. Stems are compared, and an
// occurrence may begin in the title and end in the body.
func TestCount(t *testing.T) {
	words := strings.Fields
	docs := []schemas.Document{
		{ID: "1", Title: words("graph cuts"), Body: words("cuts of graphs graph cut"), Present: [][]string{words("graph cuts"), words("graph cut")}, Absent: [][]string{words("min flow")}},
		{ID: "2", Title: words("a graph"), Body: words("cut"), Present: [][]string{words("graph")}, Absent: [][]string{words("min flows")}},
		{ID: "3", Body: words("graphs"), Present: [][]string{words("graphs")}, Absent: [][]string{words("rare one")}},
		{ID: "4", Body: words("graph cut and min flow"), Absent: [][]string{words("graph cut")}},
	}
	path := saved(t, docs)
	want := []schemas.KnownPhrase{{Stems: "graph", Targets: 2, Documents: 4}, {Stems: "graph cut", Targets: 2, Documents: 3}, {Stems: "min flow", Targets: 2, Documents: 1}}
	for least, want := range map[int64][]schemas.KnownPhrase{2: want, 3: {}, 1: slices.Insert(slices.Clone(want), 3, schemas.KnownPhrase{Stems: "rare one", Targets: 1})} {
		got, err := Count(context.Background(), []string{path}, least, func() {})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("of %d documents: %v, %v, want %v", least, got, err, want)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Count(stopped, []string{path}, 1, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestCountWords: words of at least five documents count once per document; a word that is itself a keyphrase is listed once.
func TestCountWords(t *testing.T) {
	var docs []schemas.Document
	for i, body := range []string{"of cuts of", "cut of", "of trees", "graphs", "of rare", "of rare", "rare", "rare graph"} {
		d := schemas.Document{ID: string(rune('a' + i)), Title: strings.Fields("cuts"), Body: strings.Fields(body)}
		if i < 2 {
			d.Present = [][]string{{"cuts"}}
		}
		docs = append(docs, d)
	}
	got, err := Count(context.Background(), []string{saved(t, docs)}, 2, func() {})
	want := []schemas.KnownPhrase{{Stems: "cut", Targets: 2, Documents: 8}, {Stems: "of", Documents: 5}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// saved writes documents to a file.
func saved(t *testing.T, docs []schemas.Document) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "train-00000-of-00001.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := schemas.Documents.NewWriter(f, nil)
	if err := errors.Join(w.Write(docs...), w.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLongest: the longest phrase that begins with a word counts, whatever the order in which they are met.
func TestLongest(t *testing.T) {
	c := counter{phrases: map[string]*schemas.KnownPhrase{}, longest: map[string]int{}}
	for i := range 30 {
		for _, rest := range []string{"", " of", " of long", " of long words"} {
			stems := fmt.Sprintf("w%d%s", i, rest)
			c.phrases[stems] = &schemas.KnownPhrase{Stems: stems, Targets: 1}
		}
	}
	c.keep(1)
	for first, n := range c.longest {
		if n != 4 {
			t.Errorf("%s: %d words, want 4", first, n)
		}
	}
}
