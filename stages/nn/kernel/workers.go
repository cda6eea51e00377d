package kernel

import (
	"sync"
	"sync/atomic"
)

// Workers is a number of goroutines among which kernels divide blocks of their
// output. The nil Workers computes on the calling goroutine. One Workers may be
// used by several goroutines at once; it also keeps the scratch memory of the
// kernels for reuse.
type Workers struct {
	count int

	mu   sync.Mutex
	free [][]float32 // scratch memory not in use
}

// NewWorkers returns n workers; n below 1 counts as 1.
func NewWorkers(n int) *Workers { return &Workers{count: max(n, 1)} }

// Count is the number of workers, 1 for nil.
func (w *Workers) Count() int {
	if w == nil {
		return 1
	}
	return w.count
}

// Split calls f on disjoint ranges that together cover [0, n), at most Count of
// them at a time, and returns when all are done. Ranges but the last have at
// least grain elements (grain below 1 counts as 1). f must not depend on where
// the cuts fall.
func (w *Workers) Split(n, grain int, f func(lo, hi int)) {
	if n <= 0 {
		return
	}
	grain = max(grain, 1)
	blocks := (n + grain - 1) / grain
	workers := min(w.Count(), blocks)
	if workers == 1 {
		f(0, n)
		return
	}
	// Four ranges a worker even out cores of unequal speed.
	if most := 4 * workers; blocks > most {
		grain *= (blocks + most - 1) / most
		blocks = (n + grain - 1) / grain
	}
	w.each(blocks, func(i int) { f(i*grain, min((i+1)*grain, n)) })
}

// each calls f(0) … f(n-1), handing the numbers out in rising order.
func (w *Workers) each(n int, f func(i int)) {
	workers := min(w.Count(), n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	run := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(i)
		}
	}
	var wg sync.WaitGroup
	for range workers - 1 {
		wg.Go(run)
	}
	run()
	wg.Wait()
}
