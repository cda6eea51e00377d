package scratch

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Unnamed makes a file that never has a name, so that a kill at any moment leaves none. It returns nil without an error
// if the file system does not support such files.
func Unnamed(dir string) (*os.File, error) {
	for {
		fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), dir+"/(unnamed)"), nil
		case errors.Is(err, unix.EINTR): // interrupted by a signal, such as the Go runtime's; package os also retries
		case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EISDIR), errors.Is(err, unix.EINVAL):
			return nil, nil
		default:
			return nil, &os.PathError{Op: "open", Path: dir, Err: err}
		}
	}
}
