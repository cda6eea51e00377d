//go:build !linux && !darwin

package manifest

import (
	"io/fs"
	"time"
)

func ctime(fs.FileInfo) time.Time { return time.Time{} }
