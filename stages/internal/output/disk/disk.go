// Package disk writes files so that a process killed at any moment, or a machine without power, leaves either the old
// one or the new one, never a part: temporary name, fsync, rename, fsync of the folder. It knows nothing of stages.
//
// It is not github.com/google/renameio: that leaves out the fsync of the folder, its temporary names (.name and digits)
// cannot be told from hidden files of a user when the leftovers of a killed process are swept, and it has no part for
// Windows.
package disk

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
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
		// Before the rename: otherwise a crash can leave the name with an empty file.
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if keep && err == nil {
		// Readers see the old file until here and the whole new one from here on.
		err = os.Rename(f.Name(), path)
	}
	if !keep || err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// The rename lies in the folder: without this a crash can take back a file that a manifest, written later, lists.
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
