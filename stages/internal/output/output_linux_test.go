package output

import (
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// On a full disk an attempt fails, and what there is of it is gone and not taken for whole.
func TestFull(t *testing.T) {
	each(t, func(t *testing.T, f Folder) {
		a := New(f)
		defer a.Close()
		if _, err := a.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		file, err := a.Create("a-*.txt")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		// A file of more than four bytes is too large for this process, whose signal about it is ignored.
		signal.Ignore(syscall.SIGXFSZ)
		defer signal.Reset(syscall.SIGXFSZ)
		var limit syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4, Max: limit.Max}); err != nil {
			t.Fatal(err)
		}
		err = file.Close()
		syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
		if !errors.Is(err, syscall.EFBIG) || !errors.Is(a.Filled(), syscall.EFBIG) {
			t.Errorf("%v, want %v", err, syscall.EFBIG)
		}
		a.Close()
		if left, err := f.ours(&f.Mark); len(left) > 0 || err != nil {
			t.Errorf("left %v, %v", left, err)
		}
		made(t, f, "x")
	})
}

// Who may read the files is the umask's to say.
func TestUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	each(t, func(t *testing.T, f Folder) {
		made(t, f, "x")
		filepath.WalkDir(f.Dir, func(path string, e fs.DirEntry, err error) error {
			if st, err := e.Info(); err != nil || st.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v, %v", path, st.Mode(), err)
			}
			return err
		})
	})
}

// A link is not locked: its target would be created.
func TestLockedLink(t *testing.T) {
	f := wanted(filepath.Join(t.TempDir(), "out"), 1)
	f.InPlace = true
	victim := f.Dir + "-victim"
	if err := errors.Join(os.Mkdir(f.Dir, 0o777), os.Symlink(victim, filepath.Join(f.Dir, lockName))); err != nil {
		t.Fatal(err)
	}
	_, err := begin(t, f)
	if _, statErr := os.Stat(victim); err == nil || statErr == nil {
		t.Errorf("%v, and the target is there: %v", err, statErr)
	}
}
