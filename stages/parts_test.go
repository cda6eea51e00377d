package stages

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// partStage copies lines in parts of so many; a line "bad" is rejected, "broken" ends a part with an error.
func partStage(size int) Stage[copyConfig] {
	s := copyStage(Parted)
	s.Run = func(ctx context.Context, t *Task, _ copyConfig) error {
		data, err := os.ReadFile(t.Input("lines")[0].Files[0])
		if err != nil {
			return err
		}
		lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n")
		parts, err := t.Cut(ctx, func() (int, error) {
			n := (len(lines) + size - 1) / size
			t.Log.Info("cut", "parts", n)
			return n, nil
		})
		if err != nil {
			return err
		}
		for _, i := range parts.Todo {
			if err := parts.Make(ctx, i, func(t *Task) error { return copyPart(t, lines, size, parts.Of) }); err != nil {
				return err
			}
		}
		return nil
	}
	return s
}

func copyPart(t *Task, lines []string, size, of int) error {
	from, to := 0, len(lines)
	if of > 1 {
		from, to = t.Part.Index*size, min((t.Part.Index+1)*size, len(lines))
	}
	f, err := t.Create("lines-*.txt")
	if err != nil {
		return err
	}
	defer f.Abort()
	for i, line := range lines[from:to] {
		t.Read(1)
		switch strings.TrimSpace(line) {
		case "bad":
			t.Note("odd", map[string]int64{`too "short"`: 1})
			if err := t.Reject("in.txt", int64(from+i+1), "is bad"); err != nil {
				return err
			}
			continue
		case "broken":
			return errors.New("it is broken")
		}
		fmt.Fprintln(f, strings.TrimSpace(line))
	}
	return f.Close()
}

// TestPartedPromises: Run cuts its output and makes all parts that it is to make.
func TestPartedPromises(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\n")
	making := func(part int, make func(t *Task) error) func(ctx context.Context, t *Task, _ copyConfig) error {
		return func(ctx context.Context, t *Task, _ copyConfig) error {
			parts, err := t.Cut(ctx, func() (int, error) { return 3, nil })
			return errors.Join(err, parts.Make(ctx, part, make))
		}
	}
	for want, f := range map[string]func(ctx context.Context, t *Task, _ copyConfig) error{
		"did not cut its output":    func(context.Context, *Task, copyConfig) error { return nil },
		"did not make part 1 of 3":  making(0, func(t *Task) error { return copyPart(t, []string{"a", "b", "c"}, 1, 3) }),
		"panic in a part":           making(1, func(*Task) error { panic("panic in a part") }),
		"did not write lines-*.txt": making(1, func(*Task) error { return nil }),
	} {
		s := copyStage(Parted)
		s.Run = f
		if code, _, stderr := run(t, s, "--lines", "in.txt", "--out", "out"); code != ExitFailed || !strings.Contains(stderr, want) {
			t.Errorf("exit code %d, %s; want %s", code, stderr, want)
		}
	}
}

// TestStopped: a Run that returns nil since it was told to stop has not made the output, and the message says how to go on.
func TestStopped(t *testing.T) {
	for layout, s := range map[Layout]Stage[copyConfig]{Whole: copyStage(Whole), InPlace: copyStage(InPlace), Parted: partStage(2)} {
		t.Chdir(t.TempDir())
		write(t, "in.txt", "a\nb\nc\nd\n")
		ctx, stop := context.WithCancel(t.Context())
		made := s.Run
		s.Run = func(ctx context.Context, task *Task, c copyConfig) error {
			stop()
			if layout != Parted {
				return nil
			}
			if err := made(ctx, task, c); !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		}
		var said strings.Builder
		code := Execute(ctx, []Mode{s}, []string{"--lines", "in.txt", "--out", "out"}, &said, &said)
		if _, err := os.Stat("out/manifest.json"); code != ExitFailed || !strings.Contains(said.String(), "stopped before the end; run the same command again") || err == nil {
			t.Errorf("%v: exit code %d, manifest %v: %s", layout, code, err, said.String())
		}
	}
}

// TestPartedMeanwhile: a part that another process finished meanwhile is kept, whatever share of its rows was rejected, since the
// limit is that of the whole.
func TestPartedMeanwhile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nb\nc\nd\ne\nf\nbad\nh\n")
	args := []string{"--lines", "in.txt", "--out", "out", "--max-rejects", "20%"}
	s := copyStage(Parted)
	s.Run = func(ctx context.Context, task *Task, _ copyConfig) error {
		parts, err := task.Cut(ctx, func() (int, error) { return 4, nil })
		if err != nil {
			return err
		}
		if code, _, stderr := run(t, partStage(2), "--lines", "in.txt", "--out", "out", "--max-rejects", "50%", "--shard", "3/4"); code != 0 {
			return errors.New(stderr)
		}
		lines := strings.SplitAfter(read(t, "in.txt"), "\n")
		for _, i := range parts.Todo {
			if err := parts.Make(ctx, i, func(part *Task) error {
				if i == 3 {
					return errors.New("the part is made again")
				}
				return copyPart(part, lines, 2, parts.Of)
			}); err != nil {
				return err
			}
		}
		return nil
	}
	if code, _, stderr := run(t, s, args...); code != 0 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
