package manifest

import (
	"io/fs"
	"syscall"
	"time"
)

// ctime is when the content of a file or what the system knows of it was last changed; nobody can set it back. Zero:
// not known.
func ctime(st fs.FileInfo) time.Time {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctim.Unix())
	}
	return time.Time{}
}
