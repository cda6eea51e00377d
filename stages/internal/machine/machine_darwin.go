package machine

import "golang.org/x/sys/unix"

func cpuName() string {
	name, _ := unix.Sysctl("machdep.cpu.brand_string")
	return name
}

// peakMemory returns the largest resident set so far, in bytes, which is the unit of darwin.
func peakMemory() int64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return int64(u.Maxrss)
}
