package flow

import (
	"context"
	"errors"
	"runtime"
	"strings"
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
				cancel(context.Canceled)
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
	given, taken := 0, 0
	next := func() (int, bool, error) { given++; return given, given <= 500, nil }
	err := Map(t.Context(), 2, next, func() func(int) (int, error) { return func(i int) (int, error) { return i, nil } }, func(int) error {
		taken++
		return nil
	})
	if err != nil || taken != 500 {
		t.Errorf("%d taken, %v", taken, err)
	}
}
