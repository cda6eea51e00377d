//go:build unix

package output

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// TestLockFollowsNoLink: whatever lies at the name of the lock, no file elsewhere is written or made, and nobody waits.
func TestLockFollowsNoLink(t *testing.T) {
	for name, put := range map[string]func(victim, lock string) error{
		"link":          os.Symlink,
		"hard link":     os.Link,
		"link to none":  func(victim, lock string) error { return os.Symlink(victim+".new", lock) },
		"pipe":          func(_, lock string) error { return syscall.Mkfifo(lock, 0o666) },
		"link to a tty": func(_, lock string) error { return os.Symlink("/dev/full", lock) },
	} {
		t.Run(name, func(t *testing.T) {
			home, dir := t.TempDir(), t.TempDir()
			victim := filepath.Join(home, "thesis.tex")
			if err := errors.Join(os.WriteFile(victim, []byte("years of work"), 0o666), put(victim, filepath.Join(dir, lockName))); err != nil {
				t.Fatal(err)
			}
			l, err := lockFolder(context.Background(), dir, nil)
			var usage *fault.UsageError
			if l != nil || !errors.As(err, &usage) {
				t.Errorf("%v, %v", l, err)
			}
			if data, _ := os.ReadFile(victim); string(data) != "years of work" {
				t.Errorf("the file is now %q", data)
			}
			if _, err := os.Stat(victim + ".new"); err == nil {
				t.Error("a file was made where the link leads")
			}
		})
	}
}

// TestSignsItsOwnLock: a name that leads elsewhere since the lock was taken is not written to.
func TestSignsItsOwnLock(t *testing.T) {
	path, victim := filepath.Join(t.TempDir(), lockName), filepath.Join(t.TempDir(), "thesis.tex")
	l, err := tryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.unlock()
	for _, put := range []func(victim, lock string) error{os.Symlink, os.Link, os.Rename} {
		if err := errors.Join(os.WriteFile(victim, []byte("years of work"), 0o666), os.Remove(path), put(victim, path)); err != nil {
			t.Fatal(err)
		}
		l.sign([]byte("process 1"))
		if data, _ := os.ReadFile(path); string(data) != "years of work" {
			t.Errorf("the file is now %q", data)
		}
	}
}

// TestFilesFollowNoLink: neither a link at a file's name nor a folder on the way to it that is one leads out of the output.
func TestFilesFollowNoLink(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	victim := filepath.Join(home, "a.txt")
	if err := errors.Join(os.WriteFile(victim, []byte("years of work"), 0o666), os.Symlink(victim, filepath.Join(dir, "a.txt")),
		os.Symlink(home, filepath.Join(dir, "checkpoint"))); err != nil {
		t.Fatal(err)
	}
	s := newFileSet(dir)
	f, err := s.create("a.txt", true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("ours")); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	var usage *fault.UsageError
	if f, err := s.create("checkpoint/a.txt", true); !errors.As(err, &usage) {
		t.Errorf("%v, %v", f, err)
	}
	if data, _ := os.ReadFile(victim); string(data) != "years of work" {
		t.Errorf("the file is now %q", data)
	}
}

// TestTouchFollowsNoLink: a manifest that is a link is found, and the file that it points to keeps its times.
func TestTouchFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	victim, link := filepath.Join(dir, "thesis.tex"), filepath.Join(dir, "manifest.json")
	old, now := time.Unix(1_000_000_000, 0), time.Unix(1_700_000_000, 0)
	if err := errors.Join(os.WriteFile(victim, nil, 0o666), os.Chtimes(victim, old, old), os.Symlink(victim, link), touch(link, now)); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(victim); err != nil || !st.ModTime().Equal(old) {
		t.Errorf("%v, %v", st.ModTime(), err)
	}
	if err := touch(victim, now); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(victim); err != nil || !st.ModTime().Equal(now) {
		t.Errorf("%v, %v", st.ModTime(), err)
	}
}
