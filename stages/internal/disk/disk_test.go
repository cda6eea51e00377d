package disk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two", ""} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%q, %v", data, err)
		}
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v", got)
	}
	if err := WriteFile(filepath.Join(dir, "none", "a"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "folder"), nil); err == nil {
		t.Error("a folder was replaced")
	}
	if got := names(t, dir); len(got) != 2 {
		t.Errorf("left %v", got)
	}
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	a, err := TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	a.Note("me")
	if _, err := TryLock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("a second lock: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	waited := 0
	if _, err := WaitLock(ctx, path, func() { waited++ }); !errors.Is(err, context.DeadlineExceeded) || waited != 1 {
		t.Errorf("waiting: %v, told %d times", err, waited)
	}
	time.AfterFunc(20*time.Millisecond, a.Remove)
	b, err := WaitLock(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := TryLock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("a lock on a removed file is worth nothing: %v", err)
	}
	b.Unlock()
	b.Unlock()
	(*Lock)(nil).Unlock()
	(*Lock)(nil).Remove()
}

// Many at once replace one folder: each succeeds, one whole folder stays, nothing else.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "out")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for round := range 20 {
				a, err := NewAttempt(to)
				if err != nil {
					t.Error(err)
					return
				}
				for _, name := range []string{"a", "b"} {
					os.WriteFile(filepath.Join(a.Dir, name), fmt.Append(nil, i, round), 0o666)
				}
				if err := Replace(a.Dir, to, a.Aside()); err != nil {
					t.Error(err)
				}
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v", got)
	}
	a, _ := os.ReadFile(filepath.Join(to, "a"))
	b, _ := os.ReadFile(filepath.Join(to, "b"))
	if string(a) != string(b) || len(a) == 0 {
		t.Errorf("a mixture: %s, %s", a, b)
	}
}

func TestCleanAttempts(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "out")
	alive, err := NewAttempt(target)
	if err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(dir, ".out.tmp-00000000")
	os.MkdirAll(filepath.Join(dead, "x"), 0o777)
	os.WriteFile(dead+".lock", nil, 0o666)
	os.MkdirAll(filepath.Join(dir, ".out2.tmp-00000000"), 0o777) // another target's
	if err := CleanAttempts(target); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(alive.Dir); err != nil {
		t.Error("the folder of a living attempt is gone")
	}
	if got := names(t, dir); len(got) != 3 {
		t.Errorf("left %v", got)
	}
	if err := alive.Close(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v", got)
	}
}
