// Package example reads what preprocess made for a training: examples by their number, from any number of files, and their
// vocabulary.
package example

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
)

// Files is a list of examples files seen as one. Not for concurrent use.
type Files struct {
	paths []string
	files []*schemas.ExampleReader
	ends  []int // for each file, the number of examples in it and all files before
}

// Open opens the files. It fails if one cannot be read, or if they were made
// with different vocabularies.
func Open(paths []string) (*Files, error) {
	f := &Files{paths: paths}
	for _, path := range paths {
		r, err := schemas.OpenExamples(path)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		f.files = append(f.files, r)
		f.ends = append(f.ends, f.Len()+r.Len())
		if r.Header() != f.Header() {
			return nil, errors.Join(&schemas.FileError{
				File: path, Place: "metadata", Remedy: "run preprocess again",
				Err: fmt.Errorf("%w: the vocabulary is not that of %s", schemas.ErrSchema, paths[0]),
			}, f.Close())
		}
	}
	return f, nil
}

// Close closes the files.
func (f *Files) Close() error {
	var errs []error
	for _, r := range f.files {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// Len returns the number of examples.
func (f *Files) Len() int {
	if len(f.ends) == 0 {
		return 0
	}
	return f.ends[len(f.ends)-1]
}

// Header returns the size and digest of the vocabulary of all files; zero without files.
func (f *Files) Header() (h schemas.ExampleHeader) {
	if len(f.files) > 0 {
		h = f.files[0].Header()
	}
	return h
}

// At reads example i, numbered over the files in their order. It panics if
// there is none of that number.
func (f *Files) At(i int) (schemas.Example, error) {
	file, row := f.find(i)
	return f.files[file].At(row)
}

// Place returns the file of example i and its row there, counted from 1.
func (f *Files) Place(i int) (path string, row int64) {
	file, at := f.find(i)
	return f.paths[file], int64(at) + 1
}

// find returns the number of the file of example i, and the example's number there.
func (f *Files) find(i int) (file, row int) {
	for i >= f.ends[file] {
		file++
	}
	if file > 0 {
		i -= f.ends[file-1]
	}
	return file, i
}

// Batch reads the examples of these numbers, in that order.
func (f *Files) Batch(numbers []int) ([]schemas.Example, error) {
	batch := make([]schemas.Example, len(numbers))
	for k, i := range numbers {
		var err error
		if batch[k], err = f.At(i); err != nil {
			return nil, err
		}
	}
	return batch, nil
}

// Batches returns a function that reads these batches of examples one after the
// other and then returns io.EOF.
func (f *Files) Batches(batches [][]int) func() ([]schemas.Example, error) {
	return func() ([]schemas.Example, error) {
		if len(batches) == 0 {
			return nil, io.EOF
		}
		numbers := batches[0]
		batches = batches[1:]
		return f.Batch(numbers)
	}
}
