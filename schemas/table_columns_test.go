package schemas

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestColumns compares rows that are read column by column with those that the library reads. The files have several row groups
// and pages, and empty and long values.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string { return strings.Repeat("é", r.IntN(3)*r.IntN(40)) }
	var known []KnownPhrase
	var words []VocabRow
	for i := range groupRows + 5000 {
		known = append(known, KnownPhrase{word(), int64(r.Uint64()), math.MaxInt64 - int64(i), word()})
		words = append(words, VocabRow{int32(r.Uint32()), word(), int64(r.Uint64())})
	}
	asLibrary(t, KnownPhrases, known)
	asLibrary(t, Vocab, words)
}

func asLibrary[R any](t *testing.T, table Table[R], rows []R) {
	path := writeFile(t, "f.parquet", writeTable(t, table, rows, 1000))
	got, err := table.ReadAll(path)
	if err != nil {
		t.Fatal(err)
	}
	library := table
	library.scan = nil
	want, err := library.ReadAll(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) || len(got) != len(rows) {
		t.Fatalf("%s: %d rows, the library reads %d of %d", table.Name, len(got), len(want), len(rows))
	}
	for i := range want {
		if plain(got[i]) != plain(want[i]) {
			t.Fatalf("%s: row %d: %v, the library reads %v", table.Name, i, got[i], want[i])
		}
	}
}
