package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"wrone2set/stages/internal/output/disk"
)

// draft is a hidden folder in which one process puts an output together, with a lock beside it that tells others that
// the process lives:
//
//	.data.tmp-1b2c3d4e        the folder
//	.data.tmp-1b2c3d4e.old    what was at the target before, while it is being replaced
//	.data.tmp-1b2c3d4e.lock   locked from before the folder exists until after it is gone
type draft struct {
	dir  string
	lock *lock // nil where the file system has no locks: then leftovers are never swept
}

// newDraft creates a draft of target, beside it. The parent of target exists.
func newDraft(target string) (*draft, error) {
	d := &draft{dir: draftPrefix(target) + disk.Suffix()}
	// The lock comes before the folder: a folder without a locked file beside it would look like a dead one's.
	l, err := tryLock(d.dir + ".lock")
	switch {
	case err == nil:
		d.lock = l
	case errors.Is(err, errLocked): // someone who sweeps found the file before it was locked
		return newDraft(target)
	case errors.Is(err, errors.ErrUnsupported):
		os.Remove(d.dir + ".lock")
	default:
		// It may have been made and not been locked. Nobody else makes a file of this name, so that it is no other's lock.
		os.Remove(d.dir + ".lock")
		return nil, err
	}
	if err := os.Mkdir(d.dir, 0o777); err != nil {
		d.lock.remove()
		return nil, err
	}
	return d, nil
}

func draftPrefix(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".tmp-")
}

// aside is the name that a folder at the target takes while it is being replaced.
func (d *draft) aside() string { return d.dir + ".old" }

// close removes what is left of the draft; nil is none.
func (d *draft) close() error {
	if d == nil {
		return nil
	}
	if err := errors.Join(os.RemoveAll(d.dir), os.RemoveAll(d.aside())); err != nil {
		// Its file stays: without it nobody would ever sweep what is left.
		d.lock.unlock()
		return err
	}
	// The lock goes last: while it is held nobody else removes the same folders, or puts the old one back.
	d.lock.remove()
	return nil
}

// sweepDrafts removes the drafts of target whose process is dead: those whose lock can be taken.
func sweepDrafts(target string) error {
	entries, err := os.ReadDir(filepath.Dir(target))
	if err != nil {
		return err
	}
	base := filepath.Base(draftPrefix(target))
	var errs []error
	for _, e := range entries {
		suffix, ok := strings.CutPrefix(e.Name(), base)
		suffix, isLock := strings.CutSuffix(suffix, ".lock")
		if !ok || !isLock || len(suffix) != 8 {
			continue
		}
		dir := filepath.Join(filepath.Dir(target), base+suffix)
		l, err := tryLock(dir + ".lock")
		if err != nil {
			continue // alive, or not ours to judge
		}
		dead := &draft{dir: dir, lock: l}
		// One that died between the two renames of replace left no target: without this the old output were lost.
		if _, err := os.Lstat(target); errors.Is(err, os.ErrNotExist) {
			os.Rename(dead.aside(), target) // there is none in most cases
		}
		if err := dead.close(); !denied(err) { // another user's, who can sweep it
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// replace renames the draft to the folder to, its target, and fsyncs their parent. A folder that is there already is
// set aside first. Of several processes that do this at once each succeeds, and the last one's folder stays. at is told
// of each step.
func (d *draft) replace(to string, at func(step string)) error {
	for range 100 {
		err := os.Rename(d.dir, to)
		if err == nil {
			at("put into place")
			// The old folder goes only after the new name is durable: a crash in between must not leave neither.
			return errors.Join(disk.SyncDir(filepath.Dir(to)), os.RemoveAll(d.aside()))
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY) {
			return err
		}
		// A folder is renamed over an empty one only. What an earlier round set aside has been replaced since.
		if err := os.RemoveAll(d.aside()); err != nil {
			return err
		}
		// Another process may have set it aside before us, or put its own there: the next round sees.
		if err := os.Rename(to, d.aside()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		at("old one set aside")
	}
	return fmt.Errorf("rename %s: the name is taken again and again", to)
}
