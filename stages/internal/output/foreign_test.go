package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// What the stage cannot have made is neither replaced nor removed, Force or not.
func TestForeign(t *testing.T) {
	for _, foreign := range []string{"notes.md", "sub/x", "state/sub/x", ".env", ".git/x", "state/.env", "a-00007-of-00009.txt"} {
		each(t, func(t *testing.T, way int, dir string) {
			if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, foreign)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("mine"), 0o666)); err != nil {
				t.Fatal(err)
			}
			before := tree(t, dir)
			for _, force := range []bool{false, true} {
				o := output(dir, 2)
				o.Force = force
				err := made(t.Context(), way, o, "y")
				refused(t, err, "holds "+strings.TrimSuffix(foreign, "/x")+", which copy did not write", before, tree(t, dir))
			}
			another := output(dir, 2)
			another.Mark.Stage, another.Force = "another", true
			refused(t, made(t.Context(), way, another, "y"), "holds the output of stage copy", before, tree(t, dir))
		})
	}
}

// Names alone do not make a folder a stage's: without mark and manifest nothing in it is taken for an output.
func TestForeignFolder(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		if err := errors.Join(os.Mkdir(dir, 0o777), os.WriteFile(filepath.Join(dir, "a-1.txt"), []byte("mine"), 0o666)); err != nil {
			t.Fatal(err)
		}
		before := tree(t, dir)
		o := output(dir, 1)
		o.Force = true
		refused(t, made(t.Context(), way, o, "x"), "holds a-1.txt, which copy did not write", before, tree(t, dir))
	})
}

// What comes into the folder while the output is being made is not replaced either.
func TestForeignMeanwhile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if err := made(t.Context(), 0, output(dir, 1), "x"); err != nil {
		t.Fatal(err)
	}
	o := output(dir, 2)
	o.reached = func(step string) {
		if step == "draft made" {
			if err := os.WriteFile(filepath.Join(dir, ".env"), []byte("mine"), 0o666); err != nil {
				t.Error(err)
			}
		}
	}
	err := made(t.Context(), 0, o, "y")
	after := tree(t, dir)
	refused(t, err, "holds .env", "", "")
	if !strings.Contains(after, ".env: mine") || !strings.Contains(after, ": x") {
		t.Errorf("left: %s", after)
	}
}

// A whole output that another attempt puts into place between the looks at its manifest and at its files is no stranger's.
func TestForeignAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if err := made(t.Context(), 0, output(dir, 1), "x"); err != nil {
		t.Fatal(err)
	}
	o, looks := output(dir, 2), 0
	o.Force = true
	o.reached = func(step string) {
		switch {
		case step == "manifest looked for" && looks == 0:
			if err := os.Rename(dir+".aside", dir); err != nil {
				t.Error(err)
			}
			fallthrough
		case step == "manifest looked for":
			looks++
		}
	}
	if err := os.Rename(dir, dir+".aside"); err != nil {
		t.Fatal(err)
	}
	if names, err := o.foreign(); err != nil || len(names) > 0 || looks != 2 {
		t.Errorf("%v, %v after %d looks", names, err, looks)
	}
	if err := os.WriteFile(filepath.Join(dir, "b-of-mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if names, err := o.foreign(); err != nil || len(names) != 1 || looks != 3 {
		t.Errorf("%v, %v after %d looks", names, err, looks)
	}
}

// Of what a manifest says is damaged only files of the stage in the folder are removed.
func TestVictims(t *testing.T) {
	for _, name := range []string{"../victim", "state/../../victim", ".victim", "notes.md", "state/victim"} {
		dir := filepath.Join(t.TempDir(), "out")
		if err := made(t.Context(), 2, output(dir, 1), "x"); err != nil {
			t.Fatal(err)
		}
		elsewhere := filepath.Join(filepath.Dir(dir), "elsewhere")
		os.RemoveAll(filepath.Join(dir, "state"))
		if err := errors.Join(os.Mkdir(elsewhere, 0o777), os.Symlink(elsewhere, filepath.Join(dir, "state"))); err != nil {
			t.Fatal(err)
		}
		victim := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.WriteFile(victim, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Read(nil, filepath.Join(dir, manifest.Name))
		if err != nil {
			t.Fatal(err)
		}
		m.Outputs = append(m.Outputs, manifest.File{Path: name, Size: 1})
		if err := m.Write(nil, filepath.Join(dir, manifest.Name)); err != nil {
			t.Fatal(err)
		}
		err = made(t.Context(), 2, output(dir, 1), "x")
		if data, readErr := os.ReadFile(victim); string(data) != "mine" {
			t.Errorf("%s: %v after %v", name, readErr, err)
		}
	}
}

// A folder that was begun is one stage's even while nothing but its mark is there.
func TestMarked(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		mark := output(dir, 1).Mark
		if err := errors.Join(os.Mkdir(dir, 0o777), mark.Write(nil, dir, false)); err != nil {
			t.Fatal(err)
		}
		o := output(dir, 1)
		o.Mark.Stage = "another"
		refused(t, made(t.Context(), way, o, "x"), "holds the output of stage copy", "", "")
		var unfinished *fault.InputError
		if err := Finished(nil, dir); !errors.As(err, &unfinished) || !strings.Contains(err.Error(), "run copy again") {
			t.Errorf("as an input: %v", err)
		}
	})
}

// A finished output that nobody may write to is found, locks and all. Run as the superuser, who may write to anything, it
// shows nothing.
func TestReadOnly(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
			t.Fatal(err)
		}
		mode := func(dirs, files fs.FileMode) {
			filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
				m := files
				if e.IsDir() {
					m = dirs
				}
				return errors.Join(err, os.Chmod(path, m))
			})
		}
		mode(0o555, 0o444)
		defer mode(0o755, 0o644)
		o := output(dir, 1)
		for _, o.Part = range ways[way].parts {
			if found, err := one(t.Context(), ways[way].begin(o), "y"); err != nil || !found {
				t.Errorf("found %v, error %v", found, err)
			}
		}
		want(t, way, dir, "x")
	})
}
