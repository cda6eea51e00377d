package output

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// wanted is a folder of stage copy with a seed; its files are a, b and, on the way, state/1.
func wanted(dir string, seed int) Folder {
	return Folder{Dir: dir, Log: slog.New(slog.DiscardHandler),
		Files:  []Output{{Name: "a-*.txt"}, {Name: "b-*.txt"}, {Name: "state/*", Optional: true, Working: true}},
		Mark:   manifest.Mark{Stage: "copy", Version: "1", Key: fmt.Sprint("key ", seed), Config: json.RawMessage(fmt.Sprintf(`{"seed":%d}`, seed))},
		Accept: func(*manifest.Manifest, string) error { return nil }}
}

// filled is an attempt that has begun and written its files, which hold text.
func filled(t *testing.T, f Folder, text string) *Attempt {
	t.Helper()
	a := New(f)
	t.Cleanup(a.Close)
	if done, err := a.Begin(t.Context()); done != nil || err != nil {
		t.Fatal(done, err)
	}
	for _, name := range []string{"a-*.txt", "b-*.txt"} {
		put(t, a, name, text)
	}
	return a
}

func put(t *testing.T, a *Attempt, name, text string) {
	t.Helper()
	f, err := a.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

func committed(t *testing.T, a *Attempt) error {
	m := &manifest.Manifest{Stage: a.Mark.Stage, Version: a.Mark.Version, Key: a.Mark.Key, Config: a.Mark.Config}
	err := errors.Join(a.Filled(), a.Commit(t.Context(), m))
	a.Close()
	return err
}

// made makes a folder, or a part.
func made(t *testing.T, f Folder, text string) {
	t.Helper()
	if err := committed(t, filled(t, f, text)); err != nil {
		t.Fatal(err)
	}
}

// begin begins an attempt and gives it up.
func begin(t *testing.T, f Folder) (*manifest.Manifest, error) {
	a := New(f)
	defer a.Close()
	return a.Begin(t.Context())
}

// each runs a test for a folder of each kind.
func each(t *testing.T, test func(t *testing.T, f Folder)) {
	for _, kind := range []string{"whole", "part", "in place"} {
		t.Run(kind, func(t *testing.T) {
			f := wanted(filepath.Join(t.TempDir(), "out"), 1)
			f.InPlace = kind == "in place"
			if kind == "part" {
				f.Part = Part{0, 2}
			}
			test(t, f)
		})
	}
}

// with is the folder under another key.
func with(f Folder, seed int, force bool) Folder {
	f.Mark, f.Force = wanted(f.Dir, seed).Mark, force
	return f
}

// A file that is not closed is none, and one that was not declared or is written twice is refused.
func TestCreate(t *testing.T) {
	each(t, func(t *testing.T, f Folder) {
		a := New(f)
		defer a.Close()
		if _, err := a.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		first, err := a.Create("a-*.txt")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Create("a-*.txt"); err == nil || !strings.Contains(err.Error(), "is being written") {
			t.Errorf("a second writer: %v", err)
		}
		first.Abort()
		put(t, a, "a-*.txt", "one")
		if _, err := a.Create("a-*.txt"); (err == nil) != f.InPlace {
			t.Errorf("again: %v", err)
		}
		for _, name := range []string{"c.txt", "manifest.json", "../a-1.txt", ".a-1.txt", "a-*-*.txt"} {
			if _, err := a.Create(name); err == nil {
				t.Errorf("%s was created", name)
			}
		}
		if _, err := a.Create("b-*.txt"); err != nil {
			t.Fatal(err)
		}
		if err := a.Filled(); err == nil || !strings.Contains(err.Error(), "left ") || !strings.Contains(err.Error(), "b-"+f.Part.String()+".txt open") {
			t.Errorf("an open file: %v", err)
		}
		if err := a.Filled(); err == nil || !strings.Contains(err.Error(), "did not write b-*.txt") {
			t.Errorf("a missing file: %v", err)
		}
	})
}

// Of attempts in place one works and the others wait, and then find what it made. One that is told to stop waits no longer.
func TestInPlace(t *testing.T) {
	f := wanted(filepath.Join(t.TempDir(), "out"), 1)
	f.InPlace = true
	a := filled(t, f, "x")
	put(t, a, "state/1", "state")
	put(t, a, "b-*.txt", "y") // a file may be made again
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := New(f).Begin(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting: %v", err)
	}
	found := make(chan *manifest.Manifest)
	go func() {
		m, _ := begin(t, f)
		found <- m
	}()
	if err := committed(t, a); err != nil {
		t.Fatal(err)
	}
	if m := <-found; m == nil || len(m.Outputs) != 2 {
		t.Errorf("found %+v", m)
	}
}

// Of what a manifest says is damaged only files of the stage in the folder are removed.
func TestVictims(t *testing.T) {
	for _, name := range []string{".victim", "notes.md", "state/victim"} {
		f := wanted(filepath.Join(t.TempDir(), "out"), 1)
		f.InPlace = true
		made(t, f, "x")
		elsewhere := filepath.Join(filepath.Dir(f.Dir), "elsewhere")
		victim := filepath.Join(f.Dir, filepath.FromSlash(name))
		if err := errors.Join(os.Mkdir(elsewhere, 0o777), os.Symlink(elsewhere, filepath.Join(f.Dir, "state")), os.WriteFile(victim, []byte("mine"), 0o666)); err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Read(nil, filepath.Join(f.Dir, manifest.Name))
		if err != nil {
			t.Fatal(err)
		}
		m.Outputs = append(m.Outputs, manifest.File{Path: name, Size: 1})
		if err := f.write(manifest.Name, m, false); err != nil {
			t.Fatal(err)
		}
		_, err = begin(t, f)
		if data, readErr := os.ReadFile(victim); string(data) != "mine" {
			t.Errorf("%s: %v after %v", name, readErr, err)
		}
	}
}
