package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// lockName is the file in a folder that attempts in place lock. It stays, so that all attempts lock the same file.
const lockName = ".lock"

// lock is an advisory lock on a file. The process holds it until unlock or until it dies. A nil lock means no lock.
type lock struct{ file *flock.Flock }

// lockFolder takes the lock of an output folder. It waits for other attempts until ctx is done, and calls waiting before. The lock
// is nil on a file system without locks.
func lockFolder(ctx context.Context, dir string, waiting func()) (*lock, error) {
	path := filepath.Join(dir, lockName)
	f := flock.New(path, flock.SetPermissions(0o666), flock.SetFlag(os.O_CREATE|os.O_RDONLY|disk.NoFollow))
	// Poll, since a blocking lock could not be interrupted, and ever more rarely, since a training may hold its folder for days.
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		ok, err := f.TryLock()
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EBADF): // how network file systems report it
			return nil, nil
		case err != nil:
			if errno, bare := err.(syscall.Errno); bare {
				err = &fs.PathError{Op: "flock", Path: path, Err: errno}
			}
			return nil, fmt.Errorf("lock %s: %w", dir, err)
		case ok:
			return &lock{f}, nil
		}
		waiting()
		waiting = func() {}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("lock %s: %w", dir, ctx.Err())
		case <-time.After(pause):
		}
	}
}

// unlock releases the lock; the file stays.
func (l *lock) unlock() {
	if l != nil {
		l.file.Unlock()
	}
}
