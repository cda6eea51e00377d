//go:build unix

package output

import (
	"io/fs"
	"syscall"
)

// noFollow makes opening a link fail, also of one that was put there after it was looked for.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// named is how many names a file has.
func named(st fs.FileInfo) uint64 {
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		return uint64(sys.Nlink)
	}
	return 1
}
