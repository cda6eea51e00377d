package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// draft is a hidden folder in which one process assembles an output. A lock beside it shows others that the process is
// alive:
//
//	.data.tmp-1b2c3d4e        the folder
//	.data.tmp-1b2c3d4e.old    the previous target, while it is being replaced
//	.data.tmp-1b2c3d4e.lock   locked from before the folder exists until after it is removed
type draft struct {
	dir  string
	lock *lock // nil if the file system has no locks; leftovers are then never swept
}

// newDraft creates a draft beside target, whose parent must exist.
func newDraft(target string) (*draft, error) {
	d := &draft{dir: draftPrefix(target) + disk.Suffix()}
	// The lock comes before the folder: a folder without a locked file beside it would look like the leftover of a
	// dead process.
	l, err := tryLock(d.dir + ".lock")
	switch {
	case err == nil:
		d.lock = l
	case errors.Is(err, errLocked): // a sweeping process found the file before it was locked
		return newDraft(target)
	case errors.Is(err, errors.ErrUnsupported):
		os.Remove(d.dir + ".lock")
	default:
		// The file may exist without a lock. Nobody else creates a file of this name, so it is not another process's
		// lock.
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

// aside is the name of the old target while it is being replaced.
func (d *draft) aside() string { return d.dir + ".old" }

// close removes what is left of the draft. d may be nil.
func (d *draft) close() error {
	if d == nil {
		return nil
	}
	if err := errors.Join(os.RemoveAll(d.dir), os.RemoveAll(d.aside())); err != nil {
		// Keep the lock file: without it nobody would ever sweep the rest.
		d.lock.unlock()
		return err
	}
	// The lock goes last: while it is held, nobody else removes the same folders or restores the old one.
	d.lock.remove()
	return nil
}

// sweepDrafts removes the drafts of target whose process is dead, which are those whose lock is free.
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
		// A process that died between the two renames of replace left no target. Restoring it here saves the old
		// output.
		if _, err := os.Lstat(target); errors.Is(err, os.ErrNotExist) {
			os.Rename(dead.aside(), target) // usually there is none
		}
		if err := dead.close(); !denied(err) { // the draft of another user, who can sweep it
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// isFolder reports whether there is a folder of this name. A rename over one fails on Windows as one without permission does.
func isFolder(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// replace renames the draft to its target to and fsyncs their parent. It first sets an existing folder aside. If
// several processes do this at once, each succeeds and the last folder stays. at receives each step.
func (d *draft) replace(to string, at func(step string)) error {
	for range 100 {
		err := os.Rename(d.dir, to)
		if err == nil {
			at("put into place")
			// Remove the old folder only after the new name is durable: a crash in between must not leave neither.
			return errors.Join(disk.SyncDir(filepath.Dir(to)), os.RemoveAll(d.aside()))
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY) && !(heldOpen && isFolder(to)) {
			return err
		}
		// A folder can only be renamed over an empty one. What an earlier round set aside has been replaced since.
		if err := os.RemoveAll(d.aside()); err != nil {
			return err
		}
		// Another process may have set it aside first, or put its own there; the next round finds out.
		if err := os.Rename(to, d.aside()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		at("old one set aside")
	}
	return fmt.Errorf("rename %s: other processes keep taking the name", to)
}
