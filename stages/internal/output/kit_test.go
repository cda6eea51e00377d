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
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// ways are the strategies, each with the parts that make its output whole.
var ways = []struct {
	name  string
	begin func(Output) *Attempt
	parts []Part
}{
	{"whole", Whole, []Part{{}}},
	{"part", OnePart, []Part{{0, 2}, {1, 2}}},
	{"in place", InPlace, []Part{{}}},
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
	if ways[way].name == "part" {
		if m, err := o.Made(); m != nil || err != nil {
			return err
		}
	}
	for _, o.Part = range ways[way].parts {
		if _, err := one(ctx, ways[way].begin(o), text); err != nil {
			return err
		}
	}
	return completed(ctx, way, o)
}

// completed finishes the folder of an output in parts.
func completed(ctx context.Context, way int, o Output) error {
	if ways[way].name != "part" {
		return nil
	}
	return o.Complete(ctx, len(ways[way].parts))
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
	return false, a.Commit(ctx, &manifest.Manifest{Stage: mark.Stage, Version: mark.Version, Key: mark.Key, Config: mark.Config})
}

// want fails unless the folder is finished, holds text in every file of every part, and nothing else but what the
// strategy keeps.
func want(t *testing.T, way int, dir, text string) {
	t.Helper()
	m, err := manifest.Read(nil, filepath.Join(dir, manifest.Name))
	if err != nil {
		t.Fatal(err)
	}
	if damage, err := m.Damage(nil, dir, true, os.Lstat); err != nil || len(damage) > 0 || len(m.Outputs) != 2*len(ways[way].parts) {
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
	if err := Finished(nil, dir); err != nil {
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

// begun begins an output, closes file a and, in place, state/1, leaves file b open and gives up.
func begun(t *testing.T, way int, o Output) {
	t.Helper()
	o.Part = ways[way].parts[0]
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
	if err := a.Filled(); err == nil || !strings.Contains(err.Error(), "left b-"+o.Part.String()+".txt open") {
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

func commit(t *testing.T, a *Attempt) error {
	m := &manifest.Manifest{Stage: a.Mark.Stage, Version: a.Mark.Version, Key: a.Mark.Key, Config: a.Mark.Config}
	err := errors.Join(a.Filled(), a.Commit(t.Context(), m))
	a.Close()
	return err
}
