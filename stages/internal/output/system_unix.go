//go:build unix

package output

import (
	"errors"
	"io/fs"
	"time"

	"golang.org/x/sys/unix"
)

// touch sets the times of a file; of a link its own, and not those of the file that it points to.
func touch(path string, now time.Time) error {
	at := unix.NsecToTimespec(now.UnixNano())
	if err := unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{at, at}, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return &fs.PathError{Op: "chtimes", Path: path, Err: err}
	}
	return nil
}

// access returns the reason why this process may not create files in dir. It ignores other errors of the system, which
// whoever creates a file will meet.
func access(dir string) error {
	err := unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return err
	}
	return nil
}
