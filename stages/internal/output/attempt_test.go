package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

func TestMadeOnce(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		for _, text := range []string{"first", "second"} { // which is not made
			if err := made(t.Context(), way, output(dir, 1), text); err != nil {
				t.Fatal(err)
			}
			want(t, way, dir, "first")
		}
		o := output(dir, 1)
		o.Force = true
		if err := made(t.Context(), way, o, "third"); err != nil {
			t.Fatal(err)
		}
		want(t, way, dir, "third")
		for _, f := range []string{"a-00000-of-0000", "b-00000-of-0000"} {
			f = filepath.Join(dir, f+fmt.Sprint(len(ways[way].parts))+".txt")
			if err := os.WriteFile(f, []byte("THIRD"), 0o666); err != nil { // of the same size
				t.Fatal(err)
			}
		}
		if err := made(t.Context(), way, output(dir, 1), "third"); err != nil {
			t.Fatal(err)
		}
		want(t, way, dir, "third")
	})
}

// A file that is gone from a finished output is made again.
func TestGone(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "b-00000*.txt"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		if err := os.Remove(files[0]); err != nil {
			t.Fatal(err)
		}
		if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
			t.Error(err)
		}
		want(t, way, dir, "x")
	})
}

// The manifest of a folder whose parts are all there is left as it is; one of another key is not the folder's, and the
// next attempt at any part writes the right one.
func TestFolderRecord(t *testing.T) {
	const way = 1 // of ways
	dir := filepath.Join(t.TempDir(), "out")
	record := filepath.Join(dir, manifest.Name)
	if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(record)
	if err != nil {
		t.Fatal(err)
	}
	again := func() {
		t.Helper()
		o := output(dir, 1)
		o.Part = Part{0, 2}
		if found, err := one(t.Context(), OnePart(o), "x"); !found || err != nil {
			t.Errorf("found %v, %v", found, err)
		}
		if err := completed(t.Context(), way, o); err != nil {
			t.Error(err)
		}
	}
	again()
	if after, err := os.Stat(record); err != nil || !os.SameFile(before, after) {
		t.Errorf("it was written again (%v)", err)
	}
	m, err := manifest.Read(nil, record)
	if err != nil {
		t.Fatal(err)
	}
	m.Key = "key 2"
	if err := m.Write(nil, record); err != nil {
		t.Fatal(err)
	}
	again()
	if m, err = manifest.Read(nil, record); err != nil || m.Key != "key 1" {
		t.Errorf("key %q, %v", m.Key, err)
	}
}

// What an output has to pass besides its key decides, and a refused one is not touched.
func TestNotAccepted(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		o := output(dir, 1)
		if err := made(t.Context(), way, o, "x"); err != nil {
			t.Fatal(err)
		}
		before, no := tree(t, dir), errors.New("too many")
		o.Accept = func(m *manifest.Manifest, path string) error {
			if !strings.HasSuffix(path, manifest.Name) || m.Key != o.Mark.Key {
				t.Errorf("asked about %s", path)
			}
			return no
		}
		if err := made(t.Context(), way, o, "y"); !errors.Is(err, no) || tree(t, dir) != before {
			t.Errorf("error %v", err)
		}
	})
}

// Of attempts at once each succeeds and one whole result stays, whoever made it.
func TestAtOnce(t *testing.T) {
	for _, force := range []bool{false, true} {
		each(t, func(t *testing.T, way int, dir string) {
			var wg sync.WaitGroup
			for i := range 4 {
				wg.Go(func() {
					o := output(dir, 1)
					o.Force = force
					for _, o.Part = range ways[way].parts {
						if _, err := one(t.Context(), ways[way].begin(o), fmt.Sprint("attempt ", i)); err != nil {
							t.Error(err)
						}
					}
					if err := completed(t.Context(), way, o); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			m, err := manifest.Read(nil, filepath.Join(dir, manifest.Name))
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{} // by part
			for _, f := range m.Outputs {
				data, _ := os.ReadFile(filepath.Join(dir, f.Path))
				if text, ok := texts[f.Path[1:]]; ok && text != string(data) {
					t.Errorf("a mixture: %q and %q", text, data)
				}
				texts[f.Path[1:]] = string(data)
			}
			if damage, err := m.Damage(nil, dir, true, os.Lstat); err != nil || len(damage) > 0 {
				t.Errorf("damage %v, %v", damage, err)
			}
			noLeftovers(t, dir)
		})
	}
}

// A folder that stays in place is never continued under another key; a whole one has nothing to continue.
func TestAnotherKey(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		begun(t, way, output(dir, 1))
		if ways[way].name == "part" {
			o := output(dir, 1)
			o.Part = Part{0, 2}
			if _, err := one(t.Context(), OnePart(o), "x"); err != nil {
				t.Fatal(err)
			}
		}
		noLeftovers(t, dir)
		if ways[way].name == "whole" {
			if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
				t.Error("something is left")
			}
			return
		}
		before := tree(t, dir)
		refused(t, made(t.Context(), way, output(dir, 2), "y"), "seed 1 then, 2 now", before, tree(t, dir))
		o := output(dir, 2)
		o.Force = true
		if err := made(t.Context(), way, o, "y"); err != nil {
			t.Fatal(err)
		}
		want(t, way, dir, "y")
	})
}

// An attempt in place with the same key finds what an earlier one left, and both make the output.
func TestContinued(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	begun(t, 2, output(dir, 1))
	a := InPlace(output(dir, 1))
	defer a.Close()
	if done, err := a.Begin(t.Context()); done != nil || err != nil {
		t.Fatal(done, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "state", "1")); string(data) != "state" {
		t.Errorf("state %q, %v", data, err)
	}
	closed(t, a, "b-*.txt", "second")
	closed(t, a, "b-*.txt", "first") // in place a file may be made again
	m := a.Mark
	if err := errors.Join(a.Filled(), a.Commit(t.Context(), &manifest.Manifest{Stage: m.Stage, Version: m.Version, Key: m.Key})); err != nil {
		t.Fatal(err)
	}
	want(t, 2, dir, "first")
	o := output(dir, 1)
	o.Force = true
	anew := InPlace(o)
	defer anew.Close()
	a.Close() // its lock
	if _, err := anew.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "state")); err == nil {
		t.Error("with Force it goes on")
	}
}

// Of two attempts at the same output the faster one's stays, which may be in use by then; with Force the last one's.
func TestFaster(t *testing.T) {
	for way, strategy := range ways[:2] {
		for force, text := range map[bool]string{false: "first", true: "second"} {
			o := output(filepath.Join(t.TempDir(), "out"), 1)
			o.Force = force
			for _, o.Part = range strategy.parts {
				a, b := strategy.begin(o), strategy.begin(o)
				begin2(t, a, b)
				if err := errors.Join(commit(t, a), commit(t, b)); err != nil {
					t.Fatal(err)
				}
			}
			if err := completed(t.Context(), way, o); err != nil {
				t.Fatal(err)
			}
			want(t, way, o.Dir, text)
		}
	}
}

// A part is never put into a folder that was begun anew, for another key, while it was being made.
func TestTakenOver(t *testing.T) {
	o := output(filepath.Join(t.TempDir(), "out"), 1)
	o.Part = Part{0, 2}
	other := output(o.Dir, 2)
	other.Part, other.Force = o.Part, true
	a, b := OnePart(o), OnePart(other)
	begin2(t, a, b)
	if err := commit(t, a); err == nil || !strings.Contains(err.Error(), "another run took the folder over") {
		t.Errorf("error %v", err)
	}
	if err := commit(t, b); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(o.Dir, "a-00000-of-00002.txt")); string(data) != "second" {
		t.Errorf("file a holds %q", data)
	}
}

// A file that is not closed is none: what is there under its name stays, and is replaced at once by one that is.
func TestFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	a := InPlace(output(dir, 1))
	defer a.Close()
	if _, err := a.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first", "second"} {
		closed(t, a, "a-*.txt", text)
		f, err := a.Create("a-*.txt")
		if err != nil {
			t.Fatal(err)
		}
		f.Write(make([]byte, 1<<20))
		if _, err := a.Create("a-*.txt"); err == nil || !strings.Contains(err.Error(), "is being written") {
			t.Errorf("a second writer: %v", err)
		}
		if data, _ := os.ReadFile(filepath.Join(dir, f.Name())); string(data) != text {
			t.Errorf("%.20q... while it is being written, want %q", data, text)
		}
		f.Abort()
		f.Abort()
		if data, _ := os.ReadFile(filepath.Join(dir, f.Name())); string(data) != text {
			t.Errorf("%.20q... after it was dropped, want %q", data, text)
		}
	}
	noLeftovers(t, dir)
	for name, part := range map[string]string{"other.txt": "declares no such output", "../a-1.txt": "declares no such output",
		manifest.Name: "the framework writes this file", "a-00000-of-00001.manifest.json": "the framework writes this file"} {
		if _, err := a.Create(name); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("create %s: %v", name, err)
		}
	}
	if err := a.Filled(); err == nil || !strings.Contains(err.Error(), "did not write b-*.txt") {
		t.Errorf("no file b: %v", err)
	}
	if _, err := a.Create("b-*.txt"); err != nil { // left open by a Run that failed
		t.Fatal(err)
	}
	a.Close()
	noLeftovers(t, dir)
}

// Whoever clears a folder says so first: nobody goes on from the half of it, and the next attempt clears the rest.
func TestHalfCleared(t *testing.T) {
	for _, way := range []int{1, 2} {
		dir := filepath.Join(t.TempDir(), "out")
		begun(t, way, output(dir, 1))
		err := errors.Join((&manifest.Mark{Stage: "copy", Version: "1"}).Write(nil, dir, false),
			os.MkdirAll(filepath.Join(dir, "state"), 0o777), os.WriteFile(filepath.Join(dir, "state", "old"), nil, 0o666))
		if err != nil {
			t.Fatal(err)
		}
		if err := made(t.Context(), way, output(dir, 2), "y"); err != nil {
			t.Fatal(err)
		}
		want(t, way, dir, "y")
		if _, err := os.Stat(filepath.Join(dir, "state", "old")); err == nil {
			t.Error("half of an old state is left")
		}
	}
}

// A folder that cannot be listed is an error, and no folder without the part.
func TestNotListed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := output(dir, 1)
	o.Part = Part{0, 2}
	o.reached = func(step string) {
		if step == "folder marked" {
			if err := os.Rename(dir, dir+"2"); err != nil {
				t.Error(err)
			}
		}
	}
	a := OnePart(o)
	defer a.Close()
	if done, err := a.strategy.find(t.Context()); done != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("found %v, %v; want that there is no folder", done, err)
	}
}
