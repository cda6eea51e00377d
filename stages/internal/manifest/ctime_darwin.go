package manifest

import (
	"io/fs"
	"syscall"
	"time"
)

// ctime is as on Linux.
func ctime(st fs.FileInfo) time.Time {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctimespec.Unix())
	}
	return time.Time{}
}
