// Package corpus reads training examples by their number, from any number of
// files, and reads the next batch while the current one is computed.
package corpus

import (
	"errors"
	"fmt"

	"wrone2set/schemas"
)

// Corpus is a list of examples files seen as one. Not for concurrent use, but
// for Ahead.
type Corpus struct {
	files []*schemas.ExampleReader
	ends  []int // of each file: the number of examples up to and with it
	head  schemas.ExampleHeader
}

// Open opens the files. It fails if one cannot be read, or if they were made
// with different vocabularies.
func Open(paths []string) (*Corpus, error) {
	c := &Corpus{}
	for i, path := range paths {
		f, err := schemas.OpenExamples(path)
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		c.files = append(c.files, f)
		c.ends = append(c.ends, c.Len()+f.Len())
		if i == 0 {
			c.head = f.Header()
		} else if f.Header() != c.head {
			return nil, errors.Join(&schemas.FileError{
				File: path, Place: "metadata", Remedy: "run preprocess again",
				Err: fmt.Errorf("%w: the vocabulary is another than that of %s", schemas.ErrSchema, paths[0]),
			}, c.Close())
		}
	}
	return c, nil
}

// Close closes the files.
func (c *Corpus) Close() error {
	var errs []error
	for _, f := range c.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// Len is the number of examples.
func (c *Corpus) Len() int {
	if len(c.ends) == 0 {
		return 0
	}
	return c.ends[len(c.ends)-1]
}

// Header names the vocabulary of all files; zero without files.
func (c *Corpus) Header() schemas.ExampleHeader { return c.head }

// At reads example i, numbered over the files in their order. It panics if
// there is none of that number.
func (c *Corpus) At(i int) (schemas.Example, error) {
	file, start := 0, 0
	for i >= c.ends[file] {
		start = c.ends[file]
		file++
	}
	return c.files[file].At(i - start)
}

// Batch reads the examples of these numbers, in that order.
func (c *Corpus) Batch(numbers []int) ([]schemas.Example, error) {
	batch := make([]schemas.Example, len(numbers))
	for k, i := range numbers {
		var err error
		if batch[k], err = c.At(i); err != nil {
			return nil, err
		}
	}
	return batch, nil
}
