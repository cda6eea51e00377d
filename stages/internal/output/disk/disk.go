// Package disk writes files atomically and durably: temporary name, fsync, rename, fsync of the folder. A process
// killed at any moment, or a power failure, leaves either the old file or the new one, never a part. The package knows
// nothing of stages.
//
// It does not use github.com/google/renameio. That package does not fsync the folder and does not support Windows, and
// its temporary names (.name and digits) look like a user's hidden files when leftovers of a killed process are swept.
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

// WriteFile replaces the file at path by data: it writes a file beside path, fsyncs it, renames it over path and
// fsyncs the folder.
func WriteFile(path string, data []byte) error {
	f, err := CreateTemp(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, Commit(f, path, err == nil))
}

// CreateTemp creates a hidden file with a random suffix beside path, to be passed to Commit.
func CreateTemp(path string) (*os.File, error) {
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp-"+Suffix())
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// Commit finishes a file of CreateTemp. With keep it fsyncs the file, renames it to path and fsyncs the folder.
// Otherwise, and when any of this fails, it removes the file.
func Commit(f *os.File, path string, keep bool) error {
	var err error
	if keep {
		// Before the rename: otherwise a crash can leave the name with an empty file.
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if keep && err == nil {
		// Readers see the old file until this rename, and the whole new one afterwards.
		err = os.Rename(f.Name(), path)
	}
	if !keep || err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// The rename is an entry of the folder. Without this fsync a crash could undo it under a manifest, written later,
	// that lists the file.
	return SyncDir(filepath.Dir(path))
}

// Suffix returns eight random hex digits.
func Suffix() string {
	var b [4]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// SyncDir makes the entries of a folder durable, both added and removed names. It ignores file systems that do not
// support this.
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
