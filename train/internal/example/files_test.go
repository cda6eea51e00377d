package example

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// write makes an examples file whose i-th example is named name and i.
func write(t *testing.T, name string, n int, h schemas.ExampleHeader) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".arrow")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := schemas.NewExampleWriter(f, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		e := schemas.Example{ID: fmt.Sprint(name, i), Source: []int32{7}, Extended: []int32{7}, Targets: [][]int32{{5}}}
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

var header = schemas.ExampleHeader{VocabSize: 10, VocabDigest: "d"}

func open(t *testing.T) *Files {
	t.Helper()
	c, err := Open([]string{write(t, "a", 3, header), write(t, "none", 0, header), write(t, "b", 70, header)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func ids(examples []schemas.Example) string {
	var s []string
	for _, e := range examples {
		s = append(s, e.ID)
	}
	return strings.Join(s, " ")
}

func TestBatch(t *testing.T) {
	c := open(t)
	if c.Len() != 73 || c.Header() != header {
		t.Errorf("%d examples, header %v", c.Len(), c.Header())
	}
	got, err := c.Batch([]int{72, 0, 3, 2})
	if err != nil || ids(got) != "b69 a0 b0 a2" {
		t.Errorf("batch %s, error %v", ids(got), err)
	}
	for i, want := range map[int]string{0: "a.arrow 1", 2: "a.arrow 3", 3: "b.arrow 1", 72: "b.arrow 70"} {
		if path, row := c.Place(i); fmt.Sprint(filepath.Base(path), " ", row) != want {
			t.Errorf("example %d stands in %s row %d, want %s", i, path, row, want)
		}
	}
}

func TestBatches(t *testing.T) {
	next := open(t).Batches([][]int{{1, 2}, {3}})
	for _, want := range []string{"a1 a2", "b0"} {
		if got, err := next(); err != nil || ids(got) != want {
			t.Errorf("batch %s, error %v, want %s", ids(got), err, want)
		}
	}
	for range 2 {
		if _, err := next(); err != io.EOF {
			t.Errorf("after the last batch: %v", err)
		}
	}
}

func TestOpenRefusesMixedVocabularies(t *testing.T) {
	other := header
	other.VocabDigest = "e"
	_, err := Open([]string{write(t, "a", 1, header), write(t, "b", 1, other)})
	var file *schemas.FileError
	if !errors.As(err, &file) || !strings.Contains(err.Error(), "b.arrow") || !strings.Contains(err.Error(), "preprocess") {
		t.Errorf("error %v", err)
	}
}
