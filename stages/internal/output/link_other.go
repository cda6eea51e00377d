//go:build !unix

package output

import (
	"io/fs"
	"os"
	"time"
)

const noFollow = 0

// heldOpen says that the system is Windows: it removes no file that is open, and renames nothing over a folder.
const heldOpen = true

func named(fs.FileInfo) uint64 { return 1 }

// touch sets the times of a file, and of a link none.
func touch(path string, now time.Time) error {
	st, err := os.Lstat(path)
	if err != nil || st.Mode()&fs.ModeSymlink != 0 {
		return err
	}
	return os.Chtimes(path, now, now)
}
