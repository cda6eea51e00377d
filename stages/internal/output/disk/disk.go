// Package disk has the steps by which files of an output change on a disk. Each is one call of the system: a process killed between
// two of them, or a power failure, leaves what the steps before it made. The package knows nothing of stages.
//
// It does not use github.com/google/renameio, which neither fsyncs the folder nor supports Windows, and whose temporary names look
// like a user's hidden files when those of a killed process are swept.
package disk

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"syscall"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// File is a temporary file that is being written. Until Close, nobody sweeps it.
type File interface {
	io.Writer
	io.ReaderAt
	Name() string
	Stat() (fs.FileInfo, error)
	Sync() error
	Close() error
}

// Disk is the disk of this machine.
type Disk struct{}

// temporaryName matches the name of a temporary file: a dot, the final name and a random suffix.
var temporaryName = regexp.MustCompile(`^\..+\.tmp-[0-9a-f]{8}$`)

// Temporary reports whether a name is that of a temporary file.
func Temporary(name string) bool { return temporaryName.MatchString(name) }

// Create creates a temporary file beside path, which is to get that name. The process holds its lock until Close or until it dies.
func (d Disk) Create(path string) (File, error) {
	for range 100 {
		var suffix [4]byte
		rand.Read(suffix[:])
		name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp-"+hex.EncodeToString(suffix[:]))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, err
		}
		// Between the two calls Sweep may take the file for that of a dead process: then it has the lock, or has removed the file.
		err = lock(f)
		mine, _ := f.Stat()
		if now, statErr := os.Lstat(name); !errors.Is(err, errLocked) && statErr == nil && os.SameFile(mine, now) {
			return f, nil
		}
		d.Discard(f)
	}
	return nil, &fs.PathError{Op: "lock", Path: path, Err: errors.New("other processes keep taking the temporary file")}
}

// Name gives a temporary file its name, in place of a file that has it. If fresh, the error is then fs.ErrExist.
func (d Disk) Name(f File, path string, fresh bool) error {
	if fresh {
		err := os.Link(f.Name(), path)
		if err == nil {
			return d.Discard(f)
		}
		if !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		if _, err := os.Lstat(path); err == nil { // a file system without hard links
			return &fs.PathError{Op: "link", Path: path, Err: fs.ErrExist}
		}
	}
	if runtime.GOOS == "windows" { // which renames no open file
		f.Close()
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	f.Close() // written and synced: there is nothing left that can fail
	return nil
}

// Discard closes and removes a temporary file.
func (d Disk) Discard(f File) error {
	f.Close() // Windows removes no open file
	return d.Remove(f.Name())
}

// Remove removes a file, if it exists.
func (Disk) Remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// SyncDir makes the entries of a folder durable, both added and removed names. It ignores file systems that do not support this.
func (Disk) SyncDir(dir string) error {
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

// Mkdir creates a folder and those above it. The name of a folder is an entry of the one above: without the fsync of that, a
// crash could lose the folder with all that is in it.
func Mkdir(dir string) error {
	if st, err := os.Stat(dir); err == nil && st.IsDir() {
		return nil
	}
	above := filepath.Dir(dir)
	if above != dir {
		if err := Mkdir(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		if st, statErr := os.Stat(dir); statErr != nil || !st.IsDir() { // another process was faster
			return err
		}
	}
	return Disk{}.SyncDir(above)
}

// Writable returns the reason why no file can be created in a folder, or nil. Where the system allows it, the file that it tries has
// no name, so that a kill leaves none.
func Writable(dir string) error {
	if f, err := scratch.Unnamed(dir); f != nil {
		return f.Close()
	} else if err != nil {
		return errors.Unwrap(err)
	}
	f, err := Disk{}.Create(filepath.Join(dir, "probe"))
	if err != nil {
		return errors.Unwrap(err)
	}
	return Disk{}.Discard(f)
}

// Sweep removes a temporary file whose process is dead. What it cannot tell, it leaves, and any other file.
func Sweep(path string) {
	if !Temporary(filepath.Base(path)) {
		return
	}
	f := unheld(path)
	if f == nil {
		return
	}
	defer f.Close()
	if runtime.GOOS == "windows" { // which removes no open file
		f.Close()
	}
	os.Remove(path) // while it is locked: its process may be between creating and locking it
}

// Held reports whether a living process holds a temporary file, or it cannot be told.
func Held(path string) bool {
	f := unheld(path)
	if f != nil {
		f.Close()
	}
	return f == nil
}

// unheld locks a temporary file that nobody holds; else it returns nil.
func unheld(path string) *os.File {
	// Opening a link would follow it, and opening a pipe would wait.
	if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|NoFollow, 0)
	if err != nil {
		return nil
	}
	if lock(f) != nil {
		f.Close()
		return nil
	}
	return f
}
