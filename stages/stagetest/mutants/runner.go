package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// verdict is what came of a fault.
type verdict string

const (
	caught   verdict = "caught"
	hangs    verdict = "hangs" // caught by the time that the tests take
	survived verdict = "survived"
	known    verdict = "known" // survived, for the reason in the table
	stale    verdict = "text not found"
	broken   verdict = "does not compile"
	unsound  verdict = "tests fail without it"
	untested verdict = "no test of that name"
	stopped  verdict = "stopped"
)

type outcome struct {
	fault
	verdict verdict
	detail  string // for a person, of a fault that was not caught
	took    time.Duration
}

// runner tries faults in the module at dir.
type runner struct {
	dir     string
	timeout time.Duration
	sound   sync.Map // by the arguments of go test: func() outcome without a fault
}

// all tries the faults, n at once, prints a line for each, and returns what came of them in the order of the table; of those that
// ctx left no time for nothing.
func (r *runner) all(ctx context.Context, w io.Writer, n int, faults []fault) []outcome {
	results := make([]outcome, len(faults))
	var printing sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan struct{}, max(n, 1))
	for i, f := range faults {
		slots <- struct{}{}
		if ctx.Err() != nil {
			results = results[:i]
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			start := time.Now()
			results[i] = r.one(ctx, f)
			results[i].took = time.Since(start)
			printing.Lock()
			defer printing.Unlock()
			fmt.Fprintf(w, "%-9s %4.0f s  %s: %s\n", results[i].verdict, results[i].took.Seconds(), f.area, f.title)
		})
	}
	wg.Wait()
	return results
}

// one tries a fault.
func (r *runner) one(ctx context.Context, f fault) outcome {
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return outcome{f, stopped, err.Error(), 0}
	}
	defer os.RemoveAll(dir)
	overlay, err := r.overlay(dir, f)
	if err != nil {
		return outcome{f, stale, err.Error(), 0}
	}
	// A test that fails without the fault would catch every fault. The go tool remembers tests that passed.
	first, _ := r.sound.LoadOrStore(strings.Join(f.tests, " "), sync.OnceValue(func() outcome { return r.test(ctx, "", f) }))
	if o := first.(func() outcome)(); o.verdict != survived {
		if o.verdict == caught || o.verdict == hangs {
			o.verdict = unsound
		}
		return outcome{f, o.verdict, o.detail, 0}
	}
	o := r.test(ctx, overlay, f)
	if o.verdict == survived && f.known != "" {
		o.verdict, o.detail = known, f.known
	}
	return o
}

// overlay writes the faulty file and the file that tells the go tool to read it into dir.
func (r *runner) overlay(dir string, f fault) (string, error) {
	path := filepath.Join(r.dir, filepath.FromSlash(f.file))
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	faulty, err := f.in(string(text))
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, filepath.Base(path))
	if err := os.WriteFile(to, []byte(faulty), 0o666); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{path: to}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o666)
}

// test runs the tests of the fault, over the code in the tree if overlay is "".
func (r *runner) test(ctx context.Context, overlay string, f fault) outcome {
	args := append([]string{"test", "-failfast", "-vet=off", "-timeout", r.timeout.String()}, f.tests...)
	text, err := r.goTool(ctx, overlay, args...)
	o := outcome{f, caught, text, 0}
	switch {
	case ctx.Err() != nil:
		o.verdict = stopped
	case err == nil && !ran(text):
		o.verdict = untested
	case err == nil:
		o.verdict = survived
	case strings.Contains(text, "[build failed]"):
		o.verdict = broken
	case strings.Contains(text, "panic: test timed out after"):
		o.verdict = hangs
	}
	return o
}

// ran tells from what go test prints whether a package had a test to run.
func ran(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "ok ") && !strings.Contains(line, "[no tests to run]")
	})
}

// goTool returns what the go tool printed. The overlay goes into GOFLAGS, so that programs that tests build have the fault, too.
func (r *runner) goTool(ctx context.Context, overlay string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.dir
	cmd.WaitDelay = 10 * time.Second
	cmd.Env = append(os.Environ(), "PWD="+r.dir)
	if overlay != "" {
		cmd.Env = append(cmd.Env, "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay))
	}
	text, err := cmd.CombinedOutput()
	return string(text), err
}
