//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// NoFollow makes opening a link fail, even one created after a check.
const NoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// errLocked is the error of a file that somebody else has locked.
var errLocked error = unix.EWOULDBLOCK

// lock locks a file until it is closed. Another error than errLocked means a file system without locks.
func lock(f *os.File) error {
	for {
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
