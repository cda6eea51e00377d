package manifest

import (
	"io/fs"
	"syscall"
	"time"
)

// ctime returns when the content or the inode of a file last changed; nobody can set it back. The zero time means
// unknown.
func ctime(st fs.FileInfo) time.Time {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctim.Unix())
	}
	return time.Time{}
}
