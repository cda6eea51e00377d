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

// TestStreamRefused: a stage is held to one file of those that it declared for a stream, and to what can be written.
func TestStreamRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	for _, c := range []struct {
		names []string
		code  int
		want  string
	}{
		{[]string{"lines-*.txt"}, 0, "done"},
		{[]string{"lines-*.txt", "lines-b.txt"}, ExitFailed, "create lines-b.txt: standard output takes one file"},
		{[]string{"state/a"}, ExitFailed, "create state/a: standard output takes one file"},
	} {
		s := streamStage()
		s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
			for _, n := range c.names {
				if err := t.Fill(n, func(io.Writer) error { return nil }); err != nil {
					return err
				}
			}
			return nil
		}
		if code, stdout, stderr := run(t, s, "--lines", in, "--out", "-"); code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit %d, %q, want %q\n%s", c.names, code, stdout, c.want, stderr)
		}
	}
	r, broken := io.Pipe()
	r.Close()
	var stderr strings.Builder
	if code := Execute(t.Context(), []Mode{streamStage()}, []string{"--lines", in, "--out", "-", "--config", "none"}, broken, &stderr); code != ExitFailed {
		t.Errorf("nobody reads: exit %d\n%s", code, stderr.String())
	}
}
