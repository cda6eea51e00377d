package rows

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestAhead: items come in order, the given number is read ahead, and every call
// after the end returns the end.
func TestAhead(t *testing.T) {
	for _, items := range []int{0, 1, 2, 5} {
		in(t, func(t *testing.T) {
			var read atomic.Int64
			numbers := counter(100)
			a := NewAhead(items, func() (int, error) { read.Add(1); return numbers() })
			defer a.Stop()
			for want := range 100 {
				synctest.Wait()
				if n := read.Load() - int64(want); want < 90 && n != int64(max(items, 1)) {
					t.Fatalf("%d items are read ahead, not %d", n, items)
				}
				if got, err := a.Next(); got != want || err != nil {
					t.Fatalf("item %d is %d, %v", want, got, err)
				}
			}
			for range 3 {
				if _, err := a.Next(); err != io.EOF {
					t.Errorf("after the last: %v", err)
				}
			}
			if read.Load() != 101 {
				t.Errorf("next was called %d times", read.Load())
			}
		})
	}
}

// TestAheadFails: an error or a panic comes after the items before it, and is repeated.
func TestAheadFails(t *testing.T) {
	for _, c := range failures {
		in(t, func(t *testing.T) {
			a := NewAhead(3, failing(7, c.fail))
			defer a.Stop()
			for i := range 7 {
				if got, err := a.Next(); got != i || err != nil {
					t.Fatalf("item %d is %d, %v", i, got, err)
				}
			}
			for range 2 {
				if _, err := a.Next(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("got %v, want %s", err, c.want)
				}
			}
		})
	}
}

// TestAheadStops: Stop ends the goroutine after none, some or all of the items, and can be called again.
func TestAheadStops(t *testing.T) {
	for taken := range 5 {
		in(t, func(t *testing.T) {
			a := NewAhead(2, counter(3))
			for range taken {
				a.Next()
			}
			a.Stop()
			a.Stop()
			if _, err := a.Next(); taken < 4 && !errors.Is(err, errStopped) {
				t.Errorf("read after Stop: %v", err)
			}
		})
	}
}
