// Package flow runs a function over a stream on several goroutines and hands
// the results on in the stream's order, so that what is made of them does not
// depend on the number of goroutines.
package flow

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Map reads items from next until ok is false, applies a worker to each on
// threads goroutines and calls sink with the results, in the order of the
// items, on the caller's goroutine. At most 2·threads+2 items are between next
// and sink at any time. next runs on one goroutine; every goroutine calls
// worker once to get a function of its own.
//
// The first error of next, of a worker's function or of sink ends it all and
// is returned, an error of ctx too; a panic of next or of a worker's function
// becomes an error. When Map returns, none of its goroutines is left.
func Map[A, B any](ctx context.Context, threads int, next func() (a A, ok bool, err error), worker func() func(A) (B, error), sink func(B) error) error {
	threads = max(threads, 1)
	caller := ctx
	ctx, cancel := context.WithCancelCause(caller)
	type job struct {
		in   A
		done chan B
	}
	todo := make(chan job, 1)             // items that wait for a worker
	order := make(chan chan B, threads*2) // where the results will come, in order
	ended := make(chan struct{}, threads+1)
	defer func() {
		cancel(nil)
		for range threads + 1 {
			<-ended
		}
	}()
	guard := func(f func() error) {
		defer func() {
			if p := recover(); p != nil {
				cancel(fmt.Errorf("%v\n%s", p, debug.Stack()))
			}
			ended <- struct{}{}
		}()
		if err := f(); err != nil {
			cancel(err)
		}
	}
	go guard(func() error {
		defer close(todo)
		for {
			in, ok, err := next()
			if err != nil {
				return err
			}
			if !ok {
				close(order)
				return nil
			}
			j := job{in, make(chan B, 1)}
			for _, send := range []func() bool{
				func() bool { return offer(ctx, order, j.done) },
				func() bool { return offer(ctx, todo, j) },
			} {
				if !send() {
					return nil
				}
			}
		}
	})
	for range threads {
		go guard(func() error {
			f := worker()
			for j := range todo {
				if ctx.Err() != nil {
					return nil
				}
				out, err := f(j.in)
				if err != nil {
					return err
				}
				j.done <- out
			}
			return nil
		})
	}
	err := collect(ctx, order, sink)
	if err != nil && caller.Err() != nil {
		return caller.Err() // not the cause, such as a signal
	}
	return err
}

// offer sends unless ctx ends first.
func offer[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

func collect[B any](ctx context.Context, order <-chan chan B, sink func(B) error) error {
	for {
		var done chan B
		var ok bool
		select {
		case done, ok = <-order:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if !ok {
			return nil
		}
		select {
		case out := <-done:
			if err := sink(out); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
