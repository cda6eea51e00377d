package manifest

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// few is the number of files from which on a bucket is asked for a listing, and not for each.
const few = 8

// Damage compares the outputs with the files below dir and returns path and reason for each missing or changed file.
// Matching size and mtime count as proof. If the mtime differs, or with verify, the digest decides. In a bucket, size
// and version count as proof.
func (m *Manifest) Damage(at *store.Store, dir string, verify bool) (map[string]string, error) {
	damage, listed := map[string]string{}, map[string]fs.FileInfo{}
	if store.Remote(dir) && len(m.Outputs) > few {
		entries, err := at.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			listed[e.Name()], _ = e.Info()
		}
	}
	for _, f := range m.Outputs {
		path := store.Join(dir, f.Path)
		st, err := listed[f.Path], error(nil)
		if st == nil {
			st, err = at.Stat(path)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			damage[f.Path] = "is gone"
		case err != nil:
			return nil, err
		case !st.Mode().IsRegular():
			damage[f.Path] = "is no longer a file"
		case st.Size() != f.Size:
			damage[f.Path] = fmt.Sprintf("has %d bytes instead of %d", st.Size(), f.Size)
		case verify || !f.vouches(File{Size: st.Size(), Mtime: st.ModTime(), Version: Version(st)}):
			sum, err := Sum(at, path)
			if err != nil {
				return nil, err
			}
			if sum != f.SHA256 {
				damage[f.Path] = "has changed since it was made"
			}
		}
	}
	return damage, nil
}
