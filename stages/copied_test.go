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

// noCopies fails when a copy is left among temporary files.
func noCopies(t *testing.T) {
	t.Helper()
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("left among temporary files: %v, %v", entries, err)
	}
}

// TestCopied: a stage that reads files of this machine reads those of a bucket, one, a folder or those of a pattern, where two
// have one name; the manifest names the bucket's, and no copy stays. What is made already needs no copy.
func TestCopied(t *testing.T) {
	store := inBucket(t, map[string]string{"in.txt": "one\n", "a/x.txt": "two\n", "b/x.txt": "three\n", "b/deep/x.txt": "four\n"})
	for _, layout := range []Layout{Whole, InPlace} {
		for spec, want := range map[string]string{"in.txt": "one\n", "b": "three\n", "*/x.txt": "two\nthree\n", "b/deep/": "four\n"} {
			t.Chdir(t.TempDir())
			t.Setenv("TMPDIR", t.TempDir())
			args := []string{"--lines", "mem://b/" + spec, "--out", "out"}
			if code, stderr := runIn(t, store, copiedStage(layout, nil), args...); code != 0 {
				t.Fatalf("%s: exit %d: %s", spec, code, stderr)
			}
			if data, err := os.ReadFile("out/lines-00000-of-00001.txt"); err != nil || string(data) != want {
				t.Errorf("%s: %q, %v", spec, data, err)
			}
			m, err := manifest.Read(nil, "out/manifest.json")
			if err != nil || !strings.HasPrefix(m.Inputs[0].Files[0].Path, "mem://b/") || m.Inputs[0].Files[0].Version == "" {
				t.Errorf("%s: %+v, %v", spec, m.Inputs, err)
			}
			noCopies(t)
			t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
			if code, stderr := runIn(t, store, copiedStage(layout, nil), args...); code != 0 || !strings.Contains(stderr, "nothing to do") {
				t.Errorf("%s a second time: exit %d: %s", spec, code, stderr)
			}
			args[len(args)-1] = "other"
			if code, stderr := runIn(t, store, copiedStage(layout, nil), args...); code != ExitUsage || !strings.Contains(stderr, "TMPDIR") {
				t.Errorf("%s without a temporary folder: exit %d: %s", spec, code, stderr)
			}
		}
	}
}

// TestCopiedFails: errors about a copy name the object, and no copy stays.
func TestCopiedFails(t *testing.T) {
	store := inBucket(t, map[string]string{"dir/broken.txt": "one\nbroken\n"})
	for _, spec := range []string{"dir", "dir/broken.txt"} {
		t.Chdir(t.TempDir())
		t.Setenv("TMPDIR", t.TempDir())
		code, stderr := runIn(t, store, copiedStage(Whole, nil), "--lines", "mem://b/"+spec, "--out", "out")
		if code != ExitInput || !strings.Contains(stderr, "mem://b/dir/broken.txt row 2: broken; mend it") || strings.Contains(stderr, os.TempDir()) {
			t.Errorf("%s: exit %d: %s", spec, code, stderr)
		}
		noCopies(t)
	}
	gone := copiedStage(Whole, func([]Source) {})
	gone.Settle = func(_ *copyConfig, g Given) error {
		if err := store.Remove("mem://b/dir/broken.txt"); err != nil {
			t.Error(err)
		}
		if files := g.Input("lines"); files != nil {
			t.Errorf("there are %v", files)
		}
		return nil
	}
	if code, stderr := runIn(t, store, gone, "--lines", "mem://b/dir/broken.txt", "--out", "out"); code != ExitInput || !strings.Contains(stderr, "--lines: mem://b/dir/broken.txt: file does not exist") {
		t.Errorf("gone before it was copied: exit %d: %s", code, stderr)
	}
	noCopies(t)
}

// TestCopiedChanges: what is written anew behind the copy, before the digest or while the stage works, makes no output.
func TestCopiedChanges(t *testing.T) {
	for _, settled := range []bool{true, false} {
		store := inBucket(t, map[string]string{"in.txt": "one\n"})
		t.Chdir(t.TempDir())
		t.Setenv("TMPDIR", t.TempDir())
		change := func(files []Source) {
			if data, err := os.ReadFile(files[0].Files[0]); err != nil || string(data) != "one\n" {
				t.Errorf("the copy has %q, %v", data, err)
			}
			if err := store.Put("mem://b/in.txt", []byte("two\n"), false); err != nil {
				t.Error(err)
			}
		}
		s := copiedStage(Whole, change)
		if !settled {
			s = copiedStage(Whole, nil)
			run := s.Run
			s.Run = func(ctx context.Context, t *Task, c copyConfig) error {
				change(t.Input("lines"))
				return run(ctx, t, c)
			}
		}
		code, stderr := runIn(t, store, s, "--lines", "mem://b/in.txt", "--out", "out")
		if _, err := os.Stat("out/manifest.json"); code != ExitInput || !strings.Contains(stderr, "mem://b/in.txt: changed while it was read") || err == nil {
			t.Errorf("by Settle %v: exit %d, %s, %v", settled, code, stderr, err)
		}
		noCopies(t)
	}
}
