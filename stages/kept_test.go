package stages

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// Too many bad rows: the list of them lies in the unfinished folder, the message names it, and corrected input, which is another
// key, may be read into the folder.
func TestKeptRejects(t *testing.T) {
	const kept = "out/rejects.jsonl"
	b := newBench(t, Whole)
	write(t, b.in, strings.Repeat("x\n", 8)+"bad\nbad\n")
	b.want(ExitInput, "the bad rows read so far (2) are listed in /")
	want := "{\"file\":\"in.txt\",\"row\":9,\"reason\":\"is bad\"}\n{\"file\":\"in.txt\",\"row\":10,\"reason\":\"is bad\"}\n"
	if got := read(t, kept); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	write(t, b.in, strings.Repeat("x\n", 8)+"bad\n")
	b.want(ExitInput, "/"+kept)
	if got := read(t, kept); strings.Count(got, "\n") != 1 {
		t.Errorf("kept %s of two attempts", got)
	}
	write(t, b.in, strings.Repeat("x\n", 8))
	b.made()
	if _, err := os.Stat(kept); err == nil {
		t.Errorf("of the attempt that failed: %s", read(t, kept))
	}
}

// What a retry can cure keeps no rejects: the next attempt will see them all.
func TestKeptRejectsOfSystem(t *testing.T) {
	b := newBench(t, Whole)
	b.s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
		return errors.Join(t.Reject("in.txt", 1, "is bad"), &fs.PathError{Op: "read", Path: "in.txt", Err: syscall.EIO})
	}
	b.want(ExitFailed, "read in.txt")
	if _, err := os.Stat("out/rejects.jsonl"); err == nil {
		t.Error("the list is kept")
	}
	b.s.Layout, b.s.Run = Parted, inParts(2, func(_ context.Context, t *Task, _ copyConfig) error {
		t.Read(1)
		return t.Reject("in.txt", 1, "is bad")
	})
	b.want(ExitInput, "1 of 1 rows", "--shard", "1/2")
	if _, err := os.Stat("out/rejects-00001-of-00002.jsonl"); err != nil {
		t.Error(err)
	}
}
