package guard

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go/format"
)

// TestHeldFile changes a file after a row group of it was held: its bytes stay as they were, all others are new.
func TestHeldFile(t *testing.T) {
	group := func(at, size int64) *format.RowGroup {
		g := &format.RowGroup{Columns: make([]format.ColumnChunk, 2)}
		g.Columns[0].MetaData.DataPageOffset = at
		g.Columns[1].MetaData.DataPageOffset, g.Columns[1].MetaData.TotalCompressedSize = at+3, size-3
		return g
	}
	file := bytes.Repeat([]byte{'a'}, maxHeld+100)
	h := NewHeldFile(bytes.NewReader(file))
	read := func(at int64, n int) string {
		b := make([]byte, n)
		if _, err := h.ReadAt(b, at); err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if err := h.holdGroup(group(10, 20)); err != nil {
		t.Fatal(err)
	}
	copy(file, bytes.Repeat([]byte{'b'}, len(file)))
	for _, c := range []struct {
		at   int64
		n    int
		want string
	}{{10, 20, "aaaaaaaaaaaaaaaaaaaa"}, {12, 3, "aaa"}, {29, 1, "a"}, {9, 3, "bbb"}, {28, 3, "bbb"}, {0, 1, "b"}, {30, 1, "b"}} {
		if got := read(c.at, c.n); got != c.want {
			t.Errorf("%d bytes at %d: %s, want %s", c.n, c.at, got, c.want)
		}
	}
	if err := h.holdGroup(group(10, maxHeld+1)); err != nil {
		t.Fatal(err)
	}
	file[10] = 'c'
	if got := read(10, 2); got != "cb" {
		t.Errorf("of a row group too large to be held: %s", got)
	}
	if h.holdGroup(group(10, maxHeld)) != nil || h.holdGroup(group(int64(len(file))-5, 9)) == nil {
		t.Error("a row group beyond the end was held, or one within was not")
	}
}
