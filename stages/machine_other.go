//go:build !linux && !darwin

package stages

func cpuName() string   { return "" }
func peakMemory() int64 { return 0 }
