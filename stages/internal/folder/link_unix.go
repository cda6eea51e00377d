//go:build unix

package folder

import (
	"io/fs"
	"syscall"
)

// noFollow makes opening a link fail, even one created after the check.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// named returns the number of names (hard links) of a file.
func named(st fs.FileInfo) uint64 {
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		return uint64(sys.Nlink)
	}
	return 1
}
