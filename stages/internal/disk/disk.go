// Package disk writes files and folders so that a process killed at any moment leaves either the old or the new,
// never a part: temporary names, fsync, rename, fsync of the folder; and it tells the leftovers of dead processes from
// the work of living ones by advisory locks. It knows nothing of stages.
package disk

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// WriteFile makes path hold data: written beside it, fsynced, renamed over it, the folder fsynced.
func WriteFile(path string, data []byte) error {
	f, err := CreateTemp(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, Commit(f, path, err == nil))
}

// CreateTemp creates a new file beside path, hidden and with a random suffix, to be handed to Commit.
func CreateTemp(path string) (*os.File, error) {
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp-"+Suffix())
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// Commit ends a file of CreateTemp: with keep it is fsynced, renamed to path and the folder fsynced, otherwise (and
// when any of this fails) it is removed.
func Commit(f *os.File, path string, keep bool) error {
	var err error
	if keep {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if keep && err == nil {
		err = os.Rename(f.Name(), path)
	}
	if !keep || err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(path))
}

// Suffix is eight random hex digits.
func Suffix() string {
	var b [4]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// SyncDir makes the entries of a folder durable: names, new or gone. File systems that cannot are left alone.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// Replace renames the folder from to the folder to and fsyncs their parent, which they share. A folder that is
// there already is renamed to aside first and removed afterwards. Of several processes that do this at once each
// succeeds, and the last one's folder stays.
func Replace(from, to, aside string) error {
	for range 100 {
		err := os.Rename(from, to)
		if err == nil {
			return errors.Join(SyncDir(filepath.Dir(to)), os.RemoveAll(aside))
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY) {
			return err
		}
		if err := os.RemoveAll(aside); err != nil {
			return err
		}
		if err := os.Rename(to, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return fmt.Errorf("rename %s: the name is taken again and again", to)
}
