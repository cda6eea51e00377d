package disk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Attempt is a hidden folder in which one process puts an output together, with a lock beside it that tells others
// that the process lives:
//
//	.data.tmp-1b2c3d4e        the folder
//	.data.tmp-1b2c3d4e.old    what was at the target before, while it is being replaced
//	.data.tmp-1b2c3d4e.lock   locked from before the folder exists until after it is gone
type Attempt struct {
	Dir  string
	lock *Lock // nil where the file system has no locks: then leftovers are never cleaned
}

// NewAttempt creates the folder of an attempt at target, beside it, after removing what dead attempts left. The
// parent of target exists.
func NewAttempt(target string) (*Attempt, error) {
	if err := CleanAttempts(target); err != nil {
		return nil, err
	}
	a := &Attempt{Dir: prefix(target) + Suffix()}
	lock, err := TryLock(a.Dir + ".lock")
	switch {
	case err == nil:
		a.lock = lock
	case errors.Is(err, ErrLocked): // someone who cleans found the file before it was locked
		return NewAttempt(target)
	case errors.Is(err, errors.ErrUnsupported):
		os.Remove(a.Dir + ".lock")
	default:
		return nil, err
	}
	if err := os.Mkdir(a.Dir, 0o777); err != nil {
		a.lock.Remove()
		return nil, err
	}
	return a, nil
}

func prefix(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".tmp-")
}

// Aside is the name that a folder at the target takes while it is being replaced.
func (a *Attempt) Aside() string { return a.Dir + ".old" }

// Close removes what is left of the attempt.
func (a *Attempt) Close() error {
	err := errors.Join(os.RemoveAll(a.Dir), os.RemoveAll(a.Aside()))
	a.lock.Remove()
	return err
}

// CleanAttempts removes the folders of attempts at target whose process is dead: those whose lock can be taken. Where
// one died between moving the old target aside and putting the new one there, the old one is put back.
func CleanAttempts(target string) error {
	entries, err := os.ReadDir(filepath.Dir(target))
	if err != nil {
		return err
	}
	base := filepath.Base(prefix(target))
	var errs []error
	for _, e := range entries {
		suffix, ok := strings.CutPrefix(e.Name(), base)
		suffix, isLock := strings.CutSuffix(suffix, ".lock")
		if !ok || !isLock || len(suffix) != 8 {
			continue
		}
		dir := filepath.Join(filepath.Dir(target), base+suffix)
		lock, err := TryLock(dir + ".lock")
		if err != nil {
			continue // alive, or not ours to judge
		}
		dead := Attempt{Dir: dir, lock: lock}
		if _, err := os.Lstat(target); errors.Is(err, os.ErrNotExist) {
			os.Rename(dead.Aside(), target) // there is none in most cases
		}
		errs = append(errs, dead.Close())
	}
	return errors.Join(errs...)
}
