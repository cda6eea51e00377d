package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"wrone2set/stages/internal/fault"
)

// ownFile refuses a name at which something else than one file of its own lies: opened to write, a link would destroy what
// it leads to, and a pipe would wait for ever. That nothing lies there is no error.
func ownFile(path string) error {
	st, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !st.Mode().IsRegular() || named(st) > 1:
		return fault.Usagef("%s: is a link or no file, and would be written over: remove it, if you know what it leads to", path)
	}
	return nil
}

// ownFolders refuses a path below dir on which a folder is a link.
func ownFolders(dir, path string) error {
	below, err := filepath.Rel(dir, filepath.Dir(path))
	if err != nil || below == "." {
		return err
	}
	for _, name := range strings.Split(below, string(filepath.Separator)) {
		dir = filepath.Join(dir, name)
		if st, err := os.Lstat(dir); err != nil || !st.IsDir() {
			return errors.Join(err, fault.Usagef("%s: is no folder but a link, and what it leads to would be written over: remove it", dir))
		}
	}
	return nil
}
