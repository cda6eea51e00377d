//go:build unix

package output

import (
	"io/fs"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// noFollow makes opening a link fail, even one created after the check.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

const heldOpen = false

// named returns the number of names (hard links) of a file.
func named(st fs.FileInfo) uint64 {
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		return uint64(sys.Nlink)
	}
	return 1
}

// touch sets the times of a file; of a link its own, and not those of the file that it points to.
func touch(path string, now time.Time) error {
	at := unix.NsecToTimespec(now.UnixNano())
	if err := unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{at, at}, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return &fs.PathError{Op: "chtimes", Path: path, Err: err}
	}
	return nil
}
