// Package stagetest tests a stage. It shows input and output rows as text that is readable in a diff, and checks that
// two runs give the same bytes.
//
// Tests of processes need the stage as one, which the test binary becomes. That takes one line in the package:
//
//	func TestMain(m *testing.M) { stagetest.Child(stage); os.Exit(m.Run()) }
package stagetest

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// Result is what a run left besides its output.
type Result struct {
	Code           int // exit code
	Stdout, Stderr string
}

// Run executes the mode in this process with the arguments of a command line, without the words that name the mode.
// Without --config it reads no pipeline.yaml.
func Run(t testing.TB, m stages.Mode, args ...string) Result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if _, query := m.(stages.Query); !query {
		args = withConfig(args)
	}
	ctx := context.WithoutCancel(t.Context()) // tests may run a stage in a cleanup
	code := stages.Execute(ctx, []stages.Mode{m}, args, &stdout, &stderr)
	return Result{code, stdout.String(), stderr.String()}
}

func withConfig(args []string) []string {
	given := slices.ContainsFunc(args, func(a string) bool {
		return a == "--config" || a == "-config" || strings.HasPrefix(a, "--config=")
	})
	if given {
		return args
	}
	return append([]string{"--config=none"}, args...)
}

// Do is Run, and fails the test unless the exit code is 0.
func Do(t testing.TB, m stages.Mode, args ...string) Result {
	t.Helper()
	r := Run(t, m, args...)
	if r.Code != stages.ExitDone {
		t.Fatalf("%s: exit code %d\n%s", strings.Join(args, " "), r.Code, r.Stderr)
	}
	return r
}

// Refused is Run, and fails the test unless the exit code is code and stderr contains each of the texts.
func Refused(t testing.TB, m stages.Mode, code int, texts []string, args ...string) {
	t.Helper()
	r := Run(t, m, args...)
	if r.Code != code {
		t.Errorf("%s: exit code %d, want %d\n%s", strings.Join(args, " "), r.Code, code, r.Stderr)
	}
	for _, text := range texts {
		if !strings.Contains(r.Stderr, text) {
			t.Errorf("%s: no %q in\n%s", strings.Join(args, " "), text, r.Stderr)
		}
	}
}

// Twice runs the stage into two new folders, with one thread and with three, and fails unless their files are equal to
// the byte. args are without --out. Paths that match ignore (path.Match, with slashes) may differ. It returns the
// first folder.
func Twice[C any](t testing.TB, s stages.Stage[C], ignore []string, args ...string) (out string) {
	t.Helper()
	dir := t.TempDir()
	one, three := filepath.Join(dir, "one"), filepath.Join(dir, "three")
	Do(t, s, append(slices.Clone(args), "--threads", "1", "--out", one)...)
	Do(t, s, append(slices.Clone(args), "--threads", "3", "--out", three)...)
	Equal(t, one, three, ignore...)
	return one
}

// Equal fails unless two output folders contain the same files with the same bytes. It skips manifests, which have
// times, hidden files, and files that match ignore.
func Equal(t testing.TB, a, b string, ignore ...string) {
	t.Helper()
	x, y := files(t, a, ignore), files(t, b, ignore)
	for _, name := range slices.Sorted(maps.Keys(x)) {
		if other, ok := y[name]; !ok {
			t.Errorf("%s is in %s and not in %s", name, a, b)
		} else if !bytes.Equal(x[name], other) {
			t.Errorf("%s differs between %s (%d bytes) and %s (%d bytes)", name, a, len(x[name]), b, len(other))
		}
		delete(y, name)
	}
	for name := range y {
		t.Errorf("%s is in %s and not in %s", name, b, a)
	}
}

// files reads the files of a folder whose bytes are promised: path with slashes to content.
func files(t testing.TB, dir string, ignore []string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		ignored := slices.ContainsFunc(ignore, func(p string) bool { ok, _ := path.Match(p, rel); return ok })
		if ignored || strings.HasPrefix(rel, ".") || strings.Contains(rel, "/.") || strings.HasSuffix(rel, "manifest.json") {
			return nil
		}
		out[rel], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Write writes text into a new file in a test's folder and returns its path.
func Write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
