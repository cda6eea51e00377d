package stages

import (
	"context"
	"errors"
	"os"
	"runtime"
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

// TestPlaceFirst: an output path that cannot work is found before anything is read or made, in every layout. An output that is
// there may lie where nothing can be written.
func TestPlaceFirst(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		b := newBench(t, layout)
		reachable(t)
		b.made()
		write(t, "file", "mine")
		if err := errors.Join(os.Mkdir("closed", 0o555), os.Truncate(b.in, 1<<42)); err != nil { // a hole: a digest of it would not come to an end
			t.Fatal(err)
		}
		for out, want := range map[string]string{
			"file": "/file: not a directory; give another --out", "file/out": "/file/out: not a directory; give another --out", "file/a/b/out": "/file/a/b/out: not a directory; give another --out",
			"closed/out": "/closed: permission denied; give another --out", "closed/a/out": "/closed: permission denied; give another --out",
		} {
			b.s.Run = func(context.Context, *Task, copyConfig) error { t.Error("the work was done"); return nil }
			b.out = out
			asNobody(func() { b.want(ExitUsage, want) })
		}
		b.lone("in.txt", "file", "closed", "out")
		b.s.Run, b.out = copyStage(layout).Run, "out"
		write(t, b.in, "one\ntwo\nthree\n")
		if err := errors.Join(os.Chmod(".", 0o555), os.Chmod("out", 0o555)); err != nil {
			t.Fatal(err)
		}
		asNobody(func() {
			if code, stderr := b.run(); code == ExitUsage {
				t.Errorf("%s: %s", layout, stderr)
			}
		})
		os.Chmod(".", 0o755)
		os.Chmod("out", 0o755)
	}
}
