package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Absolute returns the path of an output folder with symbolic links resolved as far as it exists. A link to a folder
// on another disk stays a link when that folder is replaced. For a bucket Absolute returns the URL.
func Absolute(dir string) (string, error) {
	dir, err := store.Path(dir)
	if err != nil || store.Remote(dir) {
		return dir, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return followed(abs)
}

func followed(dir string) (string, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil || dir == filepath.Dir(dir) {
		return real, err
	}
	parent, err := followed(filepath.Dir(dir))
	return filepath.Join(parent, filepath.Base(dir)), err
}

// Apart fails if an input file lies inside dir, a path of Absolute, where it could be replaced.
func Apart(dir string, inputs []manifest.Input) error {
	for _, in := range inputs {
		for _, f := range in.Files {
			if f.Pipe != "" || f.BuiltIn {
				continue
			}
			real, err := Absolute(filepath.FromSlash(f.Path))
			if err != nil {
				return err
			}
			if strings.HasPrefix(filepath.ToSlash(real), filepath.ToSlash(dir)+"/") {
				return fault.Usagef("--%s %s lies in the output folder; give another --out", in.Port, f.Path)
			}
		}
	}
	return nil
}

// Ready fails if the folder can never become an output, before work that may take days. It does not check a finished output, or
// one with a finished part, which may be write-protected.
func (f *Folder) Ready() error {
	if records, _ := f.records(); len(records) > 0 {
		return nil
	}
	if _, err := f.Store.Stat(f.path(manifest.Name)); err == nil {
		return nil
	}
	return f.writable()
}

// writable fails if the folder, or the lowest existing one above it, does not allow new files. Of a bucket only the first upload
// shows that; writable fails if it is missing or may not be read.
func (f *Folder) writable() error {
	if f.remote() {
		_, err := f.Store.Stat(f.Dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return store.Outgoing(err)
	}
	dir := f.Dir
	if to, err := os.Readlink(dir); err == nil {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return fault.Usagef("--out %s: is a link to %s, which does not exist; make that folder, or give another --out", dir, to)
		}
	}
	err := disk.Writable(dir)
	for errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		err = disk.Writable(dir)
	}
	if err == nil || fault.System(err) != nil {
		return err
	}
	return fault.Usagef("--out %s: nothing can be written into %s: %w; give another --out", f.Dir, dir, err)
}
