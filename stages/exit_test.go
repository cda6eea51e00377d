package stages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// What Run notes and prints reaches the manifest, the log and standard output.
func TestLogs(t *testing.T) {
	b := newBench(t, Whole)
	b.s.Run = func(ctx context.Context, t *Task, c copyConfig) error {
		p := t.Progress("copy", "lines", 3)
		p.Add(3)
		p.Done()
		fmt.Fprintln(t.Stdout, "shown")
		t.Note("causes", map[string]int{"blank": 2})
		return copyLines(ctx, t, c)
	}
	code, stdout, stderr := run(t, b.s, "--lines", b.in, "--out", b.out, "--log-format", "json")
	if code != 0 || stdout != "shown\n" || !strings.Contains(stderr, `"msg":"copy","stage":"copy","lines":3`) || !strings.Contains(read(t, "out/manifest.json"), `"blank": 2`) {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
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

// What a retry can cure keeps no list of bad rows: the next attempt will see them all.
func TestKeptRejectsOfSystem(t *testing.T) {
	b := newBench(t, Whole)
	b.s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
		return errors.Join(t.Reject("in.txt", 1, "is bad"), &fs.PathError{Op: "read", Path: "in.txt", Err: syscall.EIO})
	}
	b.want(ExitFailed, "read in.txt")
	if _, err := os.Stat("out/rejects.jsonl"); err == nil {
		t.Error("the list is kept")
	}
}
