package rows

import "github.com/wrone2set/wrone2set/stages/internal/fault"

// Behind calls a function with each item sent, in order, on a goroutine of its own,
// so that slow writing overlaps other work. Only one goroutine may use it.
type Behind[T any] struct {
	items  chan T
	done   chan struct{} // closed when the goroutine is at its end
	err    error         // valid once done is closed
	closed bool
}

// NewBehind starts a goroutine that may lag by up to items items (at least one).
func NewBehind[T any](items int, do func(T) error) *Behind[T] {
	// One less: the goroutine holds another item.
	b := &Behind[T]{items: make(chan T, max(items, 1)-1), done: make(chan struct{})}
	go b.work(do)
	return b
}

func (b *Behind[T]) work(do func(T) error) {
	defer close(b.done) // also after a failure, which releases Send
	for v := range b.items {
		if _, b.err = fault.Catch(func() (struct{}, error) { return struct{}{}, do(v) }); b.err != nil {
			return
		}
	}
}

// Send passes v to the goroutine. It waits while there is no room, which bounds
// memory, and returns the error of an earlier item if there was one.
func (b *Behind[T]) Send(v T) error {
	// A goroutine that failed receives nothing more: without the second case Send would wait forever.
	select {
	case b.items <- v:
		return nil
	case <-b.done:
		return b.err
	}
}

// Close waits until all items sent are done and returns the first error. It must be
// called; further calls only return the error again.
func (b *Behind[T]) Close() error {
	if !b.closed {
		b.closed = true
		close(b.items)
	}
	<-b.done // until here b.err and whatever do wrote belong to the goroutine
	return b.err
}
