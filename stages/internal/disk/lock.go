package disk

import (
	"context"
	"errors"
	"os"
	"time"
)

// Lock is an advisory lock on a file, held by this process until Unlock or its death, however it dies.
type Lock struct{ f *os.File }

// ErrLocked is returned by TryLock when another process (or another Lock of this one) holds the lock.
var ErrLocked = errors.New("locked by another process")

// TryLock creates the file path where it is missing and locks it, or fails with ErrLocked at once. On a
// file system without locks it fails with errors.ErrUnsupported.
func TryLock(path string) (*Lock, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err := flock(f); err != nil {
			f.Close()
			return nil, err
		}
		// The holder before us may have removed the file between our open and our lock: then ours locks nothing.
		mine, err1 := f.Stat()
		now, err2 := os.Stat(path)
		if err1 == nil && err2 == nil && os.SameFile(mine, now) {
			return &Lock{f}, nil
		}
		f.Close()
		if err := errors.Join(err1, err2); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
}

// WaitLock is TryLock that tries again until it has the lock or ctx is done. waiting, which may be nil, is called
// once before the first wait.
func WaitLock(ctx context.Context, path string, waiting func()) (*Lock, error) {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		l, err := TryLock(path)
		if !errors.Is(err, ErrLocked) {
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

// Note writes who holds the lock into its file, for people to read.
func (l *Lock) Note(s string) {
	if l.f.Truncate(0) == nil {
		l.f.WriteAt([]byte(s), 0)
	}
}

// Unlock gives the lock back; the file stays. A nil Lock is none.
func (l *Lock) Unlock() {
	if l != nil && l.f != nil {
		l.f.Close()
		l.f = nil
	}
}

// Remove gives the lock back and removes its file, while it is still held.
func (l *Lock) Remove() {
	if l != nil && l.f != nil {
		os.Remove(l.f.Name())
		l.Unlock()
	}
}
