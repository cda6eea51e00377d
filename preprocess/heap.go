package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// garbage is how many bytes of garbage the heap may hold, where Go would let it hold as many as are in use. What grows with
// a corpus are hashes, which have no pointers and cost the collector nothing: with this it runs as often for ten million
// documents as for a hundred thousand.
const garbage = 40 << 20

// Bounds of the percentage: Go's own, and one below which it would run all the time.
const (
	mostGarbage  = 100
	leastGarbage = 10
)

// heap tells the collector when to run.
type heap struct {
	was     int    // the percentage at the start, valid once tended is not 0
	tended  uint64 // bytes in use that the percentage is for
	samples [1]metrics.Sample
}

// tend sets the percentage anew where much more or less is in use than when it was set.
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

// percent is how much garbage there may be where so many bytes are in use, as a percentage of them.
func percent(live uint64) int {
	return int(min(max(100*garbage/max(live, 1), leastGarbage), mostGarbage))
}

// restore puts things back as they were.
func (h *heap) restore() {
	if h.tended > 0 {
		debug.SetGCPercent(h.was)
	}
}
