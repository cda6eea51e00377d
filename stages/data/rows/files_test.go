package rows

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// numbered writes documents 0, 1, 2 … into files of these sizes, in a folder.
func numbered(t testing.TB, sizes ...int) (paths []string) {
	t.Helper()
	id, dir := 0, t.TempDir()
	for i, n := range sizes {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%d.parquet", i)))
		var docs []schemas.Document
		for range n {
			docs = append(docs, schemas.Document{ID: fmt.Sprint(id)})
			id++
		}
		put(t, paths[i], docs)
	}
	return paths
}

func put(t testing.TB, path string, docs []schemas.Document) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := schemas.Documents.NewWriter(f, nil)
	if err := errors.Join(w.Write(docs...), w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// places reads to the end and returns the id, file and number of each row.
func places(t testing.TB, r Reader[schemas.Document]) string {
	t.Helper()
	var all []string
	for {
		d, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		file, at := r.Place()
		all = append(all, fmt.Sprintf("%s=%s:%d", d.ID, strings.TrimSuffix(filepath.Base(file), ".parquet"), at))
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	return strings.Join(all, " ")
}

// TestFiles: no row is lost where batches, row groups and files end at different rows, and each has its place.
func TestFiles(t *testing.T) {
	for i, sizes := range [][]int{{0, batchRows - 1, 0, 0, 2*batchRows + 1, 1, 7 * batchRows, 0}, {0, batchRows + 1, 0}, {0, 0}, nil} {
		ahead, paths := i > 0, numbered(t, sizes...)
		f, err := Open(schemas.Documents, paths, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := Reader[schemas.Document](f)
		if ahead {
			r = ReadAhead(r)
		}
		var want []string
		for file, n := range sizes {
			for row := range n {
				want = append(want, fmt.Sprintf("%d=%d:%d", len(want), file, row+1))
			}
		}
		if got := places(t, r); got != strings.Join(want, " ") || int(r.Rows()) != len(want) {
			t.Errorf("ahead %v: %s, want %s", ahead, got, want)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// endless is a Reader without end that must not be read once it is closed.
type endless struct {
	t      *testing.T
	closed int
}

func (e *endless) Next() (int, error) {
	if e.closed > 0 {
		e.t.Error("read after Close")
	}
	runtime.Gosched()
	return 0, nil
}
func (e *endless) Rows() int64            { return -1 }
func (e *endless) Place() (string, int64) { return "file", 1 }
func (e *endless) Close() error           { e.closed++; return errBoom }

// TestReadAheadClosedEarly: Close drops rows read ahead, ends the reading goroutine,
// and only then closes the source.
func TestReadAheadClosedEarly(t *testing.T) {
	for taken := range 3 {
		in(t, func(t *testing.T) {
			from := &endless{t: t}
			r := ReadAhead[int](from)
			for range taken {
				if _, err := r.Next(); err != nil {
					t.Error(err)
				}
			}
			if err := r.Close(); err != errBoom || from.closed != 1 {
				t.Errorf("closed %d times, %v", from.closed, err)
			}
		})
	}
}

// TestFilesBroken: Open finds files that cannot be used; a file that lost rows after
// that is an error, not a shorter list; an error names its file.
func TestFilesBroken(t *testing.T) {
	paths := numbered(t, 5, 5)
	f, err := Open(schemas.Documents, paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	put(t, paths[1], []schemas.Document{{ID: "5"}})
	for i := range 6 {
		if d, err := f.Next(); d.ID != fmt.Sprint(i) || err != nil {
			t.Fatal(d.ID, err)
		}
	}
	if _, err := f.Next(); err == nil || err == io.EOF || !strings.Contains(err.Error(), "4 rows are missing") {
		t.Errorf("a file that lost rows: %v", err)
	}
	if err := os.Truncate(paths[1], 100); err != nil {
		t.Fatal(err)
	}
	var file *schemas.FileError
	if _, err := Open(schemas.Documents, paths, nil); !errors.As(err, &file) || file.File != paths[1] {
		t.Errorf("a cut file: %v", err)
	}
	if _, err := Open(schemas.Predictions, paths[:1], nil); !errors.As(err, &file) {
		t.Errorf("a file of another table: %v", err)
	}
}

func TestBatches(t *testing.T) {
	calls := 0
	numbers := counter(7)
	next := Batches(3, func() (int, error) {
		calls++
		i, err := numbers()
		if err != nil {
			return 0, errBoom
		}
		return i, nil
	})
	for _, want := range []string{"[0 1 2] <nil>", "[3 4 5] <nil>", "[6] <nil>", "[] boom", "[] boom"} {
		batch, err := next()
		if got := fmt.Sprint(batch, err); got != fmt.Sprint(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if calls != 8 {
		t.Errorf("%d calls: next was asked after its end", calls)
	}
}
