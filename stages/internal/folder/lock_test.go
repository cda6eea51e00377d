package folder

import (
	"context"
	"errors"
	"path/filepath"
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
