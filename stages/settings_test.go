package stages

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// Update is the flag -update, also for the tests outside the package.
var Update = flag.Bool("update", false, "rewrite goldens")

// What an input decides lies over defaults and presets, not over what was given by name; it is checked, is what Run and
// the manifest get and is part of the key.
func TestSettle(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "one\n")
	for name, text := range map[string]string{"upper.txt": "upper", "odd.txt": "odd", "bad.txt": ""} {
		write(t, name, text)
	}
	write(t, "named.yaml", "copy: {batch_size: 7}\n")
	ran := -1
	s := copyStage(Whole)
	s.Settle = func(c *copyConfig, g Given) error {
		more := g.Input("more")
		if len(more) == 0 {
			return nil
		}
		if c.Mode = read(t, more[0].Files[0]); c.Mode == "" {
			return &schemas.FileError{File: more[0].Spec, Err: errors.New("says no mode")}
		}
		if !g.Setting("batch_size") {
			c.BatchSize = 99
		}
		if g.Preset("big") {
			c.BatchSize++
		}
		return nil
	}
	s.Run = func(ctx context.Context, t *Task, c copyConfig) error {
		ran = c.BatchSize
		return copyLines(ctx, t, c)
	}
	for i, c := range []struct {
		args  []string
		code  int
		batch int
		want  string // of the error
	}{
		{nil, 0, 12, ""},
		{[]string{"--more", "a=upper.txt"}, 0, 99, ""},
		{[]string{"--more", "a=upper.txt", "--preset", "big"}, 0, 100, ""},
		{[]string{"--more", "a=upper.txt", "--batch-size", "12"}, 0, 12, ""},
		{[]string{"--more", "a=upper.txt", "--config", "named.yaml"}, 0, 7, ""},
		{[]string{"--more", "a=odd.txt"}, ExitUsage, -1, `settings: mode "odd"`},
		{[]string{"--more", "a=bad.txt"}, ExitInput, -1, "bad.txt: says no mode"},
	} {
		ran = -1
		out := fmt.Sprint("out", i)
		code, _, stderr := run(t, s, append([]string{"--lines", "in.txt", "--out", out}, c.args...)...)
		if code != c.code || ran != c.batch || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, batches of %d: %s", c.args, code, ran, stderr)
		}
		if c.code == 0 && !strings.Contains(read(t, out+"/manifest.json"), fmt.Sprintf(`"batch_size": %d,`, c.batch)) {
			t.Errorf("%v: the manifest says another batch_size than %d", c.args, c.batch)
		}
	}
	// The same files and the same command line: another decision is another output.
	again := []string{"--lines", "in.txt", "--more", "a=upper.txt", "--out", "out1"}
	if code, _, stderr := run(t, s, again...); code != 0 || !strings.Contains(stderr, "nothing to do") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	settle := s.Settle
	s.Settle = func(c *copyConfig, g Given) error {
		err := settle(c, g)
		c.BatchSize++
		return err
	}
	if code, _, stderr := run(t, s, again...); code != ExitUsage || !strings.Contains(stderr, "batch_size 99 then, 100 now") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
