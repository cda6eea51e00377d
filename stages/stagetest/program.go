package stagetest

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages"
)

const childVariable = "STAGETEST_STAGE"

// Child turns the test binary into the program of the stage if a Program of that name started it, and does not return
// then. Call it first in TestMain, once per stage.
func Child[C any](s stages.Stage[C]) {
	if os.Getenv(childVariable) == s.Name {
		stages.Main(pausing(s))
	}
}

// Program is a stage that runs as a process of its own.
type Program struct {
	Stage  string   // name of a stage that TestMain passes to Child
	Args   []string // without --out and --config
	Ignore []string // outputs that may differ between runs: path.Match on paths with slashes
}

// Command returns the process that runs the stage with output folder out, unless out is empty, and extra arguments.
func (p Program) Command(t testing.TB, out string, extra ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := slices.Clone(p.Args)
	if out != "" {
		args = append(args, "--out", out)
	}
	cmd := exec.Command(exe, withConfig(append(args, extra...))...)
	cmd.Env = append(os.Environ(), childVariable+"="+p.Stage)
	return cmd
}

// Run runs the process to its end.
func (p Program) Run(t testing.TB, out string, extra ...string) Result {
	t.Helper()
	cmd := p.Command(t, out, extra...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func (p Program) do(t testing.TB, out string, extra ...string) Result {
	t.Helper()
	r := p.Run(t, out, extra...)
	if r.Code != stages.ExitDone {
		t.Fatalf("%s: exit code %d\n%s", p.Stage, r.Code, r.Stderr)
	}
	return r
}

// Kill starts the program repeatedly and kills it (SIGKILL). Each round kills it kills times at a known point, from
// the start to the moment before its output is committed, and once at a random moment, which may come too late. After a
// known point nothing may look finished; after the random one at most the whole output. The next run must finish the
// rest, with the bytes of an undisturbed run and without leftovers.
func (p Program) Kill(t testing.TB, rounds, kills int) {
	t.Helper()
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole", "out")
	start := time.Now()
	points := p.points(t, whole)
	took := time.Since(start)
	last := max(rounds*kills-1, 1)
	for round := range rounds {
		out := filepath.Join(dir, "round", "out")
		for k := range kills {
			p.killAt(t, out, (k*rounds+round)*(points+1)/last) // evenly from 0 to one past the last
			unfinished(t, out)
		}
		p.killAfter(t, out, rand.N(took))
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
			Equal(t, whole, out, p.Ignore...)
		}
		p.do(t, out)
		Equal(t, whole, out, p.Ignore...)
		noLeftovers(t, out)
		if t.Failed() {
			t.Fatalf("after round %d", round)
		}
		if err := os.RemoveAll(filepath.Dir(out)); err != nil {
			t.Fatal(err)
		}
	}
}

// KillParts repeatedly starts a program that makes its output in parts and kills it (SIGKILL) at a known point, step
// safe points after the attempt began. Finished parts must not change, and at most one part may be begun and
// unfinished. A last run makes the rest, with the bytes of an undisturbed run and without leftovers.
func (p Program) KillParts(t testing.TB, step int) {
	t.Helper()
	dir := t.TempDir()
	whole, out := filepath.Join(dir, "whole", "out"), filepath.Join(dir, "killed", "out")
	points := p.points(t, whole) + 1
	total := len(parts(t, whole))
	var before map[string]time.Time
	between := false
	for attempt := 0; attempt*step < 2*points; attempt++ {
		p.killAt(t, out, step)
		after := parts(t, out)
		for name, mtime := range before {
			if !after[name].Equal(mtime) {
				t.Errorf("attempt %d: %s was finished and was made again", attempt, name)
			}
		}
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
			break
		}
		before = after
		between = between || len(after) > 0 && len(after) < total // the last kill may come between the last part and the manifest
	}
	if !between {
		t.Fatalf("%d of %d parts were finished before the last attempt: no kill came between two parts", len(before), total)
	}
	p.do(t, out)
	Equal(t, whole, out, p.Ignore...)
	noLeftovers(t, out)
}

// parts returns the manifests of single parts in a folder and when each was written.
func parts(t testing.TB, out string) map[string]time.Time {
	t.Helper()
	found := map[string]time.Time{}
	names, _ := filepath.Glob(filepath.Join(out, "*-of-*.manifest.json"))
	for _, name := range names {
		st, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = st.ModTime()
	}
	return found
}

// killAfter kills one run after a time, if it is still alive.
func (p Program) killAfter(t testing.TB, out string, after time.Duration) {
	t.Helper()
	cmd := p.Command(t, out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	cmd.Wait()
}

// unfinished fails if a killed run left a manifest of the output or of a part.
func unfinished(t testing.TB, out string) {
	t.Helper()
	entries, err := os.ReadDir(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "manifest.json") {
			t.Errorf("killed before its output was committed, and there is %s", e.Name())
		}
	}
}

// Race starts n runs with the same output folder at once. Each must end with exit code 0. The output must be whole,
// equal to that of a single run, and without leftovers beside it.
func (p Program) Race(t testing.TB, n int, extra ...string) {
	t.Helper()
	dir := t.TempDir()
	alone, out := filepath.Join(dir, "alone", "out"), filepath.Join(dir, "race", "out")
	p.do(t, alone)
	var wg sync.WaitGroup
	results := make([]Result, n)
	for i := range n {
		wg.Go(func() { results[i] = p.Run(t, out, extra...) })
	}
	wg.Wait()
	for i, r := range results {
		if r.Code != stages.ExitDone {
			t.Errorf("attempt %d of %d at once: exit code %d\n%s", i, n, r.Code, r.Stderr)
		}
	}
	Equal(t, alone, out, p.Ignore...)
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); err != nil {
		t.Errorf("no manifest after %d attempts at once: %v", n, err)
	}
	noLeftovers(t, out)
}

// noLeftovers fails if there are temporary files or folders in the output or beside it.
func noLeftovers(t testing.TB, out string) {
	t.Helper()
	for _, dir := range []string{filepath.Dir(out), out} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Error(err)
		}
		for _, e := range entries {
			if strings.Contains(e.Name(), ".tmp-") {
				t.Errorf("left over: %s", filepath.Join(dir, e.Name()))
			}
		}
	}
}
