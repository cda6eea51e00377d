package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// file is a File in memory that records what is done to it.
type file struct {
	bytes.Buffer
	done []string
	bad  error // of Close
}

func (f *file) SetRows(n int64) { f.done = append(f.done, fmt.Sprint("rows ", n)) }
func (f *file) Close() error    { f.done = append(f.done, "close"); return f.bad }
func (f *file) Abort() {
	if n := len(f.done); n == 0 || f.done[n-1] != "close" {
		f.done = append(f.done, "abort")
	}
}

func (f *file) create(string) (*file, error) { return f, nil }

func lines(w io.Writer, i int) error {
	if i < 0 {
		return errBoom
	}
	_, err := fmt.Fprintln(w, i)
	return err
}

// TestWriter: rows are counted, and the closed file has them.
func TestWriter(t *testing.T) {
	f := &file{}
	w, err := Create(f.create, "x", Each(lines))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(1, 2), w.Write(), w.Write(3)); err != nil || w.Rows() != 3 {
		t.Errorf("%d rows, %v", w.Rows(), err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	w.Abort()
	if got := strings.Join(f.done, ", "); got != "rows 3, close" || f.String() != "1\n2\n3\n" {
		t.Errorf("%s: %q", got, f.String())
	}
}

// TestWriterFails: a file with a row that could not be written is dropped, whether
// by Close or Abort, and Close returns the reason.
func TestWriterFails(t *testing.T) {
	f := &file{}
	w, _ := Create(f.create, "x", Each(lines))
	for _, err := range []error{w.Write(1, -1), w.Write(2), w.Close()} {
		if err != errBoom {
			t.Errorf("got %v", err)
		}
	}
	if got := strings.Join(f.done, ", "); got != "abort" {
		t.Error(got)
	}
	f = &file{}
	if err := Save(f.create, "x", Each(lines), []int{1, -1}); err != errBoom || f.done[0] != "abort" {
		t.Errorf("%v, %v", err, f.done)
	}
	f = &file{bad: errBoom}
	if err := Save(f.create, "x", Each(lines), []int{1}); err != errBoom {
		t.Errorf("a file that cannot be closed: %v", err)
	}
}

// TestCreateFails: a missing file, or no format for it, is an error; the file is dropped.
func TestCreateFails(t *testing.T) {
	if _, err := Create(func(string) (*file, error) { return nil, errBoom }, "x", Each(lines)); err != errBoom {
		t.Error(err)
	}
	f := &file{}
	if _, err := Create(f.create, "x", func(io.Writer) (Encoder[int], error) { return nil, errBoom }); err != errBoom || len(f.done) != 1 || f.done[0] != "abort" {
		t.Errorf("%v, %v", err, f.done)
	}
}
