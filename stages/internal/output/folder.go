package output

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Folder is a wanted output folder.
type Folder struct {
	Store   *store.Store  // opens Dir
	Dir     string        // path of Absolute
	Files   []Output      // files that it may contain
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

// record returns the name of the manifest of the wanted part, or of the folder.
func (f *Folder) record() string {
	if !f.Part.Split() {
		return manifest.Name
	}
	return f.recordOf(f.Part)
}

// entry is a file of the folder, or something below it into which no output leads.
type entry struct {
	fs.DirEntry
	rel string // path below the folder, with slashes
}

// entries lists the folder dir, a path below this one, and the folders in it that outputs name. A missing folder is empty.
func (f *Folder) entries(dir string) (all []entry, err error) {
	list, err := f.Store.ReadDir(f.path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range list {
		rel := path.Join(dir, e.Name())
		if !e.IsDir() || !slices.ContainsFunc(f.Files, func(o Output) bool { return o.leads(rel) }) {
			all = append(all, entry{e, rel})
			continue
		}
		below, err := f.entries(rel)
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	return all, err
}

// prepare creates the folder dir, a path below this one, on disk. It fails if a link leads out of the output, since files behind it
// would be overwritten.
func (f *Folder) prepare(dir string) error {
	if f.remote() {
		return nil
	}
	if err := disk.Mkdir(f.path(dir)); err != nil {
		return err
	}
	here, err := filepath.EvalSymlinks(f.Dir)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(f.path(dir)); err != nil || real != filepath.Join(here, dir) {
		return fault.Usagef("%s: is a link and not a folder, and its target would be overwritten: remove it", f.path(dir))
	}
	return nil
}

// sweep removes the temporary files of dead processes. What belongs to another user stays. A bucket has none.
func (f *Folder) sweep() error {
	if f.remote() {
		return nil
	}
	entries, err := f.entries(".")
	if denied(err) {
		return nil
	}
	for _, e := range entries {
		disk.Sweep(f.path(e.rel))
	}
	return err
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
	mark, err := f.mark()
	if err != nil || mark != nil && mark.Key != f.Mark.Key {
		return nil, nil, err
	}
	damage, err = m.Damage(f.Store, f.Dir, f.Verify)
	if err != nil {
		return nil, nil, err
	}
	return m, damage, nil
}

// whole reports whether the manifest of that name is believed and its files are undamaged.
func (f *Folder) whole(name string) (bool, error) {
	m, damage, err := f.finished(name)
	return m != nil && len(damage) == 0, err
}

// found returns the manifest of that name if the output is finished, which is then nothing to do; or what is wrong with its files.
func (f *Folder) found(name string) (done *manifest.Manifest, damage map[string]string, err error) {
	m, damage, err := f.finished(name)
	for file, reason := range damage {
		f.Log.Warn("the output is rebuilt", "file", f.path(file), "because", "it "+reason)
	}
	if m == nil || len(damage) > 0 || err != nil {
		return nil, damage, err
	}
	if err := f.Accept(m, f.path(name)); err != nil || f.remote() {
		return m, nil, err
	}
	// make compares times: it would rebuild a manifest older than an input, which may have been touched, forever.
	now := time.Now()
	if err := os.Chtimes(f.path(name), now, now); err != nil && !denied(err) {
		return nil, nil, err
	}
	return m, nil, nil
}

// denied reports whether err says that the folder belongs to another user or is on a read-only disk.
func denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
