package stagetest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/wrone2set/wrone2set/stages"
)

const childVariable = "STAGETEST_STAGE"

// Child turns the test binary into the program of the stage if a Program of that name started it, and does not return
// then. Call it first in TestMain, once per stage.
func Child[C any](s stages.Stage[C]) {
	if os.Getenv(childVariable) == s.Name {
		minio.DefaultRetryUnit = time.Millisecond
		stages.Main(killing(s))
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
