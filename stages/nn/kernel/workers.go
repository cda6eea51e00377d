package kernel

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Workers is a number of goroutines among which kernels divide blocks of their
// output. The nil Workers computes on the calling goroutine. One Workers may be
// used by several goroutines at once; it also keeps the scratch memory of the
// kernels for reuse.
//
// Starting a goroutine on a sleeping core takes longer than a small product.
// Helpers therefore look for the next job for a while (lingering) before they
// end; a Workers that is not used holds no goroutine.
type Workers struct {
	count   int
	job     atomic.Pointer[job] // the newest
	helpers atomic.Int32        // goroutines that run or look for jobs
	alone   *Workers            // see Alone

	bfloat16 bool // see NewBFloat16Workers

	scratch // memory of the kernels
	bytes   lentBytes
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

// Alone is for kernels inside of a task of w: it computes on the calling goroutine, with scratch memory that it keeps as
// w does. nil for nil.
func (w *Workers) Alone() *Workers {
	if w == nil {
		return nil
	}
	return w.alone
}

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

// job is f(0) … f(n-1), handed out in rising order.
type job struct {
	f    func(i int)
	n    int64
	next atomic.Int64 // the first that nobody has taken
	done atomic.Int64
}

// run takes numbers until none is left.
func (j *job) run() {
	for i := j.next.Add(1) - 1; i < j.n; i = j.next.Add(1) - 1 {
		j.f(int(i))
		j.done.Add(1) // after the call: whoever waits for it reads what the call wrote
	}
}

// each calls f(0) … f(n-1), at most Count at a time, and returns when all are
// done. A call is started only after all calls of lower numbers were.
func (w *Workers) each(n int, f func(i int)) {
	workers := min(w.Count(), n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	j := &job{f: f, n: int64(n)}
	// The job stands there before helpers are counted: one that stops looking looks once more after it is off the count.
	w.job.Store(j)
	for h := w.helpers.Load(); int(h) < workers-1; h = w.helpers.Load() {
		if w.helpers.CompareAndSwap(h, h+1) {
			go w.help(j)
		}
	}
	j.run()
	// Helpers may still be at the last numbers: returning now would hand out slices that they write to.
	for j.done.Load() < j.n {
		runtime.Gosched()
	}
}

// help runs j and the jobs that follow, until none has come for a while.
func (w *Workers) help(j *job) {
	for {
		for j != nil {
			j.run()
			j = w.await(j)
		}
		// A job may have come after the last look, while this helper still counted.
		h := w.helpers.Add(-1)
		if j = w.job.Load(); j == nil || !w.helpers.CompareAndSwap(h, h+1) {
			return
		}
	}
}

// await returns the next job after old, nil when none comes.
func (w *Workers) await(old *job) *job {
	// The clock is asked once in 64 looks, and the core offered to others: a look alone takes a nanosecond.
	for start := time.Now(); time.Since(start) < lingering; runtime.Gosched() {
		for range 64 {
			if j := w.job.Load(); j != old {
				return j
			}
		}
	}
	w.job.CompareAndSwap(old, nil) // let go of what its function holds
	return nil
}
