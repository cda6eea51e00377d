package schemas

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// victim is a file format under attack: a good file, and how to read all of it.
type victim struct {
	name string
	good []byte
	read func(path string) error
}

func formats(t testing.TB) []victim {
	return []victim{
		{"documents", writeTable(t, Documents, documents(40), 7), func(path string) error { return second(Documents.ReadAll(path)) }},
		{"predictions", writeTable(t, Predictions, predictions(30), 7), func(path string) error { return second(Predictions.ReadAll(path)) }},
		{"scores", writeTable(t, Scores, make([]Score, 9), 9), func(path string) error { return second(Scores.ReadAll(path)) }},
		{"groups", writeTable(t, Groups, make([]Group, 9), 9), func(path string) error { return second(Groups.ReadAll(path)) }},
		{"examples", writeExamples(t, examples(70)), readExamples},
		{"tensors", writeTensors(t, tensors()[:6]), readTensors},
	}
}

func readExamples(path string) error {
	r, err := OpenExamples(path)
	if err != nil {
		return err
	}
	defer r.Close()
	for i := range r.Len() {
		if _, err := r.At(i); err != nil {
			return err
		}
	}
	return nil
}

func readTensors(path string) error {
	f, err := OpenTensors(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, name := range f.Names() {
		if _, err := f.Tensor(name); err != nil {
			return err
		}
	}
	return nil
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

func TestTruncated(t *testing.T) {
	for _, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			if err := attack(t, path, f.read, f.good, "whole"); err != nil {
				t.Fatal(err)
			}
			step := 3
			if testing.Short() {
				step = 37
			}
			for n := 0; n < len(f.good); n += step {
				if attack(t, path, f.read, f.good[:n], "cut at", n) == nil {
					t.Errorf("cut at %d of %d: no error", n, len(f.good))
				}
			}
		})
	}
}

// TestFlipped flips bits one at a time, and overwrites short runs with the
// bytes that make lengths large.
func TestFlipped(t *testing.T) {
	tries := 2000
	if testing.Short() {
		tries = 300
	}
	for _, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			path, r := filepath.Join(t.TempDir(), "f"), rand.New(rand.NewPCG(7, 8))
			for range tries {
				bad, at := bytes.Clone(f.good), r.IntN(len(f.good))
				if r.IntN(2) == 0 { // the footer is the more fragile part
					at = len(f.good) - 1 - r.IntN(min(len(f.good), 1500))
				}
				if f.name == "tensors" && r.IntN(2) == 0 {
					at = r.IntN(min(len(f.good), 700))
				}
				if r.IntN(3) > 0 {
					bad[at] ^= 1 << r.IntN(8)
				} else {
					copy(bad[at:], bytes.Repeat([]byte{[]byte{0, 0x7f, 0x80, 0xff}[r.IntN(4)]}, 1+r.IntN(8)))
				}
				attack(t, path, f.read, bad, "byte", at)
			}
		})
	}
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
	for _, v := range formats(f) {
		if v.name != name {
			continue
		}
		f.Add(v.good)
		f.Add(v.good[:len(v.good)/2])
		f.Fuzz(func(t *testing.T, data []byte) {
			attack(t, filepath.Join(t.TempDir(), "f"), v.read, data)
		})
	}
}

func FuzzDocuments(f *testing.F)   { fuzz(f, "documents") }
func FuzzPredictions(f *testing.F) { fuzz(f, "predictions") }
func FuzzExamples(f *testing.F)    { fuzz(f, "examples") }
func FuzzTensors(f *testing.F)     { fuzz(f, "tensors") }
