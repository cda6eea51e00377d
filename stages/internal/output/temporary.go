package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// Temporary is a folder among the temporary files of this machine (TMPDIR). The next process removes what a killed one left.
type Temporary struct {
	Path string
	lock disk.File // a file beside the folder that is locked from before the folder exists until after it is removed
}

// filesOf is the folder that belongs to a lock.
func filesOf(lock string) string { return lock + ".files" }

// NewTemporary creates a Temporary. If TMPDIR is not a writable folder, the error is a fault.UsageError.
func NewTemporary() (*Temporary, error) {
	sweepTemporary()
	lock, err := createTemporary("lock")
	if err != nil {
		return nil, err
	}
	t := &Temporary{filesOf(lock.Name()), lock}
	if err := os.Mkdir(t.Path, 0o777); err != nil {
		t.Close()
		return nil, temporaryError(err)
	}
	return t, nil
}

// Close removes the folder. t may be nil.
func (t *Temporary) Close() error {
	if t == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(t.Path), disk.Disk{}.Discard(t.lock))
}

// temporaryPrefix begins the names of what lies in TMPDIR, so that no other program's files are swept.
const temporaryPrefix = "wrone2set-"

// createTemporary creates a file in TMPDIR for a name. It is locked until it is closed.
func createTemporary(name string) (disk.File, error) {
	f, err := disk.Disk{}.Create(filepath.Join(os.TempDir(), temporaryPrefix+name))
	return f, temporaryError(err)
}

// temporaryError is the error of a file or folder in TMPDIR.
func temporaryError(err error) error {
	switch {
	case err == nil:
		return nil
	case fault.System(err) != nil:
		return fmt.Errorf("temporary file: %w", err)
	}
	return fault.Usagef("temporary file: %w; point TMPDIR to a folder that may be written", err)
}

// sweepTemporary removes from TMPDIR what dead processes left there.
func sweepTemporary() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "."+temporaryPrefix+"*"))
	for _, path := range left {
		disk.Sweep(path, filesOf(path))
	}
}

// sweep removes the temporary files of dead processes in the folder, or in TMPDIR. What belongs to another user stays.
func (f *Folder) sweep() error {
	if f.remote() {
		sweepTemporary()
		return nil
	}
	entries, err := f.entries(".")
	if denied(err) {
		return nil
	}
	for _, e := range entries {
		disk.Sweep(f.path(e.rel))
	}
	return err
}
