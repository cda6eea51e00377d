package output

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Output describes a wanted output folder.
type Output struct {
	Store  *store.Store  // opens Dir
	Dir    string        // path of Absolute
	Files  []Pattern     // files that it may contain
	Part   Part          // the wanted part; zero: all. After the parts, call [Output.Complete]
	Mark   manifest.Mark // owner and key
	Force  bool          // make it again if it exists, and replace one of another key
	Verify bool          // recompute digests instead of trusting size and mtime
	Log    *slog.Logger
	// Accept further checks an existing output with the right key. An error means that it cannot be used.
	Accept func(found *manifest.Manifest, path string) error

	marked  string            // version of the mark in a bucket while this run owns the folder
	first   *string           // version of the mark in a bucket when Made looked for the output; nil: it did not
	reached func(step string) // set by tests, which kill the process between two steps; else nil
}

// at reports a finished step. The process may be killed here, or anywhere else.
func (o *Output) at(step string) {
	if o.reached != nil {
		o.reached(step)
	}
}

// remote reports whether the folder is in a bucket.
func (o *Output) remote() bool { return store.Remote(o.Dir) }

// write writes a small file of the folder atomically.
func (o *Output) write(path string, data []byte) error {
	if o.remote() {
		return o.Store.Put(path, data, false)
	}
	return disk.WriteFile(path, data)
}

// look returns a function that describes files of the folder. For many files in a bucket it uses a listing.
func (o *Output) look(files int) func(path string) (fs.FileInfo, error) {
	const few = 8
	if !o.remote() {
		return os.Lstat
	}
	if files <= few {
		return o.Store.Stat
	}
	listed := map[string]fs.FileInfo{}
	err := o.walk(func(rel string, e fs.DirEntry) error {
		info, err := e.Info()
		listed[o.path(rel)] = info
		return err
	})
	return func(path string) (fs.FileInfo, error) {
		if info := listed[path]; info != nil || err != nil {
			return info, err
		}
		return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
}

// record returns the path of the folder's manifest.
func (o *Output) record() string { return store.Join(o.Dir, manifest.Name) }

func (o *Output) path(name string) string { return store.Join(o.Dir, name) }

// intact reads the manifest at path. It returns the manifest if stage and key match and its files are intact. damage
// says what is wrong with the files of a manifest that has the key.
func (o *Output) intact(path string) (m *manifest.Manifest, damage map[string]string, err error) {
	m, err = manifest.Read(o.Store, path)
	if fault.System(err) != nil {
		return nil, nil, err // it may be the wanted one
	}
	if err == nil && o.remote() {
		mark, _, _, err := o.mark()
		if err != nil || mark.Key != o.Mark.Key { // another run has begun to replace it
			return nil, nil, err
		}
	}
	if err != nil || m.Key != o.Mark.Key || m.Stage != o.Mark.Stage {
		return nil, nil, nil // missing, unreadable, or of another key
	}
	damage, err = m.Damage(o.Store, o.Dir, o.Verify, o.look(len(m.Outputs)))
	if err != nil || len(damage) > 0 {
		return nil, damage, err
	}
	return m, nil, nil
}

// take accepts a manifest and updates its mtime.
func (o *Output) take(m *manifest.Manifest, path string) (*manifest.Manifest, error) {
	if err := o.Accept(m, path); err != nil {
		return nil, err
	}
	if o.remote() {
		// An attempt killed after its last upload left its draft, and no later attempt will sweep it.
		return m, sweepTemporary()
	}
	// make compares times: it would rebuild a manifest older than an input, which may have been touched, forever.
	if err := touch(path, time.Now()); err != nil && !denied(err) {
		return nil, err
	}
	return m, nil
}

// denied reports whether err says that the folder belongs to another user or is on a read-only disk.
func denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// takeDenied is take for a folder that may not be changed because of err. A finished output there needs neither lock
// nor sweeping. Without one, takeDenied returns err.
func (o *Output) takeDenied(path string, err error) (*manifest.Manifest, error) {
	if !denied(err) || o.Force {
		return nil, err
	}
	m, _, readErr := o.intact(path)
	if m == nil || readErr != nil {
		return nil, err
	}
	return o.take(m, path)
}

// warn logs why an existing output is made again; what is for example "the part".
func (o *Output) warn(what string, damage map[string]string) {
	for name, reason := range damage {
		o.Log.Warn(what+" is rebuilt", "file", filepath.Join(o.Dir, name), "because", "it "+reason)
	}
}

// make creates the folder. It fails if something else is there.
func (o *Output) make() error {
	if st, err := os.Stat(o.Dir); err == nil && !st.IsDir() {
		return notFolder(o.Dir)
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return err
	}
	// The folder's own name is an entry of its parent: without this fsync a crash could lose the folder and its
	// content.
	return disk.SyncDir(filepath.Dir(o.Dir))
}

func notFolder(dir string) error { return fault.Usagef("--out %s: is a file; give a folder", dir) }

// remove durably removes a file of the folder, if it exists.
func (o *Output) remove(path string) error {
	if o.remote() {
		return o.Store.Remove(path)
	}
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// A crash must not bring back a manifest whose files are being replaced.
	return errors.Join(err, disk.SyncDir(filepath.Dir(path)))
}

// visible lists the entries of a folder that are not hidden.
func visible(at *store.Store, dir string) (names []string, err error) {
	entries, err := at.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// removeLeftovers removes the temporary files of dead attempts. The caller holds the folder's lock, so no live attempt
// that writes into the folder itself can lose one.
func (o *Output) removeLeftovers() error {
	return filepath.WalkDir(o.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == o.Dir {
			return err
		}
		if e.IsDir() && draftEntry.MatchString(e.Name()) {
			return fs.SkipDir // has its own lock; see sweepDrafts
		}
		if e.Type().IsRegular() && leftoverFile.MatchString(e.Name()) {
			return os.Remove(path)
		}
		return nil
	})
}

// missing fails if a required pattern matches none of names.
func (o *Output) missing(names []string) error {
	for _, p := range o.Files {
		if !p.Optional && !p.matchesAny(names) {
			return fmt.Errorf("stage %s did not write %s", o.Mark.Stage, p.Name)
		}
	}
	return nil
}
