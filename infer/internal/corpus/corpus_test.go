package corpus

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"wrone2set/schemas"
)

// files writes documents 0, 1, 2 … into files of the given sizes.
func files(t *testing.T, sizes ...int) (paths []string) {
	t.Helper()
	id, dir := 0, t.TempDir()
	for i, n := range sizes {
		path := filepath.Join(dir, fmt.Sprintf("%d.parquet", i))
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := schemas.Documents.NewWriter(f, nil)
		for range n {
			if err := w.Write(schemas.Document{ID: fmt.Sprint(id)}); err != nil {
				t.Fatal(err)
			}
			id++
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f.Close()
		paths = append(paths, path)
	}
	return paths
}

func TestCut(t *testing.T) {
	paths := files(t, 5, 0, 1, 4)
	for lo := range int64(12) {
		for hi := lo; hi < 12; hi++ {
			c, err := Open(paths)
			if err != nil {
				t.Fatal(err)
			}
			if c.Len() != 10 {
				t.Fatalf("%d documents", c.Len())
			}
			c.Cut(lo, hi)
			for want := lo; want < min(hi, 10); want++ {
				if d, err := c.Next(); err != nil || d.ID != fmt.Sprint(want) {
					t.Fatalf("%d to %d: %q %v, want %d", lo, hi, d.ID, err, want)
				}
			}
			if _, err := c.Next(); err != io.EOF {
				t.Fatalf("%d to %d: %v after the end", lo, hi, err)
			}
			c.Close()
		}
	}
}

func TestBroken(t *testing.T) {
	paths := files(t, 5, 5)
	if err := os.Truncate(paths[1], 100); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(paths); err == nil {
		t.Error("a cut file was opened")
	}
}
