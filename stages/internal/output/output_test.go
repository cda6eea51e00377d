package output

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// wanted is a folder of stage copy with a seed; its files are a, b and, on the way, state/1.
func wanted(dir string, seed int) Folder {
	return Folder{Dir: dir, Log: slog.New(slog.DiscardHandler),
		Files:  []Pattern{{Name: "a-*.txt"}, {Name: "b-*.txt"}, {Name: "state/*", Optional: true, Working: true}},
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

// tree is the content of every file below dir that is not the holder of a lock.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != lockName {
			data, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s: %s\n", path, data)
		}
		return nil
	})
	return b.String()
}

// What the stage cannot have made is neither replaced nor removed, Force or not, and a refusal changes nothing.
func TestForeign(t *testing.T) {
	for _, foreign := range []string{"notes.md", "sub/x", "state/sub/x", ".env", ".git/x", "state/.env"} {
		each(t, func(t *testing.T, f Folder) {
			made(t, f, "x")
			path := filepath.Join(f.Dir, foreign)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("mine"), 0o666)); err != nil {
				t.Fatal(err)
			}
			before := tree(t, f.Dir)
			another := with(f, 2, true)
			another.Mark.Stage = "another"
			for _, c := range []struct {
				Folder
				want string
			}{{with(f, 2, false), "holds"}, {with(f, 2, true), "holds " + strings.TrimSuffix(foreign, "/x") + ", which copy did not write"},
				{another, "holds the output of stage copy"}} {
				var usage *fault.UsageError
				if _, err := begin(t, c.Folder); !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) || tree(t, f.Dir) != before {
					t.Errorf("%v, want %s; left %s", err, c.want, tree(t, f.Dir))
				}
			}
		})
	}
}

// Names alone do not make a folder a stage's: without mark and manifest nothing in it is taken for an output.
func TestForeignFolder(t *testing.T) {
	each(t, func(t *testing.T, f Folder) {
		path := filepath.Join(f.Dir, "a-1.txt")
		if err := errors.Join(os.Mkdir(f.Dir, 0o777), os.WriteFile(path, []byte("mine"), 0o666)); err != nil {
			t.Fatal(err)
		}
		f.Force = true
		_, err := begin(t, f)
		if data, _ := os.ReadFile(path); err == nil || string(data) != "mine" {
			t.Errorf("%v, and %s", err, data)
		}
	})
}

// An attempt never commits into a folder that was begun anew, for another key, while it worked; and what it left under names of
// the other one's files is replaced.
func TestTakenOver(t *testing.T) {
	at := store.New(t.Context())
	defer at.Close()
	for _, dir := range []string{filepath.Join(t.TempDir(), "out"), "mem://b/out"} {
		for _, part := range []Part{{}, {0, 2}} {
			f := wanted(dir+part.String(), 1)
			f.Part, f.Store = part, at
			a, late := filled(t, f, "first"), filled(t, f, "first")
			b := filled(t, with(f, 2, true), "second")
			if err := committed(t, a); err == nil || !strings.Contains(err.Error(), "another run took the folder over") {
				t.Errorf("%s: %v", f.Dir, err)
			}
			if err := b.write("a-"+part.String()+".txt", []byte("first"), b.medium().Link); err != nil { // as a late request leaves it
				t.Fatal(err)
			}
			if err := committed(t, b); err != nil {
				t.Fatal(err)
			}
			name := "a-" + part.String() + ".txt"
			if err := late.put(late.files[name]); err == nil { // as an attempt does that looked at the mark long ago
				t.Errorf("%s: a late file was taken", f.Dir)
			}
			if data, err := at.ReadFile(store.Join(f.Dir, name)); string(data) != "second" {
				t.Errorf("%s: %q, %v", f.Dir, data, err)
			}
		}
	}
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

// What an output has to pass besides its key decides, and a refused one is not touched.
func TestNotAccepted(t *testing.T) {
	each(t, func(t *testing.T, f Folder) {
		made(t, f, "x")
		before, no := tree(t, f.Dir), errors.New("too many")
		f.Accept = func(*manifest.Manifest, string) error { return no }
		if _, err := begin(t, f); !errors.Is(err, no) || tree(t, f.Dir) != before {
			t.Errorf("error %v", err)
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
	f.Force = true
	if _, err := begin(t, f); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.Dir, "state", "1")); err == nil {
		t.Error("by force it goes on")
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
		if err := f.overwrite(manifest.Name, m); err != nil {
			t.Fatal(err)
		}
		_, err = begin(t, f)
		if data, readErr := os.ReadFile(victim); string(data) != "mine" {
			t.Errorf("%s: %v after %v", name, readErr, err)
		}
	}
}

// A finished output that nobody may write to is found. Run as the superuser, who may write to anything, it shows little.
func TestReadOnly(t *testing.T) {
	each(t, func(t *testing.T, f Folder) {
		made(t, f, "x")
		for _, mode := range []fs.FileMode{0o555, 0o755} {
			if err := os.Chmod(f.Dir, mode); err != nil {
				t.Fatal(err)
			}
			if done, err := begin(t, f); done == nil || err != nil {
				t.Errorf("found %v, %v", done, err)
			}
		}
	})
}

// A Stream takes one file, which goes to the writer at once.
func TestStream(t *testing.T) {
	f := wanted("", 1)
	f.Files[0].Stream = true
	var b strings.Builder
	a := Stream(f, &b)
	defer a.Close()
	if done, err := a.Begin(t.Context()); done != nil || err != nil {
		t.Fatal(done, err)
	}
	if _, err := a.Create("b-*.txt"); err == nil {
		t.Error("a file that is no stream")
	}
	file, err := a.Create("a-*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Fprint(file, "x"); b.String() != "x" {
		t.Errorf("written: %q", b.String())
	}
	if _, err := a.Create("a-*.txt"); err == nil {
		t.Error("a second file")
	}
	if err := errors.Join(file.Close(), a.Filled(), a.Commit(t.Context(), &manifest.Manifest{})); err != nil {
		t.Error(err)
	}
}

// Folders of earlier versions are found finished, whole and in parts, and their files are replaced by force.
func TestOldFolder(t *testing.T) {
	for _, parts := range []int{1, 2} {
		f := wanted(filepath.Join(t.TempDir(), "out"), 1)
		f.Mark.Parts = parts
		for i := range parts {
			part := f
			part.Part = Part{i, parts}
			made(t, part, "x")
		}
		if err := f.Complete(parts); parts > 1 && err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{".parts.jsonl", ".lock", ".part.tmp-0123abcd.lock"} {
			if err := os.WriteFile(filepath.Join(f.Dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if m, err := f.Made(); m == nil || err != nil {
			t.Errorf("%d parts: %v, %v", parts, m, err)
		}
		if _, err := begin(t, with(f, 2, true)); err != nil {
			t.Errorf("by force: %v", err)
		}
		if left := tree(t, f.Dir); strings.Contains(left, ": x") || strings.Contains(left, ".parts.jsonl") {
			t.Errorf("left: %s", left)
		}
	}
}

// TestLook: of four parts one is done, at one a process is, one was left by a process that was killed, and one failed; what failed
// TestFinishedFile: a file of a finished part may be used before the others exist; one that a killed attempt left may not.
func TestFinishedFile(t *testing.T) {
	f := wanted(filepath.Join(t.TempDir(), "out"), 1)
	f.Part = Part{0, 2}
	made(t, f, "text")
	finished, _ := filepath.Glob(filepath.Join(f.Dir, "a-*.txt"))
	if len(finished) != 1 {
		t.Fatal(finished)
	}
	left := strings.Replace(finished[0], "00000-of", "00001-of", 1)
	if err := os.WriteFile(left, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := FinishedFile(nil, finished[0]); err != nil {
		t.Error(err)
	}
	var bad *schemas.FileError
	if err := FinishedFile(nil, left); !errors.As(err, &bad) || !strings.Contains(err.Error(), "unfinished") {
		t.Error(err)
	}
}

// and is made again is no failure any more.
func TestLook(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var input *schemas.FileError
	if _, err := Look(t.Context(), nil, dir); !errors.As(err, &input) {
		t.Errorf("of no folder: %v", err)
	}
	part := func(i int) Folder {
		f := wanted(dir, 1)
		f.Part = Part{i, 4}
		return f
	}
	made(t, part(0), "x")
	working := filled(t, part(1), "x")
	working.Fail("at first")
	failed := New(part(3))
	failed.Fail("of no use")
	dead := filepath.Join(dir, ".a-00002-of-00004.txt.tmp-0123abcd")
	if err := os.WriteFile(dead, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Look(t.Context(), nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Stage != "copy" || s.Parts != 4 || s.Finished || !slices.Equal(s.Done, []int{0}) || !slices.Equal(s.Working, []int{1}) ||
		!slices.Equal(s.Stopped, []int{2}) || len(s.Failed) != 1 || s.Failed[3] != "of no use" {
		t.Errorf("%+v", s)
	}
	if err := committed(t, working); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{2, 3} {
		made(t, part(i), "x")
	}
	f := wanted(dir, 1)
	if err := f.Complete(4); err != nil {
		t.Fatal(err)
	}
	if s, err = Look(t.Context(), nil, dir); err != nil || !s.Finished || len(s.Done) != 4 || len(s.Working)+len(s.Stopped)+len(s.Failed) != 0 {
		t.Errorf("at the end: %+v, %v", s, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Look(ctx, nil, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// A folder among the temporary files stays while its process lives, and goes with the next one otherwise.
func TestTemporary(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	dead := filepath.Join(tmp, ".wrone2set-lock.tmp-0123abcd")
	if err := errors.Join(os.MkdirAll(filepath.Join(dead+".files", "x"), 0o777), os.WriteFile(dead, nil, 0o666), os.WriteFile(filepath.Join(tmp, ".other"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	a, err := NewTemporary()
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewTemporary()
	if err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(tmp); len(entries) != 5 {
		t.Errorf("%v", entries)
	}
	if err := errors.Join(a.Close(), b.Close(), (*Temporary)(nil).Close()); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(tmp); len(entries) != 1 {
		t.Errorf("left %v", entries)
	}
	t.Setenv("TMPDIR", filepath.Join(tmp, "none"))
	var usage *fault.UsageError
	if _, err := NewTemporary(); !errors.As(err, &usage) || !strings.Contains(err.Error(), "point TMPDIR to a folder that may be written") {
		t.Errorf("no folder: %v", err)
	}
}

// watched is a medium that says what it is asked before it gives a file its name.
type watched struct {
	medium
	asked func(call, name string)
}

func (w watched) Link(f disk.File, path string) error {
	w.asked("link", store.Base(path))
	return w.medium.Link(f, path)
}

func (w watched) Rename(f disk.File, path string) error {
	w.asked("link", store.Base(path))
	return w.medium.Rename(f, path)
}

func (w watched) SyncDir(dir string) error {
	w.asked("sync", "")
	return w.medium.SyncDir(dir)
}

// Of two attempts at other keys that find no mark, the one that creates it has the folder.
func TestMarkedOnce(t *testing.T) {
	each(t, func(t *testing.T, f Folder) {
		first := with(f, 2, false)
		first.InPlace = false // it waits for no lock
		once := false
		f.on = watched{f.medium(), func(_, name string) {
			if name == manifest.MarkName && !once {
				once = true
				a := New(first)
				if done, err := a.Begin(t.Context()); done != nil || err != nil {
					t.Error(done, err)
				}
			}
		}}
		var usage *fault.UsageError
		if _, err := begin(t, f); !errors.As(err, &usage) {
			t.Errorf("the second one: %v", err)
		}
		if mark, err := manifest.ReadMark(nil, f.Dir); err != nil || mark.Key != first.Mark.Key {
			t.Errorf("%+v, %v", mark, err)
		}
	})
}

// The names of the files are durable before the manifest lists them.
func TestNamesBeforeManifest(t *testing.T) {
	f := wanted(filepath.Join(t.TempDir(), "out"), 1)
	var calls []string
	f.on = watched{f.medium(), func(call, name string) { calls = append(calls, strings.TrimSpace(call+" "+name)) }}
	made(t, f, "x")
	want := "link .stage.json, sync, link a-00000-of-00001.txt, link b-00000-of-00001.txt, sync, link manifest.json, sync"
	if got := strings.Join(calls, ", "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
