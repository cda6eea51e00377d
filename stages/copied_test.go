package stages

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// copiedStage reads its input by the paths of this machine. settle is called once Settle has asked for it.
func copiedStage(layout Layout, settle func(files []Source)) Stage[copyConfig] {
	s := copyStage(layout)
	s.Inputs[0].Copied = true
	if settle != nil {
		s.Settle = func(_ *copyConfig, g Given) error { settle(g.Input("lines")); return nil }
	}
	return s
}

// TestCopied: a stage that reads files of this machine reads those of a bucket, one, a folder or those of a pattern, where two
// have one name; the manifest names the bucket's, and no copy stays. What is made already needs no copy.
func TestCopied(t *testing.T) {
	store := inBucket(t, map[string]string{"in.txt": "one\n", "a/x.txt": "two\n", "b/x.txt": "three\n", "b/deep/x.txt": "four\n"})
	for spec, want := range map[string]string{"in.txt": "one\n", "b": "three\n", "*/x.txt": "two\nthree\n", "b/deep/": "four\n"} {
		t.Chdir(t.TempDir())
		for _, c := range []struct {
			tmp, out string
			code     int
			want     string
		}{
			{t.TempDir(), "out", 0, "msg=done"},
			{filepath.Join(t.TempDir(), "none"), "out", 0, "nothing to do"},
			{filepath.Join(t.TempDir(), "none"), "other", ExitUsage, "TMPDIR"},
		} {
			t.Setenv("TMPDIR", c.tmp)
			if code, stderr := runIn(t, store, copiedStage(InPlace, nil), "--lines", "s3://bucket/"+spec, "--out", c.out); code != c.code || !strings.Contains(stderr, c.want) {
				t.Errorf("%s: exit %d, want %d with %s: %s", spec, code, c.code, c.want, stderr)
			}
			if left, _ := os.ReadDir(c.tmp); len(left) > 0 {
				t.Errorf("left among temporary files: %v", left)
			}
		}
		m, err := manifest.Read(nil, "out/manifest.json")
		if err != nil || !strings.HasPrefix(m.Inputs[0].Files[0].Path, "s3://bucket/") || m.Inputs[0].Files[0].Version == "" {
			t.Errorf("%s: %+v, %v", spec, m.Inputs, err)
		}
		if got := read(t, "out/lines-00000-of-00001.txt"); got != want {
			t.Errorf("%s: %q", spec, got)
		}
	}
}

// TestCopiedFails: errors about a copy name the object, what is removed or written anew behind it, before the digest or while the stage
// works, makes no output, and no copy stays.
func TestCopiedFails(t *testing.T) {
	store := inBucket(t, map[string]string{"broken.txt": "one\nbroken\n"})
	again := func(text string) func([]Source) {
		return func([]Source) {
			if err := store.Put("s3://bucket/in.txt", []byte(text), false); err != nil {
				t.Error(err)
			}
		}
	}
	working := copiedStage(Whole, nil)
	working.Run = func(ctx context.Context, t *Task, c copyConfig) error {
		again("two\n")(nil)
		return copyLines(ctx, t, c)
	}
	gone := copiedStage(Whole, nil)
	gone.Settle = func(_ *copyConfig, g Given) error {
		err := store.Remove("s3://bucket/in.txt")
		if files := g.Input("lines"); files != nil || err != nil {
			t.Errorf("there are %v, %v", files, err)
		}
		return nil
	}
	for _, c := range []struct {
		s          Stage[copyConfig]
		spec, want string
	}{
		{copiedStage(Whole, nil), "broken.txt", "s3://bucket/broken.txt row 2: broken; mend it"},
		{gone, "in.txt", "--lines: s3://bucket/in.txt: file does not exist"},
		{copiedStage(Whole, again("two\n")), "in.txt", "s3://bucket/in.txt: changed while it was read"},
		{working, "in.txt", "s3://bucket/in.txt: changed while it was read"},
	} {
		again("one\n")(nil)
		t.Chdir(t.TempDir())
		t.Setenv("TMPDIR", t.TempDir())
		code, stderr := runIn(t, store, c.s, "--lines", "s3://bucket/"+c.spec, "--out", "out")
		if _, err := os.Stat("out/manifest.json"); code != ExitInput || !strings.Contains(stderr, c.want) || strings.Contains(stderr, os.TempDir()) || err == nil {
			t.Errorf("exit %d, want %s: %s, %v", code, c.want, stderr, err)
		}
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
			t.Errorf("left among temporary files: %v, %v", left, err)
		}
	}
}
