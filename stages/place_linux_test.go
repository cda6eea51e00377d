package stages

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// asNobody runs f with the rights to files that no user has, on a thread that ends with it.
func asNobody(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread, whose rights are gone, is thrown away
		if os.Geteuid() == 0 {
			unix.Setfsuid(65534)
		}
		f()
	}()
	<-done
}

// reachable lets nobody pass to the working folder.
func reachable(t *testing.T) {
	t.Helper()
	if err := os.Chmod("..", 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestPlaceFirst: an output path that cannot work is found before anything is read or made, in every layout.
func TestPlaceFirst(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		for _, c := range []struct{ name, out, want string }{
			{"a file", "file", "/file: not a directory; give another --out"},
			{"a file in the place of the parent", "file/out", "/file/out: not a directory; give another --out"},
			{"a file further up", "file/a/b/out", "/file/a/b/out: not a directory; give another --out"},
			{"a folder that is closed", "closed/out", "/closed: permission denied; give another --out"},
			{"one further up", "closed/a/out", "/closed: permission denied; give another --out"},
		} {
			t.Run(layout.String()+"/"+c.name, func(t *testing.T) {
				b := newBench(t, layout)
				reachable(t)
				write(t, "file", "mine")
				if err := os.Mkdir("closed", 0o555); err != nil {
					t.Fatal(err)
				}
				// A hole: whoever digested the input first would not come to an end.
				if err := os.Truncate(b.in, 1<<42); err != nil {
					t.Fatal(err)
				}
				b.s.Run = func(context.Context, *Task, copyConfig) error { t.Error("the work was done"); return nil }
				b.out = c.out
				args := []string{"--lines", b.in, "--out", c.out}
				if layout == Parted {
					args = append(args, "--shard", "0/2")
				}
				asNobody(func() {
					if code, _, stderr := run(t, b.s, args...); code != ExitUsage || !strings.Contains(stderr, c.want) {
						t.Errorf("exit code %d, want %q: %s", code, c.want, stderr)
					}
				})
				b.lone("in.txt", "file", "closed")
			})
		}
	}
}

// TestFinishedIsNotAsked: an output that is there may lie where nothing can be written.
func TestFinishedIsNotAsked(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		b := newBench(t, layout)
		reachable(t)
		var args []string
		if layout == Parted {
			b.s.Run = inParts(2, copyLines)
		}
		b.made(args...)
		if err := errors.Join(os.Chmod(".", 0o555), os.Chmod("out", 0o555)); err != nil {
			t.Fatal(err)
		}
		asNobody(func() {
			if code, stderr := b.run(args...); code == ExitUsage {
				t.Errorf("%s: %s", layout, stderr)
			}
		})
		os.Chmod(".", 0o755)
		os.Chmod("out", 0o755)
	}
}
