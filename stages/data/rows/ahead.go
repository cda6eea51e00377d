package rows

import (
	"errors"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Ahead reads items ahead of its user, on a goroutine of its own. From NewAhead
// until Stop returns nobody else may use the source. Only one goroutine may use an
// Ahead.
type Ahead[T any] struct {
	items chan result[T]
	stop  chan struct{} // closed by Stop
	ended error         // what Next returned after the last item
}

var errStopped = errors.New("rows: read after Stop")

// NewAhead starts to read ahead with next, by up to items items (at least one),
// until next returns an error: io.EOF after the last item.
func NewAhead[T any](items int, next func() (T, error)) *Ahead[T] {
	// One less: the goroutine holds another item while it waits for room.
	a := &Ahead[T]{items: make(chan result[T], max(items, 1)-1), stop: make(chan struct{})}
	go a.read(next)
	return a
}

func (a *Ahead[T]) read(next func() (T, error)) {
	defer close(a.items) // last of all, since Stop waits for it
	for {
		value, err := fault.Catch(next)
		// Without a.stop, a Stop before the last item would wait forever, and so would this goroutine.
		select {
		case a.items <- result[T]{value, err}:
		case <-a.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// Next returns the next item. After the last one every call returns the error that
// ended the reading. A panic of next becomes such an error.
func (a *Ahead[T]) Next() (T, error) {
	if a.ended != nil {
		return *new(T), a.ended
	}
	r, ok := <-a.items // the end arrives as an item too, so this waits for next alone
	if !ok {
		r.err = errStopped
	}
	a.ended = r.err
	return r.value, r.err
}

// Stop ends the reading. It waits for a call of next under way, so that the caller
// can then close the source. A second call does nothing.
func (a *Ahead[T]) Stop() {
	select {
	case <-a.stop:
	default:
		close(a.stop)
	}
	// Drain until read closes the channel: that is the last thing the goroutine does.
	for range a.items {
	}
}
