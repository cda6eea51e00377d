package schemas

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// victim is a good file of a format under attack, and everything that its reader gives out, as text.
type victim struct {
	name    string
	good    []byte
	content func(path string) (string, error)
}

func (v victim) read(path string) error { return second(v.content(path)) }

func formats(t testing.TB) []victim {
	return []victim{
		{"documents", writeTable(t, Documents, documents(40), 7), tableContent(Documents)},
		{"predictions", writeTable(t, Predictions, predictions(30), 7), tableContent(Predictions)},
		{"vocab", writeTable(t, Vocab, vocabulary(300), 300), tableContent(Vocab)},
		{"neighbours", writeTable(t, Neighbours, neighbours(60), 60), neighbourContent},
		{"examples", writeExamples(t, examples(70)), exampleContent},
		{"tensors", writeTensors(t, tensors()[:6]), tensorContent},
	}
}

// attack writes data, reads it and reports anything but success or a FileError
// within a bounded number of allocated bytes. The reader must not panic.
func attack(t *testing.T, path string, read func(string) error, data []byte, what ...any) error {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read(path)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 48<<20 {
		t.Errorf("%v: %d MiB were allocated for %d bytes", what, grown>>20, len(data))
	}
	var file *FileError
	if err != nil && (!errors.As(err, &file) || file.File != path || file.Remedy == "") {
		t.Errorf("%v: %v", what, err)
	}
	return err
}

func TestNotAFile(t *testing.T) {
	for _, f := range formats(t) {
		if err := f.read(t.TempDir()); err == nil {
			t.Errorf("%s: a folder was read", f.name)
		}
		if err := f.read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", f.name, err)
		}
		for _, junk := range [][]byte{nil, []byte("PAR1"), bytes.Repeat([]byte("PAR1"), 9), []byte(strings.Repeat("ARROW1", 20)), make([]byte, 4096)} {
			if attack(t, filepath.Join(t.TempDir(), "f"), f.read, junk, f.name) == nil {
				t.Errorf("%s: %q was read", f.name, junk)
			}
		}
	}
}

// TestDamagePlace holds the place that an error names.
func TestDamagePlace(t *testing.T) {
	good := writeTable(t, Documents, documents(40), 7)
	path := writeFile(t, "f", good)
	r, err := Documents.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	column := r.file.Metadata().RowGroups[0].Columns[2].MetaData
	r.Close()
	good[column.DataPageOffset+column.TotalCompressedSize-9] ^= 4
	os.WriteFile(path, good, 0o644)
	_, err = Documents.ReadAll(path)
	if err == nil || !strings.Contains(err.Error(), "row group 0, column body: the file is damaged") {
		t.Errorf("%v", err)
	}
	r, err = Documents.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for range 2 {
		if _, err := r.Next(); err == nil || err == io.EOF {
			t.Errorf("%v", err)
		}
	}
}

// TestDamagedBatchPlace: a damaged batch of examples is named with all its rows, whichever was asked for.
func TestDamagedBatchPlace(t *testing.T) {
	good := writeExamples(t, examples(140))
	path := writeFile(t, "f", good)
	r, err := OpenExamples(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, at, _ := r.batches[1].Outer()
	good[at+4] ^= 0x80 // the length of the batch's head
	if err := os.WriteFile(path, good, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{64, 70, 127} {
		if _, err := r.At(i); err == nil || !strings.Contains(err.Error(), "f: batch 1, rows 65 to 128: the file is damaged: ") {
			t.Errorf("example %d: %v", i, err)
		}
	}
	for _, i := range []int{63, 139} {
		if _, err := r.At(i); err != nil {
			t.Errorf("example %d: %v", i, err)
		}
	}
}

func fuzz(f *testing.F, name string) {
	all := formats(f)
	v := all[slices.IndexFunc(all, func(v victim) bool { return v.name == name })]
	f.Add(v.good)
	f.Add(v.good[:len(v.good)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		attack(t, filepath.Join(t.TempDir(), "f"), v.read, data)
	})
}

func FuzzDocuments(f *testing.F) { fuzz(f, "documents") }
func FuzzExamples(f *testing.F)  { fuzz(f, "examples") }
func FuzzTensors(f *testing.F)   { fuzz(f, "tensors") }
