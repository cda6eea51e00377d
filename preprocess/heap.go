package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// garbage is the number of bytes of garbage that the heap may hold; Go's default is as many as are in use. Only hashes
// grow with a corpus, and they have no pointers, so the collector scans them for free. With this limit it runs as
// often for ten million documents as for a hundred thousand.
const garbage = 40 << 20

// Bounds of the percentage: Go's default, and one below which the collector would run all the time.
const (
	mostGarbage  = 100
	leastGarbage = 10
)

// heap controls when the garbage collector runs.
type heap struct {
	was     int    // the percentage at the start; valid once tended is not 0
	tended  uint64 // bytes in use when the percentage was last set
	samples [1]metrics.Sample
}

// tend updates the percentage if the bytes in use have changed much since the last update.
func (h *heap) tend() {
	h.samples[0].Name = "/gc/heap/live:bytes"
	metrics.Read(h.samples[:])
	live := max(h.samples[0].Value.Uint64(), 1)
	if h.tended > 0 && live < h.tended+h.tended/8 && live > h.tended-h.tended/8 {
		return
	}
	was := debug.SetGCPercent(percent(live))
	if h.tended == 0 {
		h.was = was
	}
	h.tended = live
}

// percent returns the allowed garbage as a percentage of live, the bytes in use.
func percent(live uint64) int {
	return int(min(max(100*garbage/max(live, 1), leastGarbage), mostGarbage))
}

// restore restores the percentage of the start.
func (h *heap) restore() {
	if h.tended > 0 {
		debug.SetGCPercent(h.was)
	}
}
