package scratch

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// unnamed makes a file that never has a name, so that there is no moment in which a kill could leave one. It returns
// nil without an error where the file system has no such files.
func unnamed(dir string) (*os.File, error) {
	for {
		fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), dir+"/(unnamed)"), nil
		case errors.Is(err, unix.EINTR): // a signal came first, as from the garbage collector; package os does the same
		case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EISDIR), errors.Is(err, unix.EINVAL):
			return nil, nil
		default:
			return nil, &os.PathError{Op: "open", Path: dir, Err: err}
		}
	}
}
