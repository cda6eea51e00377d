package manifest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// AtRest reports whether a file is unchanged since Digest described it. Another size or mtime, or a missing file,
// means that it changed. If only the inode or its ctime differs, the digest of the content decides: the mtime may have
// been set back, or it may be a harmless chmod. For an object in a bucket the version decides. A pipe cannot be
// checked, and a built-in file never changes.
func (d *Digester) AtRest(ctx context.Context, f File) (bool, error) {
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
	if f.Version != "" {
		return Version(st) == f.Version, nil
	}
	before := d.before[f.Path]
	if os.SameFile(before, st) && ctime(before).Equal(ctime(st)) {
		return true, nil
	}
	again, err := d.sum(ctx, path)
	return again == f.SHA256, err
}
