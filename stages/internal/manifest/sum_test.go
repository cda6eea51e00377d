package manifest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Whatever of a manifest or a mark becomes another byte, or goes missing, is found or changes nothing of what is read.
func TestSum(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, Name)
	rows := int64(3)
	file := File{Path: "a.parquet", Size: 5, SHA256: "ab", Rows: &rows}
	m := &Manifest{Stage: "train", Version: "2", Key: "k", Config: []byte(`{"seed": 1}`), Outputs: []File{file, file},
		Inputs: []Input{{Port: "data", Spec: "d", Files: []File{file}}}}
	k := &Mark{Stage: "train", Version: "2", Key: "k", Config: []byte(`{"seed": 1}`), Inputs: m.Inputs}
	for _, f := range []struct {
		name  string
		path  string
		write func() error
		read  func() (any, error)
	}{
		{"manifest", path, func() error { return m.Write(nil, path) }, func() (any, error) { return Read(nil, path) }},
		{"mark", filepath.Join(dir, MarkName), func() error { return k.Write(nil, dir, false) }, func() (any, error) { return ReadMark(nil, dir) }},
	} {
		if err := f.write(); err != nil {
			t.Fatal(err)
		}
		good, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := f.read()
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		try := func(what string, bad []byte) {
			t.Helper()
			if err := os.WriteFile(f.path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := f.read()
			if err != nil {
				refused++
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s: read as another without an error", f.name, what)
			}
		}
		for i := range good {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << (i % 8)
			try(fmt.Sprint("a bit of byte ", i), bad)
			try(fmt.Sprint("without what lies behind byte ", i), append(bytes.Clone(good[:i]), good[min(i+170, len(good)):]...))
		}
		if refused < len(good) {
			t.Errorf("%s: %d refused of %d", f.name, refused, 2*len(good))
		}
		old := bytes.Replace(good, good[2:len(beforeSum)+len(unknownSum)+len(afterSum)], nil, 1)
		if try("of an earlier version", old); bytes.Contains(old, []byte(sumKey)) {
			t.Errorf("%s: %s", f.name, old)
		}
		if _, err := f.read(); err != nil {
			t.Errorf("%s: one without checksum, of an earlier version: %v", f.name, err)
		}
	}
}
