package rows

import "wrone2set/stages/internal/fault"

// Behind calls a function with what it is sent, in order, on a goroutine of its
// own, so that slow writing goes on beside other work. One goroutine may use it.
type Behind[T any] struct {
	items  chan T
	done   chan struct{} // closed when the goroutine is at its end
	err    error         // valid once done is closed
	closed bool
}

// NewBehind starts a goroutine that may be so many items behind (at least one).
func NewBehind[T any](items int, do func(T) error) *Behind[T] {
	// One item less than asked for: another is in the goroutine's hand.
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

// Send hands v over. It waits while there is no room, which keeps memory flat,
// and returns the error of an earlier item if there was one.
func (b *Behind[T]) Send(v T) error {
	// A goroutine that has failed takes nothing more: without the second case Send would wait for ever.
	select {
	case b.items <- v:
		return nil
	case <-b.done:
		return b.err
	}
}

// Close waits until all that was sent is done and returns the first error. It
// must be called; after the first call it does nothing but say the error again.
func (b *Behind[T]) Close() error {
	if !b.closed {
		b.closed = true
		close(b.items)
	}
	<-b.done // b.err and whatever do wrote are the goroutine's until here
	return b.err
}
