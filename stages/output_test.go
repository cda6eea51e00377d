package stages

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// bench is a folder with an input, in which a stage is run again and again.
type bench struct {
	t   *testing.T
	s   Stage[copyConfig]
	in  string
	out string
}

func newBench(t *testing.T, layout Layout) *bench {
	t.Chdir(t.TempDir())
	return &bench{t, copyStage(layout), write(t, "in.txt", "one\ntwo\nthree\n"), "out"}
}

func (b *bench) run(args ...string) (int, string) {
	b.t.Helper()
	code, _, stderr := run(b.t, b.s, append([]string{"--lines", b.in, "--out", b.out}, args...)...)
	return code, stderr
}

// want runs and fails unless the exit code and a part of stderr are as wanted.
func (b *bench) want(code int, part string, args ...string) {
	b.t.Helper()
	got, stderr := b.run(args...)
	if got != code || !strings.Contains(stderr, part) {
		b.t.Errorf("%v: exit code %d, want %d with %q:\n%s", args, got, code, part, stderr)
	}
}

func (b *bench) made(args ...string) { b.t.Helper(); b.want(0, "msg=done", args...) }

// lone fails when anything but the named entries lies in the working folder.
func (b *bench) lone(names ...string) {
	b.t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			b.t.Errorf("left: %s", e.Name())
		}
	}
}
