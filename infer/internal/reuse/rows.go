package reuse

import (
	"io"

	"github.com/wrone2set/wrone2set/schemas"
)

// Rows reads rows of several files by their numbers. It is fast if the numbers rise, and passes over row groups without reading them.
// It holds one file open, and is not safe for concurrent use.
type Rows[R any] struct {
	table schemas.Table[R]
	files []string
	by    schemas.Opener
	ends  []int64 // number after the last row of each file
	used  []bool  // by file, since the last Used

	open *schemas.TableReader[R]
	file int   // index of the open file
	next int64 // number of the row that open gives next
	last R     // row next-1, if open is not nil
}

// NewRows returns the rows of files, in which they end before these numbers.
func NewRows[R any](table schemas.Table[R], files []string, ends []int64, by schemas.Opener) *Rows[R] {
	return &Rows[R]{table: table, files: files, by: by, ends: ends, used: make([]bool, len(files))}
}

// At returns a row, which must exist. Rows of the same number share their lists.
func (r *Rows[R]) At(number int64) (row R, err error) {
	if r.open != nil && number == r.next-1 {
		return r.last, nil
	}
	if r.open == nil || number < r.next || number >= r.ends[r.file] {
		if err := r.enter(number); err != nil {
			return row, err
		}
	}
	if err := r.open.Skip(number - r.next); err != nil {
		return row, err
	}
	if r.last, err = r.open.Next(); err == io.EOF {
		err = &schemas.FileError{File: r.files[r.file], Err: io.ErrUnexpectedEOF, Remedy: "it changed while it was read; run the same command again"}
	}
	r.next = number + 1
	return r.last, err
}

// enter opens the file that has a row.
func (r *Rows[R]) enter(number int64) (err error) {
	if err := r.Close(); err != nil {
		return err
	}
	for r.file, r.next = 0, 0; number >= r.ends[r.file]; r.file++ {
		r.next = r.ends[r.file]
	}
	r.used[r.file] = true
	r.open, err = r.table.OpenBy(r.files[r.file], r.by)
	return err
}

// Used returns the files that rows were read from since the last call.
func (r *Rows[R]) Used() (files []string) {
	for i, used := range r.used {
		if used {
			files = append(files, r.files[i])
		}
		r.used[i] = r.open != nil && i == r.file
	}
	return files
}

// Close closes the open file.
func (r *Rows[R]) Close() error {
	if r.open == nil {
		return nil
	}
	open := r.open
	r.open = nil
	return open.Close()
}
