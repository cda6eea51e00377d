package label

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// freeMemory is how many bytes programs can still take, of the machine and of the control group; 0 if nobody says.
func freeMemory() int64 {
	info, _ := os.ReadFile("/proc/meminfo")
	free := available(info)
	most, _ := os.ReadFile("/sys/fs/cgroup/memory.max")
	used, _ := os.ReadFile("/sys/fs/cgroup/memory.current")
	if left, ok := within(most, used); ok && (free == 0 || left < free) {
		free = left
	}
	return free
}

// available is MemAvailable of /proc/meminfo, 0 if it is not there.
func available(info []byte) (free int64) {
	for line := range bytes.Lines(info) {
		if _, err := fmt.Sscanf(string(line), "MemAvailable: %d kB", &free); err == nil {
			return free << 10
		}
	}
	return 0
}

// within is what a control group of so many bytes has left, 1 at least; it has no bound where most is "max" or missing.
func within(most, used []byte) (left int64, ok bool) {
	bound, err := strconv.ParseInt(strings.TrimSpace(string(most)), 10, 64)
	if err != nil {
		return 0, false
	}
	taken, err := strconv.ParseInt(strings.TrimSpace(string(used)), 10, 64)
	if err != nil {
		taken = 0
	}
	return max(1, bound-taken), true
}
