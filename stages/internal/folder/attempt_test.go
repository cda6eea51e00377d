package folder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

// ways are the strategies, each with the shards that make its output whole.
var ways = []struct {
	name   string
	begin  func(Output) *Attempt
	shards []Shard
}{
	{"whole", Whole, []Shard{{}}},
	{"sharded", OneShard, []Shard{{0, 2}, {1, 2}}},
	{"in place", InPlace, []Shard{{}}},
}

// output is an output of stage copy with a seed; its files are a, b and, on the way, state/1.
func output(dir string, seed int) Output {
	return Output{Dir: dir, Log: slog.New(slog.DiscardHandler),
		Files:  []Pattern{{Name: "a-*.txt"}, {Name: "b-*.txt"}, {Name: "state/*", Optional: true, Working: true}},
		Mark:   manifest.Mark{Stage: "copy", Version: "1", Key: fmt.Sprint("key ", seed), Config: json.RawMessage(fmt.Sprintf(`{"seed":%d}`, seed))},
		Accept: func(*manifest.Manifest, string) error { return nil }}
}

// made makes all of an output, whose files hold text, or finds it made.
func made(ctx context.Context, way int, o Output, text string) error {
	for _, o.Shard = range ways[way].shards {
		if _, err := one(ctx, ways[way].begin(o), text); err != nil {
			return err
		}
	}
	return nil
}

// one makes what the attempt is about and reports whether it was there.
func one(ctx context.Context, a *Attempt, text string) (found bool, err error) {
	defer a.Close()
	done, err := a.Begin(ctx)
	if done != nil || err != nil {
		return done != nil, err
	}
	names := []string{"a-*.txt", "b-*.txt"}
	if a.inPlace {
		names = append([]string{"state/1"}, names...)
	}
	for _, name := range names {
		f, err := a.Create(name)
		if err != nil {
			return false, err
		}
		fmt.Fprint(f, text)
		a.at("file open")
		if err := f.Close(); err != nil {
			return false, err
		}
		a.at("file closed")
	}
	if err := a.Filled(); err != nil {
		return false, err
	}
	mark := a.Mark
	return false, a.Seal(ctx, &manifest.Manifest{Stage: mark.Stage, Version: mark.Version, Key: mark.Key, Config: mark.Config})
}

// want fails unless the folder is finished, holds text in every file of every shard, and nothing else but what the
// strategy keeps.
func want(t *testing.T, way int, dir, text string) {
	t.Helper()
	m, err := manifest.Read(filepath.Join(dir, manifest.Name))
	if err != nil {
		t.Fatal(err)
	}
	if damage, err := m.Damage(dir, true); err != nil || len(damage) > 0 || len(m.Outputs) != 2*len(ways[way].shards) {
		t.Errorf("manifest of %d files, damage %v, %v", len(m.Outputs), damage, err)
	}
	for _, f := range m.Outputs {
		if data, _ := os.ReadFile(filepath.Join(dir, f.Path)); string(data) != text {
			t.Errorf("%s holds %q, want %q", f.Path, data, text)
		}
		if f.SHA256 == "" {
			t.Errorf("%s has no digest", f.Path)
		}
	}
	if err := Finished(dir); err != nil {
		t.Error(err)
	}
	noLeftovers(t, dir)
}

// noLeftovers fails when a hidden file is left in the folder or beside it.
func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	filepath.WalkDir(filepath.Dir(dir), func(path string, e fs.DirEntry, err error) error {
		if name := filepath.Base(path); strings.HasPrefix(name, ".") && name != ".lock" && name != manifest.MarkName {
			t.Errorf("left: %s", path)
		}
		return err
	})
}

// each runs a test for every strategy, in a folder of its own.
func each(t *testing.T, test func(t *testing.T, way int, dir string)) {
	for way := range ways {
		t.Run(ways[way].name, func(t *testing.T) { test(t, way, filepath.Join(t.TempDir(), "out")) })
	}
}

// tree is the content of every file below dir that is not the holder of a lock.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == ".lock" {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s: %s\n", path, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// refused fails unless err is wrong usage and says part, and the folder is as it was.
func refused(t *testing.T, err error, part, before, after string) {
	t.Helper()
	var usage *fault.UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want wrong usage with %q", err, part)
	}
	if before != after {
		t.Errorf("a refusal changed something:\n%s\nbefore:\n%s", after, before)
	}
}

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
			f = filepath.Join(dir, f+fmt.Sprint(len(ways[way].shards))+".txt")
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
					for _, o.Shard = range ways[way].shards {
						if _, err := one(t.Context(), ways[way].begin(o), fmt.Sprint("attempt ", i)); err != nil {
							t.Error(err)
						}
					}
				})
			}
			wg.Wait()
			m, err := manifest.Read(filepath.Join(dir, manifest.Name))
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{} // by shard
			for _, f := range m.Outputs {
				data, _ := os.ReadFile(filepath.Join(dir, f.Path))
				if text, ok := texts[f.Path[1:]]; ok && text != string(data) {
					t.Errorf("a mixture: %q and %q", text, data)
				}
				texts[f.Path[1:]] = string(data)
			}
			if damage, err := m.Damage(dir, true); err != nil || len(damage) > 0 {
				t.Errorf("damage %v, %v", damage, err)
			}
			noLeftovers(t, dir)
		})
	}
}

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
		m, err := manifest.Read(filepath.Join(dir, manifest.Name))
		if err != nil {
			t.Fatal(err)
		}
		m.Outputs = append(m.Outputs, manifest.File{Path: name, Size: 1})
		if err := m.Write(filepath.Join(dir, manifest.Name)); err != nil {
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
		if err := errors.Join(os.Mkdir(dir, 0o777), mark.Write(dir)); err != nil {
			t.Fatal(err)
		}
		o := output(dir, 1)
		o.Mark.Stage = "another"
		refused(t, made(t.Context(), way, o, "x"), "holds the output of stage copy", "", "")
		var unfinished *fault.InputError
		if err := Finished(dir); !errors.As(err, &unfinished) || !strings.Contains(err.Error(), "run copy again") {
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
		for _, o.Shard = range ways[way].shards {
			if found, err := one(t.Context(), ways[way].begin(o), "y"); err != nil || !found {
				t.Errorf("found %v, error %v", found, err)
			}
		}
		want(t, way, dir, "x")
	})
}

// begun begins an output, closes file a and, in place, state/1, leaves file b open and gives up.
func begun(t *testing.T, way int, o Output) {
	t.Helper()
	o.Shard = ways[way].shards[0]
	a := ways[way].begin(o)
	defer a.Close()
	if _, err := a.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a.inPlace {
		closed(t, a, "state/1", "state")
	}
	closed(t, a, "a-*.txt", "first")
	if _, err := a.Create("b-*.txt"); err != nil {
		t.Fatal(err)
	}
	if err := a.Filled(); err == nil || !strings.Contains(err.Error(), "left b-"+o.Shard.String()+".txt open") {
		t.Errorf("an open file: %v", err)
	}
}

func closed(t *testing.T, a *Attempt, name, text string) {
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

// A folder that stays in place is never continued under another key; a whole one has nothing to continue.
func TestAnotherKey(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		begun(t, way, output(dir, 1))
		if ways[way].name == "sharded" {
			o := output(dir, 1)
			o.Shard = Shard{0, 2}
			if _, err := one(t.Context(), OneShard(o), "x"); err != nil {
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
	if err := errors.Join(a.Filled(), a.Seal(t.Context(), &manifest.Manifest{Stage: m.Stage, Version: m.Version, Key: m.Key})); err != nil {
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

// begin2 begins two attempts at once.
func begin2(t *testing.T, a, b *Attempt) {
	t.Helper()
	for _, x := range []*Attempt{a, b} {
		t.Cleanup(x.Close)
		if done, err := x.Begin(t.Context()); done != nil || err != nil {
			t.Fatal(done, err)
		}
		for _, name := range []string{"a-*.txt", "b-*.txt"} {
			closed(t, x, name, map[*Attempt]string{a: "first", b: "second"}[x])
		}
	}
}

func seal(t *testing.T, a *Attempt) error {
	m := &manifest.Manifest{Stage: a.Mark.Stage, Version: a.Mark.Version, Key: a.Mark.Key, Config: a.Mark.Config}
	err := errors.Join(a.Filled(), a.Seal(t.Context(), m))
	a.Close()
	return err
}

// Of two attempts at the same output the faster one's stays, which may be in use by then; with Force the last one's.
func TestFaster(t *testing.T) {
	for way, strategy := range ways[:2] {
		for force, text := range map[bool]string{false: "first", true: "second"} {
			o := output(filepath.Join(t.TempDir(), "out"), 1)
			o.Force = force
			for _, o.Shard = range strategy.shards {
				a, b := strategy.begin(o), strategy.begin(o)
				begin2(t, a, b)
				if err := errors.Join(seal(t, a), seal(t, b)); err != nil {
					t.Fatal(err)
				}
			}
			want(t, way, o.Dir, text)
		}
	}
}

// A shard is never put into a folder that was begun anew, for another key, while it was being made.
func TestTakenOver(t *testing.T) {
	o := output(filepath.Join(t.TempDir(), "out"), 1)
	o.Shard = Shard{0, 2}
	other := output(o.Dir, 2)
	other.Shard, other.Force = o.Shard, true
	a, b := OneShard(o), OneShard(other)
	begin2(t, a, b)
	if err := seal(t, a); err == nil || !strings.Contains(err.Error(), "another run took the folder over") {
		t.Errorf("error %v", err)
	}
	if err := seal(t, b); err != nil {
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
		err := errors.Join((&manifest.Mark{Stage: "copy", Version: "1"}).Write(dir),
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
