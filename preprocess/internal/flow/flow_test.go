package flow

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// counter gives 0, 1, … n-1.
func counter(n int) func() (int, bool, error) {
	i := -1
	return func() (int, bool, error) { i++; return i, i < n, nil }
}

func TestOrder(t *testing.T) {
	for _, threads := range []int{0, 1, 2, 7} {
		for _, n := range []int{0, 1, 1000} {
			want := 0
			err := Map(t.Context(), threads, counter(n), func() func(int) (int, error) {
				return func(i int) (int, error) {
					if i%13 == 0 {
						runtime.Gosched()
					}
					return i * i, nil
				}
			}, func(got int) error {
				if got != want*want {
					t.Errorf("result %d is %d", want, got)
				}
				want++
				return nil
			})
			if err != nil || want != n {
				t.Errorf("%d threads: %d of %d results, %v", threads, want, n, err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	boom := errors.New("boom")
	stop, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	same := func() func(int) (int, error) { return func(i int) (int, error) { return i, nil } }
	for _, c := range []struct {
		name   string
		ctx    context.Context
		next   func() (int, bool, error)
		worker func() func(int) (int, error)
		sink   func(int) error
		want   string
	}{
		{"next", t.Context(), func() (int, bool, error) { return 0, false, boom }, same, func(int) error { return nil }, "boom"},
		{"worker", t.Context(), counter(1e9), func() func(int) (int, error) {
			return func(i int) (int, error) {
				if i == 50 {
					return 0, boom
				}
				return i, nil
			}
		}, func(int) error { return nil }, "boom"},
		{"panic", t.Context(), counter(1e9), func() func(int) (int, error) { return func(i int) (int, error) { panic("oh no") } }, func(int) error { return nil }, "oh no"},
		{"sink", t.Context(), counter(1e9), same, func(i int) error {
			if i == 99 {
				return boom
			}
			return nil
		}, "boom"},
		{"stopped", stop, counter(1e9), same, func(i int) error {
			if i == 20 {
				cancel(errors.New("a signal"))
			}
			return nil
		}, "context canceled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			err := Map(c.ctx, 3, c.next, c.worker, c.sink)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			for range 100 {
				if runtime.NumGoroutine() <= before {
					return
				}
				time.Sleep(time.Millisecond)
			}
			t.Errorf("%d goroutines are left", runtime.NumGoroutine()-before)
		})
	}
}

// TestBounded holds that a slow sink slows next down.
func TestBounded(t *testing.T) {
	const threads = 2
	var given atomic.Int64
	taken := int64(0)
	next := func() (int64, bool, error) { n := given.Add(1); return n, n <= 300, nil }
	same := func() func(int64) (int64, error) { return func(i int64) (int64, error) { return i, nil } }
	err := Map(t.Context(), threads, next, same, func(int64) error {
		time.Sleep(100 * time.Microsecond)
		if ahead := given.Load() - taken; ahead > 2*threads+2 {
			t.Errorf("%d items are between next and sink", ahead)
		}
		taken++
		return nil
	})
	if err != nil || taken != 300 {
		t.Errorf("%d taken, %v", taken, err)
	}
}

func TestPump(t *testing.T) {
	var got []int
	p := NewPump(func(i int) error { got = append(got, i); return nil })
	for i := range 100 {
		if err := p.Send(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Close(); err != nil || len(got) != 100 || got[99] != 99 {
		t.Errorf("%d items, %v", len(got), err)
	}
}

func TestPumpFails(t *testing.T) {
	for name, f := range map[string]func(int) error{
		"error": func(int) error { return errors.New("oh no") },
		"panic": func(int) error { panic("oh no") },
	} {
		p := NewPump(f)
		var err error
		for range 10 {
			err = errors.Join(err, p.Send(t.Context(), 1))
		}
		if err == nil || !strings.Contains(p.Close().Error(), "oh no") {
			t.Errorf("%s: Send gave %v", name, err)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	p := NewPump(func(int) error { <-t.Context().Done(); return nil })
	var err error
	for range 10 {
		err = errors.Join(err, p.Send(stopped, 1))
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped Send gave %v", err)
	}
}
