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

// lock is an advisory lock on a file, held by this process until unlock or its death, however it dies. A nil lock is
// none.
type lock struct{ file *flock.Flock }

// lockName is the file in an output folder that attempts lock.
const lockName = ".lock"

// errLocked says that another process, or another lock of this one, holds the lock.
var errLocked = errors.New("locked by another process")

// tryLock creates the file path where it is missing and locks it, or fails with errLocked at once. On a file system
// without locks it fails with errors.ErrUnsupported. A link is refused: whoever may write into the folder would choose
// which file of ours is locked and written over.
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
		case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EBADF): // network file systems say it so
			return nil, errors.Join(errors.ErrUnsupported, err)
		case err != nil:
			if errno, bare := err.(syscall.Errno); bare {
				err = &fs.PathError{Op: "flock", Path: path, Err: errno}
			}
			return nil, err
		case !ok:
			return nil, errLocked
		}
		// The holder before us may have removed the file between our open and our lock: then ours locks nothing.
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

// waitLock is tryLock that tries again until it has the lock or ctx is done. waiting, which may be nil, is called once
// before the first wait.
func waitLock(ctx context.Context, path string, waiting func()) (*lock, error) {
	// It asks again and again, since a blocking lock could not be interrupted; ever more seldom, since who holds a folder
	// in place may do so for days.
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

// lockFolder takes the lock of an output folder, waiting for other attempts. The lock is nil on a file system without
// locks. The file stays when the lock is given back: all attempts at the folder lock the same one.
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

// holder is what the process that holds a lock wrote into its file.
func holder(path string) string {
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 200)) // whoever may write into the folder may have made it as long as he likes
	return string(text)
}

// sign writes into the file of the lock, for people to read.
func (l *lock) sign(text []byte) {
	f, err := os.OpenFile(l.file.Path(), os.O_WRONLY|noFollow, 0)
	if err != nil {
		return
	}
	defer f.Close()
	// What the name leads to may be another file by now, and only the one that is locked is ours to write.
	mine, err1 := l.file.Stat()
	now, err2 := f.Stat()
	if err1 == nil && err2 == nil && os.SameFile(mine, now) && named(now) == 1 && f.Truncate(0) == nil {
		f.Write(text)
	}
}

// unlock gives the lock back; the file stays.
func (l *lock) unlock() {
	if l != nil {
		l.file.Unlock()
	}
}

// remove gives the lock back and removes its file.
func (l *lock) remove() {
	if l != nil {
		// Before the unlock: afterwards the file could be another's lock.
		os.Remove(l.file.Path())
		l.unlock()
	}
}
