package stages

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// put makes name hold text, by a file that is renamed over it.
func put(name, text string, mtime time.Time) error {
	return errors.Join(os.WriteFile("new", []byte(text), 0o666), os.Chtimes("new", mtime, mtime), os.Rename("new", name))
}

// changes are what may happen to an input of "one", "two" and "three" while it is read; st is what it was.
var changes = []struct {
	name   string
	change func(in string, st os.FileInfo) error
	alike  bool // the content is what it was
}{
	{"appended", func(in string, _ os.FileInfo) error {
		f, err := os.OpenFile(in, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteString("four\n")
		return errors.Join(err, f.Close())
	}, false},
	{"appended, time set back", func(in string, st os.FileInfo) error {
		return errors.Join(os.WriteFile(in, []byte("one\ntwo\nthree\nfour\n"), 0), os.Chtimes(in, st.ModTime(), st.ModTime()))
	}, false},
	{"cut", func(in string, _ os.FileInfo) error { return os.Truncate(in, 4) }, false},
	{"other content of the same length", func(in string, st os.FileInfo) error {
		later := st.ModTime().Add(time.Second) // whatever the clock of the file system can tell apart
		return errors.Join(os.WriteFile(in, []byte("one\nTWO\nthree\n"), 0), os.Chtimes(in, later, later))
	}, false},
	{"replaced", func(in string, st os.FileInfo) error { return put(in, "four\n", st.ModTime()) }, false},
	{"appended and cut back", func(in string, st os.FileInfo) error { // what was read may have been the longer one
		later := st.ModTime().Add(time.Second)
		return os.Chtimes(in, later, later)
	}, false},
	{"removed", func(in string, _ os.FileInfo) error { return os.Remove(in) }, false},
	{"replaced by a folder", func(in string, _ os.FileInfo) error { return errors.Join(os.Remove(in), os.Mkdir(in, 0o777)) }, false},
	{"other rights", func(in string, _ os.FileInfo) error { return os.Chmod(in, 0o600) }, true},
	{"replaced by a copy", func(in string, st os.FileInfo) error { return put(in, "one\ntwo\nthree\n", st.ModTime()) }, true},
	{"nothing", func(string, os.FileInfo) error { return nil }, true},
}

// TestInputChanges: an input that changes while it is read is bad input and nothing is committed; what stays the same in
// content is none.
func TestInputChanges(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		for _, c := range changes {
			t.Run(layout.String()+"/"+c.name, func(t *testing.T) {
				b := newBench(t, layout)
				args := []string{}
				if layout == Parted {
					args = []string{"--shard", "0/2"}
				}
				st, err := os.Stat(b.in)
				if err != nil {
					t.Fatal(err)
				}
				b.s.Run = func(ctx context.Context, task *Task, cfg copyConfig) error {
					return errors.Join(copyLines(ctx, task, cfg), c.change(b.in, st))
				}
				if layout == Parted {
					b.s.Run = inParts(2, b.s.Run)
				}
				if c.alike {
					b.made(args...)
					return
				}
				b.want(ExitInput, "in.txt: changed while it was read; run copy again when nothing changes it", args...)
				if found, _ := filepath.Glob("out/*manifest.json"); len(found) > 0 {
					t.Errorf("%s says that the output is finished", found)
				}
				b.s.Run = copyStage(layout).Run
				if err := put("fresh.txt", "one\n", st.ModTime()); err != nil {
					t.Fatal(err)
				}
				b.in = "fresh.txt"
				b.made("--force")
			})
		}
	}
}
