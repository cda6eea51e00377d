package output

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Folder is a wanted output folder.
type Folder struct {
	Store   *store.Store  // opens Dir
	Dir     string        // path of Absolute
	Files   []Pattern     // files that it may contain
	Part    Part          // the wanted part; zero: all of it
	InPlace bool          // attempts go on from the files of earlier ones; not in a bucket
	Mark    manifest.Mark // stage and key
	Force   bool          // make it again if it exists, and replace one of another key
	Verify  bool          // recompute digests instead of trusting size and mtime
	Log     *slog.Logger
	// Accept further checks an existing output with the right key. An error means that it cannot be used.
	Accept func(found *manifest.Manifest, path string) error

	on medium // set by tests, which kill attempts; else nil
}

// remote reports whether the folder is in a bucket.
func (f *Folder) remote() bool { return store.Remote(f.Dir) }

func (f *Folder) path(name string) string { return store.Join(f.Dir, name) }

// record returns the name of the manifest of the wanted part, or of the folder. It is fixed, so that nobody lists thousands of
// parts to find it.
func (f *Folder) record() string {
	if !f.Part.Split() {
		return manifest.Name
	}
	return f.partRecord(f.Part)
}

// walk visits every file below the folder, by path with slashes.
func (f *Folder) walk(visit func(rel string, e fs.DirEntry) error) error {
	return f.walkBelow("", visit)
}

func (f *Folder) walkBelow(below string, visit func(rel string, e fs.DirEntry) error) error {
	entries, err := f.Store.ReadDir(f.path(below))
	if err != nil {
		return err
	}
	for _, e := range entries {
		rel := path.Join(below, e.Name())
		switch {
		case !e.IsDir():
			err = visit(rel, e)
		case f.holds(rel):
			err = f.walkBelow(rel, visit)
		default: // a folder that no pattern leads into
			err = visit(rel, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mark reads the mark. It is nil if there is none. bad says why one that is there cannot be understood.
func (f *Folder) mark() (mark *manifest.Mark, bad, err error) {
	mark, err = manifest.ReadMark(f.Store, f.Dir)
	switch {
	case err == nil:
		return mark, nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case fault.System(err) != nil:
		return nil, nil, err // it may be anyone's
	}
	return &manifest.Mark{}, err, nil
}

// finished returns the manifest of that name if it is believed: it is there, has the wanted stage and key, and so has the mark,
// unless somebody removed that. damage says what is wrong with its files.
func (f *Folder) finished(name string) (m *manifest.Manifest, damage map[string]string, err error) {
	m, err = manifest.Read(f.Store, f.path(name))
	if fault.System(err) != nil {
		return nil, nil, err // it may be the wanted one
	}
	if err != nil || m.Key != f.Mark.Key || m.Stage != f.Mark.Stage {
		return nil, nil, nil // missing, unreadable, or of another key
	}
	mark, _, err := f.mark()
	if err != nil || mark != nil && mark.Key != f.Mark.Key {
		return nil, nil, err
	}
	damage, err = m.Damage(f.Store, f.Dir, f.Verify, f.look(len(m.Outputs)))
	if err != nil {
		return nil, nil, err
	}
	return m, damage, nil
}

// found returns the manifest of that name if the output is finished and undamaged, which is then nothing to do.
func (f *Folder) found(name string) (*manifest.Manifest, error) {
	m, damage, err := f.finished(name)
	if m == nil || err != nil {
		return nil, err
	}
	if len(damage) > 0 {
		for file, reason := range damage {
			f.Log.Warn("the output is rebuilt", "file", filepath.Join(f.Dir, file), "because", "it "+reason)
		}
		return nil, nil
	}
	if err := f.Accept(m, f.path(name)); err != nil {
		return nil, err
	}
	if f.remote() {
		return m, nil
	}
	// make compares times: it would rebuild a manifest older than an input, which may have been touched, forever.
	if err := touch(f.path(name), time.Now()); err != nil && !denied(err) {
		return nil, err
	}
	return m, nil
}

// denied reports whether err says that the folder belongs to another user or is on a read-only disk.
func denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// look returns a function that describes files of the folder. For many files in a bucket it uses a listing.
func (f *Folder) look(files int) func(path string) (fs.FileInfo, error) {
	const few = 8
	if !f.remote() {
		return os.Lstat
	}
	if files <= few {
		return f.Store.Stat
	}
	listed := map[string]fs.FileInfo{}
	err := f.walk(func(rel string, e fs.DirEntry) error {
		info, err := e.Info()
		listed[f.path(rel)] = info
		return err
	})
	return func(path string) (fs.FileInfo, error) {
		if info := listed[path]; info != nil || err != nil {
			return info, err
		}
		return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
}
