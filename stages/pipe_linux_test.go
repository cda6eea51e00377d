package stages

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

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
