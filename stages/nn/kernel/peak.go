package kernel

import "time"

// Peak measures how many GFLOP/s so many threads can do at most: the fastest of 50 rounds of fused multiply-adds on
// registers. It is 0 without vector instructions. Benchmarks report their share of it.
func Peak(threads int) float64 {
	run, each := peakLoop()
	if run == nil {
		return 0
	}
	w := NewWorkers(threads)
	fastest := time.Hour
	for range 50 {
		began := time.Now()
		w.each(threads, func(int) { run() })
		fastest = min(fastest, time.Since(began))
	}
	return each * float64(threads) / fastest.Seconds() / 1e9
}
