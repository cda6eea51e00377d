package label

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// freeMemory returns the available memory of the machine or of the control group, whichever is less, in bytes; 0 if unknown.
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

// available returns MemAvailable of /proc/meminfo in bytes, 0 if it is missing.
func available(info []byte) (free int64) {
	for line := range bytes.Lines(info) {
		if _, err := fmt.Sscanf(string(line), "MemAvailable: %d kB", &free); err == nil {
			return free << 10
		}
	}
	return 0
}

// within returns the bytes that a control group has left, at least 1. ok is false if most is "max" or missing: there is no limit.
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
