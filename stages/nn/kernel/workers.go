package kernel

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Workers is a set of goroutines that share a kernel's work, each computing blocks
// of the output. The nil Workers computes on the calling goroutine. Several
// goroutines may use one Workers at once. It also keeps the kernels' scratch
// memory for reuse.
//
// Starting a goroutine on a sleeping core takes longer than a small product.
// Helpers therefore look for the next job for a while (lingering) before they
// end; an idle Workers holds no goroutine.
type Workers struct {
	count   int
	job     atomic.Pointer[job] // the newest
	helpers atomic.Int32        // goroutines that run or look for jobs
	alone   *Workers            // see Alone

	bfloat16 bool // see NewBFloat16Workers

	scratch // the kernels' scratch memory
	bytes   freeBytes
}

// lingering is how long a helper looks for work before it ends.
const lingering = 200 * time.Microsecond

// NewWorkers returns n workers; n below 1 counts as 1.
func NewWorkers(n int) *Workers {
	w := &Workers{count: max(n, 1)}
	if w.alone = w; n > 1 {
		w.alone = NewWorkers(1)
	}
	return w
}

// Alone returns the workers for kernels inside a task of w. They compute on the calling goroutine and keep scratch memory
// as w does. Alone of nil is nil.
func (w *Workers) Alone() *Workers {
	if w == nil {
		return nil
	}
	return w.alone
}

// Count returns the number of workers; 1 for nil.
func (w *Workers) Count() int {
	if w == nil {
		return 1
	}
	return w.count
}

// Split calls f on disjoint ranges that together cover [0, n), at most Count of
// them at a time, and returns when all calls have returned. Every range but the
// last has at least grain elements (grain below 1 counts as 1). The result of f
// must not depend on where the cuts fall.
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
	// Four ranges per worker even out cores of unequal speed.
	if most := 4 * workers; blocks > most {
		grain *= (blocks + most - 1) / most
		blocks = (n + grain - 1) / grain
	}
	w.each(blocks, func(i int) { f(i*grain, min((i+1)*grain, n)) })
}

// job is the calls f(0) … f(n-1), handed out in rising order.
type job struct {
	f    func(i int)
	n    int64
	next atomic.Int64 // the lowest number not yet handed out
	done atomic.Int64
}

// run calls f for the next number until none is left.
func (j *job) run() {
	for i := j.next.Add(1) - 1; i < j.n; i = j.next.Add(1) - 1 {
		j.f(int(i))
		j.done.Add(1) // after the call: whoever waits for it reads what the call wrote
	}
}

// each calls f(0) … f(n-1), at most Count at a time, and returns when all have
// returned. A call starts only after all calls of lower numbers have started.
func (w *Workers) each(n int, f func(i int)) {
	workers := min(w.Count(), n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	j := &job{f: f, n: int64(n)}
	// Store the job before counting helpers: a helper that stops looking looks once more after leaving the count.
	w.job.Store(j)
	for h := w.helpers.Load(); int(h) < workers-1; h = w.helpers.Load() {
		if w.helpers.CompareAndSwap(h, h+1) {
			go w.help(j)
		}
	}
	j.run()
	// Wait for helpers at the last numbers: returning earlier would hand out slices that they still write to.
	for j.done.Load() < j.n {
		runtime.Gosched()
	}
}

// help runs j and the jobs that follow, until none arrives for lingering.
func (w *Workers) help(j *job) {
	for {
		for j != nil {
			j.run()
			j = w.await(j)
		}
		// A job may have arrived after the last look, while this helper was still counted.
		h := w.helpers.Add(-1)
		if j = w.job.Load(); j == nil || !w.helpers.CompareAndSwap(h, h+1) {
			return
		}
	}
}

// await returns the next job after old, or nil if none arrives in time.
func (w *Workers) await(old *job) *job {
	// Read the clock and yield the core once in 64 looks only: a look takes a nanosecond, a clock reading many.
	for start := time.Now(); time.Since(start) < lingering; runtime.Gosched() {
		for range 64 {
			if j := w.job.Load(); j != old {
				return j
			}
		}
	}
	w.job.CompareAndSwap(old, nil) // release what its function refers to
	return nil
}
