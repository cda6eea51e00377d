//go:build unix

package output

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// access is why this process may not make files in dir. What else the system may answer is left to whoever makes one.
func access(dir string) error {
	err := unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return err
	}
	return nil
}
