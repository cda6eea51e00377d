package rows

import (
	"errors"

	"wrone2set/stages/internal/fault"
)

// Ahead reads items on a goroutine of its own, some in front of who asks for
// them. From NewAhead to the return of Stop nobody else may use what is read
// from. One goroutine may use it.
type Ahead[T any] struct {
	items chan result[T]
	stop  chan struct{} // closed by Stop
	ended error         // what Next has said after the last item
}

var errStopped = errors.New("rows: read after Stop")

// NewAhead starts to read so many items ahead (at least one) with next, until
// that returns an error: io.EOF after the last item.
func NewAhead[T any](items int, next func() (T, error)) *Ahead[T] {
	// Room for one less: the goroutine has another in hand when it waits for room.
	a := &Ahead[T]{items: make(chan result[T], max(items, 1)-1), stop: make(chan struct{})}
	go a.read(next)
	return a
}

func (a *Ahead[T]) read(next func() (T, error)) {
	defer close(a.items) // the last thing it does: Stop waits for this
	for {
		value, err := fault.Catch(next)
		// Without a.stop a Stop before the last item would wait for ever, and so would this.
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

// Next returns the next item. After the last one it returns the error that
// ended the reading, however often it is called; a panic of next is one.
func (a *Ahead[T]) Next() (T, error) {
	if a.ended != nil {
		return *new(T), a.ended
	}
	r, ok := <-a.items // the end comes here as an item, so this waits for next alone
	if !ok {
		r.err = errStopped
	}
	a.ended = r.err
	return r.value, r.err
}

// Stop ends the reading. It waits for the call of next that is under way, so
// that the caller can close what was read from. A second call does nothing.
func (a *Ahead[T]) Stop() {
	select {
	case <-a.stop:
	default:
		close(a.stop)
	}
	for range a.items { // until read closes it
	}
}
