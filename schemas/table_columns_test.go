package schemas

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestColumns compares rows that are read column by column with those that the library reads. The files have several row groups
// and pages, empty and long values, and empty lists at every place.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string { return strings.Repeat("é", r.IntN(3)*r.IntN(40)) }
	var known []KnownPhrase
	var words []VocabRow
	var near []Neighbour
	for i := range groupRows + 5000 {
		known = append(known, KnownPhrase{word(), int64(r.Uint64()), math.MaxInt64 - int64(i), word()})
		words = append(words, VocabRow{int32(r.Uint32()), word(), int64(r.Uint64())})
		n := Neighbour{Stems: word(), Keyphrase: word(), Found: int64(r.Uint64()), Spelling: word()}
		for range r.IntN(3) * r.IntN(30) {
			n.Documents = append(n.Documents, 1+r.Int32N(9))
		}
		near = append(near, n)
	}
	near[0].Documents, near[len(near)-1].Documents = nil, nil
	asLibrary(t, KnownPhrases, known)
	asLibrary(t, Vocab, words)
	asLibrary(t, Neighbours, near)
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

// TestListsApart: to append to the list of a row changes no other row.
func TestListsApart(t *testing.T) {
	rows, err := Neighbours.ReadAll(writeFile(t, "f.parquet", writeTable(t, Neighbours, neighbours(3), 3)))
	if err != nil {
		t.Fatal(err)
	}
	_ = append(rows[0].Documents, 77)
	if d := rows[1].Documents[0]; d != 1 {
		t.Errorf("document %d", d)
	}
}
