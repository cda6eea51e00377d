package rows

import (
	"strings"
	"testing"
	"testing/synctest"
)

// TestBehind: when Close returns, all is done in order; Send waits while the given
// number of items is under way.
func TestBehind(t *testing.T) {
	for _, items := range []int{0, 1, 3} {
		in(t, func(t *testing.T) {
			var got []int
			goOn := make(chan struct{})
			b := NewBehind(items, func(i int) error { <-goOn; got = append(got, i); return nil })
			sent := 0
			go func() {
				for i := range 100 {
					if err := b.Send(i); err != nil {
						t.Error(err)
					}
					sent++
				}
				goOn <- struct{}{} // the last
			}()
			synctest.Wait()
			if sent != max(items, 1) {
				t.Errorf("%d were sent while none was done, want %d", sent, items)
			}
			for range 99 {
				goOn <- struct{}{}
			}
			synctest.Wait()
			if err := b.Close(); err != nil || len(got) != 100 {
				t.Errorf("%d done, %v", len(got), err)
			}
			for i := range got {
				if got[i] != i {
					t.Fatalf("item %d is %d", i, got[i])
				}
			}
		})
	}
}

// TestBehindFails: Send and every Close return the error, or the panic, and nothing
// after it is done.
func TestBehindFails(t *testing.T) {
	for _, c := range failures {
		in(t, func(t *testing.T) {
			done := 0
			b := NewBehind(3, func(i int) error {
				if done++; i == 5 {
					_, err := c.fail()
					return err
				}
				return nil
			})
			var err error
			for i := 0; i < 100 && err == nil; i++ {
				err = b.Send(i)
			}
			for _, err := range []error{err, b.Close(), b.Close()} {
				if err == nil || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("got %v, want %s", err, c.want)
				}
			}
			if done != 6 {
				t.Errorf("%d were done", done)
			}
		})
	}
}
