package rows

import (
	"context"
	"io"
	"sync"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Map reads items from next until io.EOF, applies a worker to each on threads
// threads (at least one) and calls sink with the results, in the order of the
// items, on the caller's goroutine. next runs on one goroutine of its own. Every
// thread calls worker once for a function of its own, which may keep state. At most
// 2·threads+2 items are between next and sink.
//
// The first error in the order of the items, whether of next, of a worker's
// function or of sink, ends the work and is returned; the items before it have
// reached sink. The end of ctx also ends it, with ctx.Err(). A panic of next or of
// a worker becomes the error of its item. When Map returns, none of its goroutines
// is left: it waits for the calls of next and of workers under way.
func Map[A, B any](ctx context.Context, threads int, next func() (A, error), worker func() func(A) (B, error), sink func(B) error) error {
	threads = max(threads, 1)
	ctx, cancel := context.WithCancel(ctx)
	// Room for one: a thread that finishes finds the next item there while feed reads the one after it.
	todo := make(chan job[A, B], 1)
	// One place per item in progress, in the order of the items. This alone bounds how far feed runs ahead of sink.
	order := make(chan chan result[B], 2*threads)
	var running sync.WaitGroup
	// Deferred calls run in reverse: the context ends first, then the wait. Nothing else releases a goroutine that
	// offers, and one left behind would read from what the caller closes next. A panic of sink, too, ends them.
	defer running.Wait()
	defer cancel()
	running.Go(func() { feed(ctx, next, order, todo) })
	for range threads {
		running.Go(func() { work(ctx, worker, todo) })
	}
	for {
		out, ok, err := take(ctx, order)
		if ok && err == nil {
			err = sink(out)
		}
		if ctx.Err() != nil {
			return ctx.Err() // first of all: what fails after a signal fails because of it
		}
		if err != nil || !ok {
			return err
		}
	}
}

// job is an item and the channel, with room for one, that receives its result.
type job[A, B any] struct {
	item A
	done chan<- result[B]
}

type result[B any] struct {
	value B
	err   error
}

// feed hands out items until there are no more, ctx ends, or next fails. The error
// of next becomes the result of the item that next did not return.
func feed[A, B any](ctx context.Context, next func() (A, error), order chan<- chan result[B], todo chan<- job[A, B]) {
	defer close(todo) // ends the threads
	for {
		item, err := fault.Catch(next)
		if err == io.EOF {
			close(order) // the end, in place of the next result; only here, or a stop would look like the end
			return
		}
		done := make(chan result[B], 1) // room for one: a thread never waits for a sink that has given up
		if err != nil {
			done <- result[B]{err: err}
		}
		// First its place in the order, then its work: in the opposite order an item in progress without a place would
		// not count, and more items than promised would be in progress.
		if !offer(ctx, order, done) || err != nil || !offer(ctx, todo, job[A, B]{item, done}) {
			return
		}
	}
}

// work is the loop of a thread. It makes its function when it has an item to apply
// it to, so that a panic of worker becomes the error of an item.
func work[A, B any](ctx context.Context, worker func() func(A) (B, error), todo <-chan job[A, B]) {
	var f func(A) (B, error)
	for j := range todo {
		if ctx.Err() != nil {
			return
		}
		value, err := fault.Catch(func() (B, error) {
			if f == nil {
				f = worker()
			}
			return f(j.item)
		})
		j.done <- result[B]{value, err}
	}
}

// take waits for the next result in order; ok is false after the last. When ctx ends
// it returns at once.
func take[B any](ctx context.Context, order <-chan chan result[B]) (value B, ok bool, err error) {
	var done chan result[B]
	select {
	case done, ok = <-order:
	case <-ctx.Done():
	}
	if !ok {
		return value, false, ctx.Err()
	}
	// The item may not have reached a thread when ctx ends; then nobody would ever fill done.
	select {
	case r := <-done:
		return r.value, true, r.err
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
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
