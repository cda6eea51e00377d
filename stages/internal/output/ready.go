package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Ready fails if the folder can never become an output, before work that may take days. It changes nothing. It does not check a
// finished output, or one with a finished part, which may be write-protected.
func (f *Folder) Ready() error {
	if f.remote() {
		return f.reachable()
	}
	st, err := os.Stat(f.Dir)
	switch {
	case err == nil && !st.IsDir():
		return notFolder(f.Dir)
	case err == nil:
		if records, _ := f.partRecords(); len(records) > 0 {
			return nil
		}
		if _, err := os.Stat(f.path("manifest.json")); err == nil {
			return nil
		}
	}
	return f.writable()
}

func notFolder(dir string) error { return fault.Usagef("--out %s: is a file; give a folder", dir) }

// reachable fails if a bucket is missing or may not be listed. Only the first upload shows whether it is writable.
func (f *Folder) reachable() error {
	st, err := f.Store.Stat(f.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return store.Outgoing(err)
	case !st.IsDir():
		return notFolder(f.Dir)
	}
	return nil
}

// writable fails if the folder, or the lowest existing one above it, does not allow new files.
func (f *Folder) writable() error {
	dir := f.Dir
	st, err := os.Stat(dir)
	// A file on the way gives ENOTDIR; the loop finds it further up by its own name.
	for err != nil && dir != filepath.Dir(dir) && fault.System(err) == nil && !errors.Is(err, fs.ErrPermission) {
		dir = filepath.Dir(dir)
		st, err = os.Stat(dir)
	}
	switch {
	case fault.System(err) != nil:
		return err
	case err != nil:
		return fault.Usagef("--out %s: %w", f.Dir, err)
	case !st.IsDir():
		return fault.Usagef("--out %s: %s is a file; give a path through folders", f.Dir, dir)
	}
	if err := access(dir); err != nil {
		return fault.Usagef("--out %s: nothing can be written into %s: %w; give another --out", f.Dir, dir, err)
	}
	return nil
}
