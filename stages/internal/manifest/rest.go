package manifest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// AtRest tells whether a file, which Digest described, is still what it was then: another size or mtime, or none at all,
// says that it is not. Where only the inode or its ctime is another, as after a change whose mtime was set back, but
// also after a chmod, the content is read again and its digest decides. Of an object of a bucket its version does. A pipe cannot be looked at again,
// and what is built in stays as it is.
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
