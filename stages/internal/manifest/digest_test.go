package manifest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Digests of "one", "two" and "three", by sha256sum.
const (
	sumOne   = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
	sumTwo   = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"
	sumThree = "8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f"
)

// TestDigest: a digest is taken over where size and mtime are those that a manifest has, and only there. Contents of
// another digest with the same size show which happened.
func TestDigest(t *testing.T) {
	then := time.Date(2024, 2, 3, 4, 5, 6, 7000, time.UTC)
	rows := int64(9)
	for _, c := range []struct {
		name    string
		content string        // what the file holds; the manifests say "one"
		later   time.Duration // its mtime behind theirs
		beside  bool          // a manifest of the file's maker lies beside it; otherwise an earlier one of the reader's is known
		other   bool          // the manifest is about another file
		verify  bool
		want    string // digest, "" for a file that is not what its maker wrote
	}{
		{name: "known", content: "two", want: sumOne},
		{name: "another size", content: "three", want: sumThree},
		{name: "another time", content: "two", later: time.Nanosecond * 1000, want: sumTwo},
		{name: "another file", content: "two", other: true, want: sumTwo},
		{name: "known, verified", content: "two", verify: true, want: sumTwo},
		{name: "made", content: "two", beside: true, want: sumOne},
		{name: "made, touched", content: "one", later: time.Second, beside: true, want: sumOne},
		{name: "made, another size", content: "three", beside: true},
		{name: "made, another time", content: "two", later: time.Second, beside: true},
		{name: "made, verified", content: "two", beside: true, verify: true},
		{name: "made, another file", content: "two", beside: true, other: true, want: sumTwo},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "f")
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, then, then.Add(c.later)); err != nil {
				t.Fatal(err)
			}
			f := File{Path: filepath.ToSlash(path), Size: 3, Mtime: then, SHA256: sumOne, Rows: &rows}
			if c.other {
				f.Path = filepath.ToSlash(filepath.Join(dir, "g"))
			}
			d := &Digester{Verify: c.verify}
			if c.beside {
				f.Path = filepath.Base(f.Path)
				save(t, filepath.Join(dir, Name), &Manifest{Stage: "maker", Outputs: []File{f}})
			} else {
				d.Vouchers = []*Manifest{{Stage: "reader", Inputs: []Input{{Port: "p", Files: []File{f}}}}}
			}
			got, err := d.Digest(t.Context(), path)
			if changed := (*ChangedError)(nil); c.want == "" {
				if !errors.As(err, &changed) || changed.Stage != "maker" {
					t.Errorf("%+v, %v; want it refused", got, err)
				}
				return
			}
			if err != nil || got.SHA256 != c.want || got.Size != int64(len(c.content)) || !got.Mtime.Equal(then.Add(c.later)) {
				t.Errorf("%+v, %v; want digest %s", got, err, c.want)
			}
			known := c.later == 0 && !c.other && c.content != "three"
			if (got.Rows != nil) != known {
				t.Errorf("rows %v", got.Rows)
			}
		})
	}
}

// TestVersion: of an object in a bucket its version says whether it is at rest, also where size and time are what they were.
func TestVersion(t *testing.T) {
	at := store.Memory()
	d := Digester{Store: at}
	err := at.Put("s3://bucket/x", []byte("one"), false)
	f, err2 := d.Digest(t.Context(), "s3://bucket/x")
	same, err3 := d.AtRest(f)
	f.Version += "x"
	other, err4 := d.AtRest(f)
	if err := errors.Join(err, err2, err3, err4); err != nil || !same || other {
		t.Errorf("%v; at rest %v, with another version %v", err, same, other)
	}
}

// save writes a manifest.
func save(t *testing.T, path string, m *Manifest) {
	t.Helper()
	data, err := m.Encode()
	if err := errors.Join(err, os.WriteFile(path, data, 0o666)); err != nil {
		t.Fatal(err)
	}
}
