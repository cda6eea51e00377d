package stages

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// anyone is an input of anyone's files, of which those whose name holds "in" are a corpus.
func anyone(in Input) Input {
	in.Recognises = func(path string, _ schemas.Opener) (bool, error) {
		return strings.Contains(filepath.Base(path), "in"), nil
	}
	return in
}

// TestPipe: what comes from a pipe can be read only once and has no digest, so that its output is made again each time; what
// would have to read it twice is refused.
func TestPipe(t *testing.T) {
	b := newBench(t, Parted)
	if err := syscall.Mkfifo("in.fifo", 0o600); err != nil {
		t.Skip(err)
	}
	b.s.Inputs[0] = anyone(b.s.Inputs[0])
	b.s.Inputs[0].Many = true
	b.in = "in.fifo"
	keys := map[string]bool{}
	for _, args := range [][]string{nil, {"--force"}} {
		done := make(chan error, 1)
		go func() { done <- os.WriteFile("in.fifo", []byte("one\ntwo\n"), 0o600) }()
		b.made(args...)
		// A run that took its output for done has left the writer without a reader, and the test would wait for it for ever.
		reader, err := os.OpenFile("in.fifo", os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err := errors.Join(err, <-done, reader.Close()); err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Read(nil, "out/manifest.json")
		if err != nil {
			t.Fatal(err)
		}
		if f := m.Inputs[0].Files[0]; f.Pipe == "" || f.SHA256 != "" || f.Path != "in.fifo" {
			t.Errorf("the manifest says of the pipe: %+v", f)
		}
		keys[m.Key] = true
	}
	if len(keys) != 2 {
		t.Error("two runs have one key")
	}
	b.want(ExitUsage, "in.fifo: a pipe can be read only once, but --shard 0/2 reads its input twice", "--shard", "0/2")
	b.want(ExitUsage, "in.fifo: is given twice", "--lines", "in.fifo")
	b.want(ExitUsage, "--lines -: is given twice", "--lines", "-", "--lines", "-")
	b.s.Inputs[0].Recognises = nil
	b.want(ExitInput, "in.fifo: is not a regular file")
	b.in = "-"
	b.want(ExitInput, "-: no such file")
}

// TestStandardInput: the source of "-" is the program's standard input.
func TestStandardInput(t *testing.T) {
	b := newBench(t, Whole)
	b.s.Inputs[0] = anyone(b.s.Inputs[0])
	stdin, err := os.Open(b.in)
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdin
	os.Stdin = stdin
	defer func() { os.Stdin = was }()
	b.s.Run = func(ctx context.Context, task *Task, c copyConfig) error {
		if src := task.Input("lines")[0]; !src.Pipe || src.Files[0] != "-" {
			t.Errorf("%+v", src)
		}
		return task.Fill("lines-*.txt", func(w io.Writer) error { _, err := io.Copy(w, os.Stdin); return err })
	}
	b.in = "-"
	b.made()
	if got := read(t, b.file()); got != "one\ntwo\nthree\n" {
		t.Errorf("%q", got)
	}
}

// TestFolderOfAnyone: a folder that no stage made is read with all below it, sorted; what is hidden is left out, what is
// no corpus is named, and a link that leads nowhere is an error.
func TestFolderOfAnyone(t *testing.T) {
	b := newBench(t, Whole)
	for _, name := range []string{"d/b/in2.txt", "d/b/x/in3.txt", "d/b-in.txt", "d/README", "d/.in", "d/.git/in", "d/manifest.json"} {
		write(t, name, "x\n")
	}
	in := anyone(Input{Name: "in"})
	src, err := only(in, "d")
	if err != nil || strings.Join(src.Files, " ") != "d/b-in.txt d/b/in2.txt d/b/x/in3.txt" || strings.Join(src.Other, " ") != "d/README" {
		t.Errorf("%+v, %v", src, err)
	}
	b.s.Inputs[0], b.in = anyone(b.s.Inputs[0]), "d"
	b.want(0, "skipped 1 files that are not in a corpus format\" stage=copy folder=d files=d/README")
	if err := os.Symlink("nowhere", "d/b/in4.txt"); err != nil {
		t.Fatal(err)
	}
	if _, err := only(in, "d"); exitCode(err) != ExitInput || !strings.Contains(err.Error(), "d/b/in4.txt") {
		t.Errorf("a link that leads nowhere: %v", err)
	}
	write(t, "e/README", "x\n")
	if _, err := only(in, "e"); exitCode(err) != ExitInput || !strings.Contains(err.Error(), "e: none of the 1 files in the folder is a corpus") {
		t.Errorf("a folder without a corpus: %v", err)
	}
}
