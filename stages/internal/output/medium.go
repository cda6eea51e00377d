package output

import (
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// medium is where a folder lies: a disk, a bucket, or one of them that a test kills. A process can die between any two calls.
type medium interface {
	// Create creates a temporary file that is to get the name path. It is locked until it is closed.
	Create(path string) (disk.File, error)
	// Link gives a temporary file its name, if nothing has that name; else the error is fs.ErrExist. A bucket receives the file.
	Link(f disk.File, path string) error
	// Rename gives a temporary file its name, in place of what has it.
	Rename(f disk.File, path string) error
	// Discard closes and removes a temporary file.
	Discard(f disk.File) error
	// Remove removes a file, if it exists.
	Remove(path string) error
	// Mkdir creates a folder and those above it. A bucket has none.
	Mkdir(dir string) error
	// SyncDir makes the names in a folder durable. In a bucket they are from the start.
	SyncDir(dir string) error
}

// bucket is the medium of a folder in a bucket. Its temporary files lie on this machine.
type bucket struct {
	disk.Disk
	store *store.Store
}

func (b bucket) Create(path string) (disk.File, error) {
	f, err := b.Disk.Create(filepath.Join(os.TempDir(), temporaryPrefix+store.Base(path)))
	return f, temporaryError(err)
}

func (b bucket) Link(f disk.File, path string) error { return b.upload(f, path, true) }

func (b bucket) Rename(f disk.File, path string) error { return b.upload(f, path, false) }

// upload sends a file in one request, or in pieces that nobody sees before all are there.
func (b bucket) upload(f disk.File, path string, fresh bool) error {
	if err := b.store.Upload(path, f.Name(), fresh); err != nil {
		return err
	}
	return b.Discard(f)
}

func (b bucket) Remove(path string) error { return b.store.Remove(path) }

func (bucket) Mkdir(string) error { return nil }

func (bucket) SyncDir(string) error { return nil }

// medium returns the medium of the folder.
func (f *Folder) medium() medium {
	switch {
	case f.on != nil:
		return f.on
	case store.Remote(f.Dir):
		return bucket{store: f.Store}
	}
	return disk.Disk{}
}

// encoder is a manifest or a mark.
type encoder interface{ Encode() ([]byte, error) }

// create writes a manifest or a mark where there is none; else the error is fs.ErrExist.
func (f *Folder) create(name string, of encoder) error {
	data, err := of.Encode()
	if err != nil {
		return err
	}
	return f.write(name, data, f.medium().Link)
}

// overwrite writes a manifest or a mark in place of what is there.
func (f *Folder) overwrite(name string, of encoder) error {
	data, err := of.Encode()
	if err != nil {
		return err
	}
	return f.write(name, data, f.medium().Rename)
}

// write writes a small file, which gets its name by give.
func (f *Folder) write(name string, data []byte, give func(disk.File, string) error) error {
	path, on := f.path(name), f.medium()
	tmp, err := on.Create(path)
	if err != nil {
		return err
	}
	if _, err = tmp.Write(data); err == nil {
		// Before the name: otherwise a crash can leave the name with an empty file.
		err = tmp.Sync()
	}
	if err == nil {
		err = give(tmp, path)
	}
	if err != nil {
		on.Discard(tmp) // in vain if it has its name; the next attempt sweeps what cannot be removed
		return err
	}
	return on.SyncDir(store.Dir(path))
}
