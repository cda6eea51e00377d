//go:build unix

package output

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// access returns the reason why this process may not create files in dir. It ignores other errors of the system, which
// whoever creates a file will meet.
func access(dir string) error {
	err := unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return err
	}
	return nil
}
