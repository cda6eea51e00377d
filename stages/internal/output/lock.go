package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// lock is an advisory lock on a file. The process holds it until unlock or until it dies, however it dies. A nil lock
// means no lock.
type lock struct{ file *flock.Flock }

// lockName is the file in an output folder that attempts lock.
const lockName = ".lock"

// errLocked means that another process, or another lock of this one, holds the lock.
var errLocked = errors.New("locked by another process")

// tryLock creates the file path if it is missing and locks it, or fails with errLocked at once. On a file system
// without locks it fails with errors.ErrUnsupported. It refuses a link: otherwise anyone who may write into the folder
// could choose which file of ours is locked and overwritten.
func tryLock(path string) (*lock, error) {
	for {
		if err := ownFile(path); err != nil {
			return nil, err
		}
		f := flock.New(path, flock.SetPermissions(0o666), flock.SetFlag(os.O_CREATE|os.O_RDONLY|noFollow))
		ok, err := f.TryLock()
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EBADF): // how network file systems report it
			return nil, errors.Join(errors.ErrUnsupported, err)
		case err != nil:
			if errno, bare := err.(syscall.Errno); bare {
				err = &fs.PathError{Op: "flock", Path: path, Err: errno}
			}
			return nil, err
		case !ok:
			return nil, errLocked
		}
		// The previous holder may have removed the file between our open and our lock. Our lock would then protect
		// nothing.
		mine, err1 := f.Stat()
		now, err2 := os.Lstat(path)
		if err1 == nil && err2 == nil && os.SameFile(mine, now) {
			return &lock{f}, nil
		}
		f.Unlock()
		if err := errors.Join(err1, err2); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
}

// waitLock retries tryLock until it has the lock or ctx is done. It calls waiting, which may be nil, once before the
// first wait.
func waitLock(ctx context.Context, path string, waiting func()) (*lock, error) {
	// Poll, since a blocking lock could not be interrupted. Poll ever more rarely, since a run in place may hold its
	// folder for days.
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		l, err := tryLock(path)
		if !errors.Is(err, errLocked) {
			return l, err
		}
		if waiting != nil {
			waiting()
			waiting = nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// lockFolder takes the lock of an output folder and waits for other attempts. The lock is nil on a file system without
// locks. The file stays when the lock is released, because all attempts at the folder lock the same file.
func lockFolder(ctx context.Context, dir string, waiting func(holder string)) (*lock, error) {
	path := filepath.Join(dir, lockName)
	l, err := waitLock(ctx, path, func() {
		if waiting != nil {
			waiting(holder(path))
		}
	})
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	host, _ := os.Hostname()
	l.sign(fmt.Appendf(nil, "process %d on %s", os.Getpid(), host))
	return l, nil
}

// holder returns what the process that holds a lock wrote into its file.
func holder(path string) string {
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 200)) // limited, since anyone who may write into the folder could have made it arbitrarily long
	return string(text)
}

// sign writes text for people into the lock file.
func (l *lock) sign(text []byte) {
	f, err := os.OpenFile(l.file.Path(), os.O_WRONLY|noFollow, 0)
	if err != nil {
		return
	}
	defer f.Close()
	// The name may belong to another file by now, and we may only write to the one that is locked.
	mine, err1 := l.file.Stat()
	now, err2 := f.Stat()
	if err1 == nil && err2 == nil && os.SameFile(mine, now) && named(now) == 1 && f.Truncate(0) == nil {
		f.Write(text)
	}
}

// unlock releases the lock; the file stays.
func (l *lock) unlock() {
	if l != nil {
		l.file.Unlock()
	}
}

// remove releases the lock and removes its file.
func (l *lock) remove() {
	if l != nil {
		// Before the unlock: afterwards the file could be another process's lock.
		err := os.Remove(l.file.Path())
		l.unlock()
		if err != nil && heldOpen {
			// Windows removes no file that is open; if that is another process's lock by now, it stays for the same reason.
			os.Remove(l.file.Path())
		}
	}
}
