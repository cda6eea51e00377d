package schemas

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// neighbourContent is what ReadNeighbours reads, as text.
func neighbourContent(path string) (string, error) {
	rows, err := ReadNeighbourRows(path)
	return plain(rows), err
}

// asOld returns rows as version 2 of the table had them.
func asOld(rows []Neighbour) (old []oldNeighbour) {
	for _, r := range rows {
		o := oldNeighbour{Stems: r.Stems, Keyphrase: r.Keyphrase, Found: r.Found, Spelling: r.Spelling}
		for b := r.Documents; len(b) > 0; {
			gap, n := binary.Varint(b)
			o.Documents, b = append(o.Documents, int32(gap)), b[n:]
		}
		old = append(old, o)
	}
	return old
}

// TestNeighbours: columns read from files of both versions are what was written, and what the library reads. The files have several
// row groups and pages, empty and long values, and no documents at every place.
func TestNeighbours(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string { return strings.Repeat("é", r.IntN(3)*r.IntN(40)) }
	var rows []Neighbour
	for range groupRows + 5000 {
		n := Neighbour{Stems: word(), Keyphrase: word(), Found: int64(r.Uint64()), Spelling: word()}
		for range r.IntN(3) * r.IntN(30) {
			n.Documents = append(n.Documents, Gaps(r.Int32N(1<<r.IntN(24)+1))...)
		}
		rows = append(rows, n)
	}
	rows[0].Documents, rows[len(rows)-1].Documents = nil, nil
	for version, path := range map[int]string{2: writeFile(t, "f.parquet", writeTable(t, oldNeighbours, asOld(rows), 1000)),
		3: writeFile(t, "f.parquet", writeTable(t, Neighbours, rows, 1000))} {
		got, err := ReadNeighbourRows(path)
		if err != nil || len(got) != len(rows) {
			t.Fatalf("version %d: %d of %d rows, %v", version, len(got), len(rows), err)
		}
		for i := range rows {
			if plain(got[i]) != plain(rows[i]) {
				t.Fatalf("version %d: row %d: %v, want %v", version, i, got[i], rows[i])
			}
		}
	}
}

// TestNeighbourVersions: another version, and another table, are refused with the stage to run.
func TestNeighbourVersions(t *testing.T) {
	next := Neighbours
	next.Version = 4
	for want, content := range map[string][]byte{"neighbours version 4, want version 3": writeTable(t, next, neighbours(3), 3), "the file holds vocab": writeTable(t, Vocab, vocabulary(3), 3)} {
		_, err := ReadNeighbourRows(writeFile(t, "f.parquet", content))
		var file *FileError
		if !errors.As(err, &file) || !errors.Is(err, ErrSchema) || file.Remedy != "run train again" || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if rows, err := ReadNeighbourRows(writeFile(t, "f.parquet", writeTable(t, Neighbours, nil, 1))); err != nil || len(rows) > 0 {
		t.Errorf("no rows: %d, %v", len(rows), err)
	}
}

// TestLists: levels that promise other values than there are, are damage.
func TestLists(t *testing.T) {
	for _, c := range []struct {
		values         []int32
		levels, filled []byte
		good           bool
	}{
		{[]int32{1, 2, 3}, []byte{0, 1, 0, 0}, []byte{1, 1, 0, 1}, true},
		{[]int32{1, 2, 3}, []byte{0, 1, 0}, []byte{1, 1, 0}, false},
		{[]int32{1, 2}, []byte{0, 1, 0}, []byte{1, 1, 1}, false},
	} {
		if err := (&column{starts: make([]int, 1)}).addLists(c.values, c.levels, c.filled); errors.Is(err, ErrDamaged) == c.good {
			t.Errorf("%v: %v", c, err)
		}
	}
}
