package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// ownFile fails if the name belongs to anything but a file with a single name. Opening a link for writing would
// destroy its target, and opening a pipe would block forever. A missing file is not an error.
func ownFile(path string) error {
	st, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !st.Mode().IsRegular() || named(st) > 1:
		return fault.Usagef("%s: is a link or not a regular file, and would be overwritten: remove it if you know where it leads", path)
	}
	return nil
}

// ownFolders fails if a folder on the path below dir is a link.
func ownFolders(dir, path string) error {
	below, err := filepath.Rel(dir, filepath.Dir(path))
	if err != nil || below == "." {
		return err
	}
	for _, name := range strings.Split(below, string(filepath.Separator)) {
		dir = filepath.Join(dir, name)
		if st, err := os.Lstat(dir); err != nil || !st.IsDir() {
			return errors.Join(err, fault.Usagef("%s: is a link and not a folder, and its target would be overwritten: remove it", dir))
		}
	}
	return nil
}
