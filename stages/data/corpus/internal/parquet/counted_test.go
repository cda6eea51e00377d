package parquet

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestCounted: row groups that do not add up to the rows of the footer are damage; no row is lost in silence.
func TestCounted(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Title string }](&b)
	if _, err := w.Write(make([]struct{ Title string }, 3)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || counted(f) != nil {
		t.Fatal(err, counted(f))
	}
	f.Metadata().RowGroups[0].NumRows = 0
	if counted(f) == nil {
		t.Error("three rows in the footer, none in the row group")
	}
}
