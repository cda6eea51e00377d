package stages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("disk full"), 1},
		{context.Canceled, 1},
		{fault.Usagef("x"), 64},
		{fmt.Errorf("train: %w", fault.Usagef("x")), 64},
		{&schemas.FileError{Err: errors.New("x")}, 65},
		{fmt.Errorf("train: %w", &schemas.FileError{File: "a", Err: errors.New("x")}), 65},
		{errors.Join(errors.New("close"), &schemas.FileError{Err: errors.New("x")}), 65},
		{errors.Join(context.Canceled, &schemas.FileError{Err: errors.New("x")}), 1},
		{fault.Unreadable("a", &fs.PathError{Op: "open", Path: "a", Err: syscall.EACCES}), 65},
		{fault.Unreadable("a", &fs.PathError{Op: "open", Path: "a", Err: syscall.EMFILE}), 1},
		{fault.Usagef("--out a: %w", syscall.EACCES), 64},
		{&fs.PathError{Op: "rename", Path: "a", Err: syscall.EACCES}, 1},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

// A Run that says nothing is wrong and leaves its work half done is not believed.
func TestHalfDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for name, c := range map[string]struct {
		run  func(ctx context.Context, t *Task, c copyConfig) error
		want string
	}{
		"nothing written": {func(context.Context, *Task, copyConfig) error { return nil }, "did not write lines-*.txt"},
		"left open": {func(_ context.Context, t *Task, _ copyConfig) error {
			_, err := t.Create("lines-*.txt")
			return err
		}, "left lines-00000-of-00001.txt open"},
		"aborted": {func(_ context.Context, t *Task, _ copyConfig) error {
			f, err := t.Create("lines-*.txt")
			f.Abort()
			return err
		}, "did not write"},
		"not declared": {func(_ context.Context, t *Task, _ copyConfig) error {
			_, err := t.Create("other.txt")
			return err
		}, "declares no such output"},
		"manifest": {func(_ context.Context, t *Task, _ copyConfig) error {
			_, err := t.Create("manifest.json")
			return err
		}, "the framework writes this file"},
		"twice": {func(ctx context.Context, t *Task, c copyConfig) error {
			if err := copyLines(ctx, t, c); err != nil {
				return err
			}
			return copyLines(ctx, t, c)
		}, "already written"},
		"stopped": {func(ctx context.Context, t *Task, c copyConfig) error {
			defer cancel()
			return copyLines(ctx, t, c)
		}, "stopped before the end"},
	} {
		b := newBench(t, Whole)
		b.s.Run = c.run
		var code int
		var stderr strings.Builder
		if name == "stopped" {
			code = Execute(ctx, []Mode{b.s}, []string{"--lines", b.in, "--out", b.out}, &stderr, &stderr)
		} else {
			var text string
			code, text = b.run()
			stderr.WriteString(text)
		}
		if code != ExitFailed || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit code %d, want %q: %s", name, code, c.want, stderr.String())
		}
		if left, _ := filepath.Glob("out/[^.]*"); len(left) > 0 {
			t.Errorf("%s: left: %v", name, left)
		}
	}
}

// Where the number of rows is known a hopeless stage stops early; where it is not, when it is hopeless by any measure.
func TestRejectsEarly(t *testing.T) {
	reject := func(expect int64) func(context.Context, *Task, copyConfig) error {
		return func(_ context.Context, t *Task, _ copyConfig) error {
			if expect > 0 {
				t.Expect(expect)
			}
			for row := range int64(100_000) {
				t.Read(1)
				if err := t.Reject("x", row+1, strings.Repeat("é", 1000)); err != nil {
					return fmt.Errorf("at row %d: %w", row+1, err)
				}
			}
			return nil
		}
	}
	for expect, want := range map[int64]string{1000: "at row 11:", 0: "at row 10000:", 1_000_000: "at row 10001:"} {
		b := newBench(t, Whole)
		b.s.Run = reject(expect)
		b.want(ExitInput, want)
		b.lone("in.txt", "out")
	}
}

// A stage is lost when the share of bad rows can no longer come down to what is allowed: by the number of rows where it is
// known, else when more than half of many rows were bad and fewer are allowed.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		expect, read, rejects int64
		allowed               float64
		want                  bool
	}{
		{1000, 20, 10, 0.01, false},
		{1000, 20, 11, 0.01, true},
		{10, 1200, 12, 0.01, false}, // there are more rows than were expected
		{10, 1200, 13, 0.01, true},
		{0, 10, 10, 0.01, false}, // too few to tell
		{0, 10_001, 9_999, 0.01, false},
		{0, 10_001, 10_000, 0.01, true},
		{0, 20_000, 10_000, 0.01, false}, // one half
		{0, 19_999, 10_000, 0.01, true},
		{0, 10_001, 10_000, 0.49, true},
		{0, 10_001, 10_000, 0.5, false},
		{0, 10_001, 10_000, 1, false},
	} {
		task := &Task{expect: c.expect, read: c.read, rejects: c.rejects, maxRejects: c.allowed}
		if got := task.lost(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestLogs(t *testing.T) {
	b := newBench(t, Whole)
	b.s.Run = func(ctx context.Context, t *Task, c copyConfig) error {
		p := t.Progress("copy", "lines", 3)
		p.Add(3)
		p.Note("loss 0.5")
		p.Done()
		p.Done()
		fmt.Fprintln(t.Stdout, "shown")
		t.Note("causes", map[string]int{"blank": 2})
		return copyLines(ctx, t, c)
	}
	b.want(0, `msg=copy stage=copy lines=3`)
	_, stderr := b.run("--force", "--log-format", "json")
	for line := range strings.Lines(stderr) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil || m["stage"] != "copy" {
			t.Errorf("%s: %v", line, err)
		}
		if seconds, ok := m["seconds"].(float64); m["msg"] == "done" && (!ok || seconds > 600) {
			t.Errorf("%s: want the time in seconds", line)
		}
	}
	if code, stderr := b.run("--force", "--quiet"); code != 0 || stderr != "" {
		t.Errorf("--quiet: %s", stderr)
	}
	if m := read(t, "out/manifest.json"); !strings.Contains(m, `"blank": 2`) {
		t.Errorf("no note in %s", m)
	}
}

// An error of the system that a reader met and took for damage is not the input's: it is named, and the remedy of the
// damage is not.
func TestSystemError(t *testing.T) {
	for _, wrap := range []func(error) error{
		func(err error) error {
			return &schemas.FileError{File: "x.parquet", Err: fmt.Errorf("%w: %w", schemas.ErrDamaged, err), Remedy: "run preprocess again"}
		},
		func(err error) error {
			return &schemas.FileError{File: "x.parquet", Err: err, Remedy: "run preprocess again"}
		},
		func(err error) error { return fault.Usagef("settings: %w", err) },
	} {
		b := newBench(t, Whole)
		b.s.Run = func(context.Context, *Task, copyConfig) error {
			return wrap(&fs.PathError{Op: "read", Path: "x.parquet", Err: syscall.EIO})
		}
		code, stderr := b.run("--quiet")
		if want := "copy: read x.parquet: " + syscall.EIO.Error() + "; the input is not at fault, run the same command again\n"; code != ExitFailed || stderr != want {
			t.Errorf("exit code %d: %s, want %s", code, stderr, want)
		}
	}
}
