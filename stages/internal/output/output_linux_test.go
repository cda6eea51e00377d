package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

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

// A link to what is not there is refused before any work, with the folder to make.
func TestDanglingLink(t *testing.T) {
	f := wanted(filepath.Join(t.TempDir(), "out"), 1)
	gone := f.Dir + "-gone"
	if err := os.Symlink(gone, f.Dir); err != nil {
		t.Fatal(err)
	}
	var usage *fault.UsageError
	if err := f.Ready(); !errors.As(err, &usage) || !strings.Contains(err.Error(), gone+", which does not exist") {
		t.Errorf("%v", err)
	}
	if err := errors.Join(os.Mkdir(gone, 0o777), f.Ready()); err != nil {
		t.Errorf("with the folder: %v", err)
	}
}
