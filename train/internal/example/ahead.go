package example

import (
	"io"
	"sync"

	"wrone2set/schemas"
)

// Ahead reads batches one after the other on a goroutine of its own, each
// while the one before is worked on. Until Stop returns nobody else may use
// the files.
type Ahead struct {
	batches chan result
	quit    chan struct{}
	done    sync.WaitGroup
}

type result struct {
	examples []schemas.Example
	err      error
}

// Ahead starts reading the batches, each a list of example numbers.
func (f *Files) Ahead(batches [][]int) *Ahead {
	a := &Ahead{batches: make(chan result), quit: make(chan struct{})}
	a.done.Go(func() {
		defer close(a.batches)
		for _, numbers := range batches {
			examples, err := f.Batch(numbers)
			select {
			case a.batches <- result{examples, err}:
			case <-a.quit:
				return
			}
			if err != nil {
				return
			}
		}
	})
	return a
}

// Next returns the next batch, io.EOF after the last one or after an error.
func (a *Ahead) Next() ([]schemas.Example, error) {
	r, ok := <-a.batches
	if !ok {
		return nil, io.EOF
	}
	return r.examples, r.err
}

// Stop ends the reading and waits for it to end. It may be called at any time,
// once.
func (a *Ahead) Stop() {
	close(a.quit)
	a.done.Wait()
}
