package manifest

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// AtRest reports whether a file is unchanged since Digest described it. Another size or mtime, or a missing file,
// means that it changed. For an object in a bucket the version decides. A pipe cannot be checked, and a built-in file
// never changes.
func (d *Digester) AtRest(f File) (bool, error) {
	if f.Pipe != "" || f.BuiltIn {
		return true, nil
	}
	path := filepath.FromSlash(f.Path)
	st, err := d.Store.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if st.Size() != f.Size || !st.ModTime().Equal(f.Mtime) {
		return false, nil
	}
	return f.Version == "" || Version(st) == f.Version, nil
}
