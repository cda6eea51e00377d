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
	lock disk.File // in the folder
}

// temporaryPrefix begins the names of what lies in TMPDIR, so that no other program's files are removed.
const temporaryPrefix = "wrone2set-"

// NewTemporary creates a Temporary. If TMPDIR is not a writable folder, the error is a fault.UsageError.
func NewTemporary() (*Temporary, error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), temporaryPrefix+"*", ".lock.tmp-*"))
	for _, lock := range left {
		disk.Sweep(lock, filepath.Dir(lock))
	}
	dir, err := os.MkdirTemp("", temporaryPrefix+"*")
	if err != nil {
		return nil, temporaryError(err)
	}
	// A process that is killed before the next line leaves an empty folder.
	lock, err := disk.Disk{}.Create(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, errors.Join(temporaryError(err), os.Remove(dir))
	}
	return &Temporary{dir, lock}, nil
}

// Close removes the folder. t may be nil.
func (t *Temporary) Close() error {
	if t == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(t.Path), t.lock.Close())
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
