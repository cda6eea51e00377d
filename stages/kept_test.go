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

// Too many bad rows: the list of them stays beside the output, the message names it, and the next success removes it.
func TestKeptRejects(t *testing.T) {
	const kept = "out.rejects.jsonl"
	b := newBench(t, Whole)
	write(t, b.in, strings.Repeat("x\n", 8)+"bad\nbad\n")
	b.want(ExitInput, "the bad rows read so far (2) are listed in /")
	want := "{\"file\":\"in.txt\",\"row\":9,\"reason\":\"is bad\"}\n{\"file\":\"in.txt\",\"row\":10,\"reason\":\"is bad\"}\n"
	if got := read(t, kept); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	b.lone("in.txt", kept)
	write(t, b.in, strings.Repeat("x\n", 8)+"bad\n")
	b.want(ExitInput, "/"+kept)
	if got := read(t, kept); strings.Count(got, "\n") != 1 {
		t.Errorf("kept %s of two attempts", got)
	}
	b.made("--max-rejects", "20%")
	b.lone("in.txt", "out")

	write(t, kept, want) // as a crash behind the output leaves it
	b.found("--max-rejects", "20%")
	b.lone("in.txt", "out")
}

// A file of that name that is no list of rejects is neither replaced nor removed.
func TestKeptRejectsOfSomeoneElse(t *testing.T) {
	const mine = "{\"note\":\"mine\"}\n"
	b := newBench(t, Whole)
	write(t, "out.rejects.jsonl", mine)
	write(t, b.in, "bad\n")
	b.want(ExitInput, "another file has the name")
	write(t, b.in, "good\n")
	b.made()
	if got := read(t, "out.rejects.jsonl"); got != mine {
		t.Errorf("%s", got)
	}
}

// What a retry can cure keeps no rejects: the next attempt will see them all.
func TestKeptRejectsOfSystem(t *testing.T) {
	b := newBench(t, Whole)
	b.s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
		return errors.Join(t.Reject("in.txt", 1, "is bad"), &fs.PathError{Op: "read", Path: "in.txt", Err: syscall.EIO})
	}
	b.want(ExitFailed, "read in.txt")
	b.lone("in.txt")
	b.s.Layout, b.s.Run = Parted, inParts(2, func(_ context.Context, t *Task, _ copyConfig) error {
		t.Read(1)
		return t.Reject("in.txt", 1, "is bad")
	})
	b.want(ExitInput, "1 of 1 rows", "--shard", "1/2")
	if _, err := os.Stat("out.rejects-00001-of-00002.jsonl"); err != nil {
		t.Error(err)
	}
}
