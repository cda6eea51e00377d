//go:build unix

package machine

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// peakMemory returns the largest resident set so far, in bytes: darwin counts in bytes, other systems in KiB.
func peakMemory() int64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) * 1024
}
