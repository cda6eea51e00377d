package output

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
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
			real, slash := f.Path, "/"
			if !store.Remote(real) {
				var err error
				if real, err = filepath.EvalSymlinks(filepath.FromSlash(real)); err != nil {
					return err
				}
				if real, err = filepath.Abs(real); err != nil {
					return err
				}
				slash = string(os.PathSeparator)
			}
			if strings.HasPrefix(real, dir+slash) {
				return fault.Usagef("--%s %s lies in the output folder; give another --out", in.Port, f.Path)
			}
		}
	}
	return nil
}
