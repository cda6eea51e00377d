package stages

import (
	"context"
	"io"
	"strings"
	"testing"
)

// streamStage copies lines to an output that may be standard output.
func streamStage() Stage[copyConfig] {
	s := copyStage(Parted)
	s.Outputs[0].Stream = true
	return s
}

// meddling is standard output that changes a file while it is written to.
type meddling struct {
	t    *testing.T
	file string
}

func (m meddling) Write(p []byte) (int, error) {
	write(m.t, m.file, "other lines\n")
	return len(p), nil
}

// TestStreamInputs: an input that changes while it is read is bad input, too, where it is all on standard output already.
func TestStreamInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	var stderr strings.Builder
	code := Execute(t.Context(), []Mode{streamStage()}, []string{"--lines", in, "--out", "-", "--config", "none"}, meddling{t, in}, &stderr)
	if code != ExitInput || !strings.Contains(stderr.String(), "changed while it was read") {
		t.Errorf("exit %d\n%s", code, stderr.String())
	}
}

// broken is standard output that nobody can write to.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestStreamRefused: who cannot write one stream says so before anything is read, and a stage is held to one file of those
// that it declared for it.
func TestStreamRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	creating := func(names ...string) Stage[copyConfig] {
		s := streamStage()
		s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
			for _, n := range names {
				f, err := t.Create(n)
				if err != nil {
					return err
				}
				if err := f.Close(); err != nil {
					return err
				}
			}
			return nil
		}
		return s
	}
	for _, c := range []struct {
		name string
		s    Stage[copyConfig]
		args []string
		code int
		want string
	}{
		{"a stage of several files", copyStage(Whole), nil, ExitUsage, "--out -: copy writes several files"},
		{"a shard", streamStage(), []string{"--shard", "0/1"}, ExitUsage, "--out - and --shard exclude each other"},
		{"one file", creating("lines-*.txt"), nil, 0, "done"},
		{"two files", creating("lines-*.txt", "lines-b.txt"), nil, ExitFailed, "create lines-b.txt: standard output takes one file"},
		{"another file", creating("state/a"), nil, ExitFailed, "create state/a: standard output takes one file"},
	} {
		if code, stdout, stderr := run(t, c.s, append(c.args, "--lines", in, "--out", "-")...); code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %q, want %q\n%s", c.name, code, stdout, c.want, stderr)
		}
	}
	var stderr strings.Builder
	if code := Execute(t.Context(), []Mode{streamStage()}, []string{"--lines", in, "--out", "-", "--config", "none"}, broken{}, &stderr); code != ExitFailed {
		t.Errorf("nobody reads: exit %d\n%s", code, stderr.String())
	}
	if _, stdout, _ := run(t, streamStage(), "--describe"); !strings.Contains(stdout, `"stream": true`) {
		t.Errorf("not described:\n%s", stdout)
	}
	const offer = "or - for standard output"
	if _, stdout, _ := run(t, streamStage(), "--help"); !strings.Contains(stdout, offer) {
		t.Errorf("not in the help:\n%s", stdout)
	}
	if _, stdout, _ := run(t, copyStage(Whole), "--help"); strings.Contains(stdout, offer) {
		t.Errorf("in the help of a stage that cannot:\n%s", stdout)
	}
}
