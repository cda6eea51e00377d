package schemas

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestColumns: rows that are read as columns are what was written. The files have several row groups and pages, and empty and long
// values.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string { return strings.Repeat("é", r.IntN(3)*r.IntN(40)) }
	var known []KnownPhrase
	var words []VocabRow
	var near []Neighbour
	for i := range groupRows + 5000 {
		known = append(known, KnownPhrase{word(), int64(r.Uint64()), math.MaxInt64 - int64(i), word()})
		words = append(words, VocabRow{int32(r.Uint32()), word(), int64(r.Uint64())})
		near = append(near, Neighbour{Stems: word(), Keyphrase: word(), Found: int64(r.Uint64()), Documents: Gaps(make([]int32, r.IntN(3)*r.IntN(30))...), Spelling: word()})
	}
	same(t, KnownPhrases, known, KnownPhrases.ReadAll)
	same(t, Vocab, words, Vocab.ReadAll)
	same(t, Neighbours, near, ReadNeighbourRows)
}

func same[R any](t *testing.T, table Table[R], rows []R, read func(path string) ([]R, error)) {
	t.Helper()
	got, err := read(writeFile(t, "f.parquet", writeTable(t, table, rows, 1000)))
	if err != nil || len(got) != len(rows) {
		t.Fatalf("%s: %d rows of %d, %v", table.Name, len(got), len(rows), err)
	}
	for i := range rows {
		if plain(got[i]) != plain(rows[i]) {
			t.Fatalf("%s: row %d: %v, want %v", table.Name, i, got[i], rows[i])
		}
	}
}

// TestTexts: columns of text are those of the rows, over pages and row groups, and a missing value is "".
func TestTexts(t *testing.T) {
	var rows []Prediction
	for i := range 3000 {
		p := Prediction{ID: fmt.Sprint("document ", i, strings.Repeat("x", i%500)), Digest: fmt.Sprint("text:", i)}
		if i%3 == 0 {
			p.Digest = ""
		}
		for range i % 5 {
			p.Phrases = append(p.Phrases, Phrase{Phrase: strings.Repeat("p", 5000), Tokens: []string{"p"}})
		}
		rows = append(rows, p)
	}
	for _, digests := range []bool{true, false} {
		for i := range rows {
			if !digests {
				rows[i].Digest = ""
			}
		}
		r, err := Predictions.Open(writeFile(t, "f.parquet", writeTable(t, Predictions, rows, 100)))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if len(r.file.RowGroups()) < 2 {
			t.Fatal("one row group")
		}
		at := 0
		err = r.Texts([]string{"digest", "id"}, func(values []string) error {
			if at >= len(rows) || values[0] != rows[at].Digest || values[1] != rows[at].ID {
				t.Fatalf("row %d: %q", at, values)
			}
			at++
			return nil
		})
		if err != nil || at != len(rows) {
			t.Errorf("%d rows, %v", at, err)
		}
		stop := errors.New("enough")
		if err := r.Texts([]string{"id"}, func([]string) error { return stop }); err != stop {
			t.Error(err)
		}
	}
}

// TestColumnsShort: a column with another number of values than its table has rows is damage of that column, and no row is made of it.
func TestColumnsShort(t *testing.T) {
	path := writeFile(t, "f.parquet", writeTable(t, Vocab, []VocabRow{{0, "a", 1}, {1, "b", 2}}, 10))
	r, err := Vocab.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.group = 0
	for rows, says := range map[int64]string{2: "", 3: "2 values for 3 rows"} {
		columns := make([]column, 3)
		for i := range columns {
			columns[i].room(r.file.Metadata().RowGroups, i)
		}
		err := r.load(columns, []int{0, 1, 2}, rows)
		if says == "" && err != nil || says != "" && (!errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), says)) {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}
