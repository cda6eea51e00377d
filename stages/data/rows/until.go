package rows

import (
	"context"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Until calls f on another goroutine and returns its result, or ctx.Err() as soon as ctx ends. f is left running then: it is for
// computations of a minute that cannot be interrupted, before a process that ends. f must not use anything that its caller
// closes or changes. A panic of f becomes an error.
func Until[T any](ctx context.Context, f func() (T, error)) (T, error) {
	done := make(chan result[T], 1) // room for one: f never waits for a caller that has gone
	go func() {
		value, err := fault.Catch(f)
		done <- result[T]{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
