//go:build !linux && !darwin

package machine

func cpuName() string   { return "" }
func peakMemory() int64 { return 0 }
