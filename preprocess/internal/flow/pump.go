package flow

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Pump calls a function with what it is sent, in order, on a goroutine of its
// own, so that slow writing goes on beside other work. It holds two items.
type Pump[T any] struct {
	in   chan T
	done chan struct{}
	err  error // valid once done is closed
}

// NewPump starts a pump.
func NewPump[T any](f func(T) error) *Pump[T] {
	p := &Pump[T]{in: make(chan T, 2), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		defer func() {
			if r := recover(); r != nil {
				p.err = fmt.Errorf("%v\n%s", r, debug.Stack())
			}
		}()
		for v := range p.in {
			if p.err = f(v); p.err != nil {
				return
			}
		}
	}()
	return p
}

// Send hands v over, and returns the error of an earlier call of the function,
// or of ctx.
func (p *Pump[T]) Send(ctx context.Context, v T) error {
	select {
	case p.in <- v:
		return nil
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close waits until all that was sent is done, and returns the first error. It
// must be called once, also after an error.
func (p *Pump[T]) Close() error {
	close(p.in)
	<-p.done
	return p.err
}
