package stages

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// TestParted: a part that was finished stays when a later one fails, and the next attempt begins behind it; the corpus is
// cut by each process; who finishes the last part writes the manifest of the folder, and then nothing is to do.
func TestParted(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := "a\nb\nc\nd\nbroken\nf\ng\n"
	write(t, "in.txt", lines)
	args := []string{"--lines", "in.txt", "--out", "out"}
	made := func(of, code int, want string, args ...string) string {
		t.Helper()
		got, _, stderr := run(t, partStage(2), args...)
		names, _ := filepath.Glob("out/lines-*-of-*.txt")
		var all []string
		for _, n := range names {
			all = append(all, strings.TrimSuffix(strings.TrimPrefix(n, "out/lines-0000"), fmt.Sprintf("-of-%05d.txt", of))+strings.ReplaceAll(read(t, n), "\n", ""))
		}
		if got != code || strings.Join(all, " ") != want {
			t.Errorf("%v: exit code %d with parts %v, want %d with %s: %s", args, got, all, code, want, stderr)
		}
		return stderr
	}
	if said := made(4, ExitFailed, "0ab 1cd", args...); !strings.Contains(said, "msg=cut") || !strings.Contains(said, "parts=4 of_this_process=4 done=0") {
		t.Error(said)
	}
	if said := made(4, 0, "0ab 1cd 3g", append(args, "--shard", "3/4")...); !strings.Contains(said, "of_this_process=1") {
		t.Error(said)
	}
	if said := made(4, 0, "0ab 1cd 3g", append(args, "--shard", "7/9")...); !strings.Contains(said, "fewer parts than there are shards") {
		t.Error(said)
	}
	if said := made(4, 0, "0ab 1cd 3g", append(args, "--shard", "1/2")...); !strings.Contains(said, "of_this_process=2 done=2") {
		t.Error(said)
	}
	made(4, ExitFailed, "0ab 1cd 3g", append(args, "--shard", "0/2")...)
	made(4, ExitFailed, "0ab 1cd 3g", append(args, "--shard", "2/4")...)
	if _, err := os.Stat("out/manifest.json"); err == nil {
		t.Error("a folder without a part is finished")
	}

	write(t, "in.txt", strings.Replace(lines, "broken", "e", 1))
	if said := made(4, ExitUsage, "0ab 1cd 3g", args...); !strings.Contains(said, "input lines has changed") || strings.Contains(said, "msg=cut") {
		t.Error(said)
	}
	made(4, 0, "0ab 1cd 2ef 3g", append(args, "--force")...)
	if said := made(4, 0, "0ab 1cd 2ef 3g", append(args, "--shard", "1/2")...); !strings.Contains(said, "nothing to do: the output is finished") {
		t.Error(said)
	}
	if err := os.Remove("out/manifest.json"); err != nil { // killed between the last part and the manifest of the folder
		t.Fatal(err)
	}
	made(4, 0, "0ab 1cd 2ef 3g", append(args, "--shard", "1/4")...)
	if _, err := os.Stat("out/manifest.json"); err != nil {
		t.Error(err)
	}
}

// TestPartedOne: an output of one part is made by the first shard alone, as one that is not cut.
func TestPartedOne(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nb\n")
	for i := range 3 {
		code, _, stderr := run(t, partStage(2), "--lines", "in.txt", "--out", "out", "--shard", fmt.Sprintf("%d/3", 2-i))
		if code != 0 || strings.Contains(stderr, "fewer parts than there are shards") == (i == 2) {
			t.Errorf("shard %d: exit code %d: %s", 2-i, code, stderr)
		}
	}
	entries, _ := filepath.Glob("out/[a-z]*")
	if got := strings.Join(entries, " "); got != "out/lines-00000-of-00001.txt out/manifest.json" {
		t.Error(got)
	}
	if got := read(t, "out/lines-00000-of-00001.txt"); got != "a\nb\n" {
		t.Error(got)
	}
}

// TestPartedPromises: Run cuts its output and makes all parts that it is to make.
func TestPartedPromises(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\n")
	cut := func() (int, error) { return 3, nil }
	for want, f := range map[string]func(ctx context.Context, t *Task, _ copyConfig) error{
		"did not cut its output": func(context.Context, *Task, copyConfig) error { return nil },
		"did not make part 1 of 3": func(ctx context.Context, t *Task, _ copyConfig) error {
			parts, err := t.Cut(ctx, cut)
			if err != nil {
				return err
			}
			return parts.Make(ctx, 0, func(t *Task) error { return copyPart(t, []string{"a", "b", "c"}, 1, 3) })
		},
		"panic in a part": func(ctx context.Context, t *Task, _ copyConfig) error {
			parts, err := t.Cut(ctx, cut)
			if err != nil {
				return err
			}
			return parts.Make(ctx, 1, func(*Task) error { panic("panic in a part") })
		},
		"did not write lines-*.txt": func(ctx context.Context, t *Task, _ copyConfig) error {
			parts, err := t.Cut(ctx, cut)
			if err != nil {
				return err
			}
			return parts.Make(ctx, 1, func(*Task) error { return nil })
		},
	} {
		s := copyStage(Parted)
		s.Run = f
		if code, _, stderr := run(t, s, "--lines", "in.txt", "--out", "out"); code != ExitFailed || !strings.Contains(stderr, want) {
			t.Errorf("exit code %d, %s; want %s", code, stderr, want)
		}
	}
}

// TestPartedAtRest: an input that changes while a part is made ends the run, and the part is not committed.
func TestPartedAtRest(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nb\n")
	s := copyStage(Parted)
	s.Run = func(ctx context.Context, t *Task, _ copyConfig) error {
		parts, err := t.Cut(ctx, func() (int, error) { return 2, nil })
		for _, i := range parts.Todo {
			if err := parts.Make(ctx, i, func(t *Task) error {
				if i == 1 {
					later := time.Now().Add(time.Hour)
					if err := os.Chtimes("in.txt", later, later); err != nil {
						return err
					}
				}
				return copyPart(t, []string{"a", "b"}, 1, 2)
			}); err != nil {
				return err
			}
		}
		return err
	}
	code, _, stderr := run(t, s, "--lines", "in.txt", "--out", "out")
	if code != ExitInput || !strings.Contains(stderr, "in.txt: changed while it was read") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if names, _ := filepath.Glob("out/*.txt"); len(names) != 1 {
		t.Errorf("committed: %v", names)
	}
}

// TestPartedRejects: the share of bad rows that are allowed is held by each part, and by the whole when it is finished.
func TestPartedRejects(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nbad\nc\nd\ne\nf\n")
	args := []string{"--lines", "in.txt", "--out", "out", "--max-rejects"}
	code, _, stderr := run(t, partStage(2), append(args, "40%")...)
	if code != ExitInput || !strings.Contains(stderr, "1 of 2 rows are bad") || !strings.Contains(stderr, "out/rejects-00000-of-00003.jsonl") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := run(t, partStage(2), append(args, "50%")...); code != 0 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for share, want := range map[string]int{"20%": 0, "10%": ExitInput} {
		if code, _, stderr := run(t, partStage(2), append(args, share)...); code != want {
			t.Errorf("%s of the whole: exit code %d, want %d: %s", share, code, want, stderr)
		}
	}
}

// TestPartedStopped: a Run that returns nil since it was told to stop has not made the output, and the message says how to go on.
func TestPartedStopped(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nb\nc\nd\n")
	ctx, stop := context.WithCancel(t.Context())
	s := partStage(2)
	whole := s.Run
	s.Run = func(ctx context.Context, t *Task, c copyConfig) error {
		stop()
		if err := whole(ctx, t, c); !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	}
	var said strings.Builder
	if code := Execute(ctx, []Mode{s}, []string{"--lines", "in.txt", "--out", "out"}, &said, &said); code != ExitFailed || !strings.Contains(said.String(), "stopped before the end; run the same command again") {
		t.Errorf("exit code %d: %s", code, said.String())
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
