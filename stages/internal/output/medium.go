package output

import (
	"github.com/wrone2set/wrone2set/stages/data/scratch"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// medium is where a folder lies: a disk, a bucket, or one of them that a test kills. A process can die between any two calls.
type medium interface {
	// Create creates a temporary file that is to get the name path. It is locked until it is closed.
	Create(path string) (disk.File, error)
	// Name gives a temporary file its name, in place of what has it; if fresh, the error is then fs.ErrExist. A bucket receives the file.
	Name(f disk.File, path string, fresh bool) error
	// Discard closes and removes a temporary file.
	Discard(f disk.File) error
	// Remove removes a file, if it exists.
	Remove(path string) error
	// SyncDir makes the names in a folder durable. In a bucket they are from the start.
	SyncDir(dir string) error
}

// bucket is the medium of a folder in a bucket. Its temporary files are those of package scratch.
type bucket struct {
	disk.Disk
	store *store.Store
}

func (bucket) Create(string) (disk.File, error) { return scratch.New() }

// Name sends a file in one request.
func (b bucket) Name(f disk.File, path string, fresh bool) error {
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if err := b.store.Upload(path, f, st.Size(), fresh); err != nil {
		return err
	}
	return b.Discard(f)
}

func (b bucket) Remove(path string) error { return b.store.Remove(path) }

func (bucket) SyncDir(string) error { return nil }

// medium returns the medium of the folder.
func (f *Folder) medium() medium {
	switch {
	case f.on != nil:
		return f.on
	case f.remote():
		return bucket{store: f.Store}
	}
	return disk.Disk{}
}

// write writes a small file: a manifest, a mark or a reason. If fresh and there is one, the error is fs.ErrExist.
func (f *Folder) write(name string, of interface{ Encode() ([]byte, error) }, fresh bool) error {
	data, err := of.Encode()
	if err != nil {
		return err
	}
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
		err = on.Name(tmp, path, fresh)
	}
	if err != nil {
		on.Discard(tmp) // in vain if it has its name; the next attempt sweeps what cannot be removed
		return err
	}
	return on.SyncDir(store.Dir(path))
}
