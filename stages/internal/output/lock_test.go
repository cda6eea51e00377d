package output

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	a, err := tryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tryLock(path); !errors.Is(err, errLocked) {
		t.Errorf("a second lock: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	waited := 0
	if _, err := waitLock(ctx, path, func() { waited++ }); !errors.Is(err, context.DeadlineExceeded) || waited != 1 {
		t.Errorf("waiting: %v, told %d times", err, waited)
	}
	time.AfterFunc(20*time.Millisecond, a.remove)
	b, err := waitLock(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tryLock(path); !errors.Is(err, errLocked) {
		t.Errorf("a lock on a removed file is worth nothing: %v", err)
	}
	b.unlock()
	b.unlock()
	(*lock)(nil).unlock()
	(*lock)(nil).remove()
}

// Holders that remove the file they lock: at any time one has the lock, though the name stands for another file each time.
func TestLockRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var holders atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 400 {
				l, err := tryLock(path)
				if errors.Is(err, errLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the lock", n)
				}
				runtime.Gosched()
				holders.Add(-1)
				l.remove()
			}
		})
	}
	wg.Wait()
}
