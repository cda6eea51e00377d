//go:build !unix

package machine

func peakMemory() int64 { return 0 }
