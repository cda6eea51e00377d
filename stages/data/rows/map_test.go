package rows

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// counter gives 0, 1, … n-1, then io.EOF.
func counter(n int) func() (int, error) {
	i := -1
	return func() (int, error) {
		if i++; i >= n {
			return 0, io.EOF
		}
		return i, nil
	}
}

// failing gives 0, 1, … at-1, then fails.
func failing(at int, fail func() (int, error)) func() (int, error) {
	numbers := counter(at)
	return func() (int, error) {
		if i, err := numbers(); err == nil {
			return i, nil
		}
		return fail()
	}
}

// failures are the ways in which a function fails, and their errors.
var failures = []struct {
	want string
	fail func() (int, error)
}{
	{"boom", func() (int, error) { return 0, errBoom }},
	{"internal error: oh no", func() (int, error) { panic("oh no") }},
}

// same is a worker that returns its argument.
func same() func(int) (int, error) { return func(i int) (int, error) { return i, nil } }

// in runs f so that a goroutine left behind, or a wait that nothing ends, fails the
// test.
func in(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

// TestMapKeepsOrder: the results are those of a loop, for any number of items
// and threads, however the threads take turns.
func TestMapKeepsOrder(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			items := make([]int, r.IntN(300))
			pauses := make([]int, len(items))
			var want []int
			for i := range items {
				items[i], pauses[i] = r.IntN(1000), r.IntN(20)*r.IntN(2)
				want = append(want, items[i]*items[i])
			}
			for _, threads := range []int{-1, 0, 1, 2, 3, 7, 64} {
				var got []int
				err := Map(t.Context(), threads, counter(len(items)), func() func(int) (int, error) {
					return func(i int) (int, error) {
						for range pauses[i] {
							runtime.Gosched()
						}
						return items[i] * items[i], nil
					}
				}, func(v int) error { got = append(got, v); return nil })
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%d threads: %v, %v, want %v", threads, got, err, want)
				}
			}
		})
	}
}

// TestMapThreads: one function is made per thread, each used by one goroutine at a
// time, and that number of items is processed at once.
func TestMapThreads(t *testing.T) {
	in(t, func(t *testing.T) {
		const threads = 5
		var made, working atomic.Int64
		together := make(chan struct{})
		err := Map(t.Context(), threads, counter(10*threads), func() func(int) (int, error) {
			made.Add(1)
			busy := false
			return func(i int) (int, error) {
				if busy {
					t.Error("a function is called while it is at work")
				}
				busy = true
				defer func() { busy = false }()
				if working.Add(1) == threads {
					close(together) // which never comes with fewer threads
				}
				<-together
				return i, nil
			}
		}, func(int) error { return nil })
		if err != nil || made.Load() != threads {
			t.Errorf("%d functions, %v", made.Load(), err)
		}
	})
}

// TestMapBounds: while sink receives nothing, next returns no more than promised.
func TestMapBounds(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		in(t, func(t *testing.T) {
			var given atomic.Int64
			numbers := counter(1000)
			taken := int64(0)
			err := Map(t.Context(), threads, func() (int, error) { given.Add(1); return numbers() }, same, func(int) error {
				taken++
				synctest.Wait() // until every goroutine of Map waits
				if ahead := given.Load() - taken + 1; taken < 900 && ahead != int64(2*threads+2) {
					t.Fatalf("%d threads: %d items in progress", threads, ahead)
				}
				return nil
			})
			if err != nil || taken != 1000 {
				t.Errorf("%d taken, %v", taken, err)
			}
		})
	}
}

var errBoom = errors.New("boom")

// TestMapErrors: whatever fails, all items before it reach sink and none after it.
// The first error in the order of the items is reported, even if a later one fails
// sooner.
func TestMapErrors(t *testing.T) {
	errLater := errors.New("a later one")
	twice := func(at, after int, later chan struct{}) func() func(int) (int, error) {
		return func() func(int) (int, error) {
			return func(i int) (int, error) {
				switch i {
				case at:
					<-later
					return 0, errBoom
				case after:
					close(later)
					return 0, errLater
				}
				return i, nil
			}
		}
	}
	numbers := func() func() (int, error) { return counter(1e9) }
	take := func(int) error { return nil }
	for _, c := range []struct {
		name   string
		next   func() (int, error)
		worker func() func(int) (int, error)
		sink   func(int) error
		want   string
		sunk   int
	}{
		{"next", failing(50, failures[0].fail), same, take, "boom", 50},
		{"next at once", failures[0].fail, same, take, "boom", 0},
		{"next panics", failures[1].fail, same, take, "internal error: oh no", 0},
		{"worker", numbers(), twice(50, 51, make(chan struct{})), take, "boom", 50},
		{"worker before next", failing(51, func() (int, error) { return 0, errLater }), func() func(int) (int, error) {
			return func(i int) (int, error) {
				if i == 50 {
					synctest.Wait() // next has failed by now
					return 0, errBoom
				}
				return i, nil
			}
		}, take, "boom", 50},
		{"worker says EOF", numbers(), func() func(int) (int, error) { return func(i int) (int, error) { return i, io.EOF } }, take, "EOF", 0},
		{"worker panics", numbers(), func() func(int) (int, error) {
			return func(i int) (int, error) {
				if i == 7 {
					panic("oh no")
				}
				return i, nil
			}
		}, take, "internal error: oh no", 7},
		{"no function", numbers(), func() func(int) (int, error) { panic("oh no") }, take, "internal error: oh no", 0},
		{"sink", numbers(), same, func(i int) error {
			if i == 99 {
				return errBoom
			}
			return nil
		}, "boom", 99},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				sunk := 0
				err := Map(t.Context(), 3, c.next, c.worker, func(i int) error {
					if err := c.sink(i); err != nil {
						return err
					}
					if i != sunk {
						t.Errorf("result %d is %d", sunk, i)
					}
					sunk++
					return nil
				})
				if err == nil || !strings.HasPrefix(err.Error(), c.want) || sunk != c.sunk {
					t.Errorf("%v after %d results, want %s after %d", err, sunk, c.want, c.sunk)
				}
			})
		})
	}
}

// TestMapWaits: when Map returns, none of its goroutines is at work, so that the
// source can be closed.
func TestMapWaits(t *testing.T) {
	in(t, func(t *testing.T) {
		var working atomic.Int64
		slow := func(i int) (int, error) {
			defer working.Add(-1)
			working.Add(1)
			if i > 0 {
				time.Sleep(time.Minute) // of the test's clock: sink fails meanwhile
			}
			return i, nil
		}
		numbers := counter(1e9)
		err := Map(t.Context(), 3, func() (int, error) {
			i, _ := numbers()
			return slow(i / 3)
		}, func() func(int) (int, error) { return slow }, func(int) error { return errBoom })
		if err != errBoom || working.Load() != 0 {
			t.Errorf("%v, %d calls are under way", err, working.Load())
		}
	})
}

// TestMapPanicOfSink: the caller gets it, and no goroutine is left.
func TestMapPanicOfSink(t *testing.T) {
	in(t, func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		_ = Map(t.Context(), 3, counter(1e9), same, func(int) error { panic("oh no") })
	})
}

// TestMapStops: the end of the context ends the work at any point and is reported,
// rather than its cause or what fails because of it.
func TestMapStops(t *testing.T) {
	for _, where := range []string{"before", "next", "worker", "sink", "sink fails"} {
		t.Run(where, func(t *testing.T) {
			in(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				if where == "before" {
					cancel(errors.New("a signal"))
				}
				stop := func(at string, i int) error {
					if i != 20 || !strings.HasPrefix(where, at) {
						return nil
					}
					cancel(errors.New("a signal"))
					if where == "sink fails" {
						return errBoom
					}
					return nil
				}
				numbers := counter(1e9)
				last := -1
				err := Map(ctx, 3, func() (int, error) {
					i, err := numbers()
					return i, errors.Join(err, stop("next", i))
				}, func() func(int) (int, error) {
					return func(i int) (int, error) { return i, stop("worker", i) }
				}, func(i int) error { last = i; return stop("sink", i) })
				if err != context.Canceled || last > 20 {
					t.Errorf("%v after %d", err, last)
				}
			})
		})
	}
}
