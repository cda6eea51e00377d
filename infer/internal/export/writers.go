package export

import (
	"errors"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// File is the name of a file, and how rows are written to it.
type File[R any] struct {
	Name   string
	Format rows.Format[R]
}

// Writers write rows to several files.
type Writers[R any] []*rows.Writer[R]

// Create opens the files. After an error none is open.
func Create[R any](create func(string) (*stages.File, error), files []File[R]) (all Writers[R], err error) {
	for _, f := range files {
		w, err := rows.Create(create, f.Name, f.Format)
		if err != nil {
			all.Abort()
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// Write adds a row to every file.
func (all Writers[R]) Write(r R) error {
	for _, w := range all {
		if err := w.Write(r); err != nil {
			return err
		}
	}
	return nil
}

// Close finishes every file.
func (all Writers[R]) Close() error {
	var errs []error
	for _, w := range all {
		errs = append(errs, w.Close())
	}
	return errors.Join(errs...)
}

// Abort drops the files that are not closed.
func (all Writers[R]) Abort() {
	for _, w := range all {
		w.Abort()
	}
}
