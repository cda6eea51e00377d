package rows

import (
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
)

// Files reads Parquet files of one table in the given order as one list. It is a
// Reader, holds one file open at a time, and is not safe for concurrent use.
type Files[R any] struct {
	table schemas.Table[R]
	by    schemas.Opener
	paths []string
	rows  int64 // in total
	left  int64 // not yet returned
	next  int   // index of the file to open next
	open  *schemas.TableReader[R]
	at    int64 // number of the last row returned in the open file, from 1
}

// Open checks the head of every file and counts the rows before it reads the first
// row: a file that cannot be used is found at the start, not after hours.
func Open[R any](table schemas.Table[R], paths []string, by schemas.Opener) (*Files[R], error) {
	f := &Files[R]{table: table, by: by, paths: paths}
	for _, path := range paths {
		r, err := table.OpenBy(path, by)
		if err != nil {
			return nil, err
		}
		f.rows += r.Rows()
		if err := r.Close(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	f.left = f.rows
	return f, nil
}

// Rows returns the number of rows in total.
func (f *Files[R]) Rows() int64 { return f.rows }

// Place names the file of the last row that Next returned, and the row's number in
// it, from 1. Before the first row it returns the first file and 0.
func (f *Files[R]) Place() (file string, row int64) {
	if len(f.paths) == 0 {
		return "", 0
	}
	return f.paths[max(f.next-1, 0)], f.at
}

// Next returns the next row, which the caller owns, and io.EOF after the last.
func (f *Files[R]) Next() (R, error) {
	for f.left > 0 {
		if f.open == nil {
			if err := f.advance(); err != nil {
				return *new(R), err
			}
		}
		row, err := f.open.Next()
		if err == nil {
			f.left, f.at = f.left-1, f.at+1
			return row, nil
		}
		if err != io.EOF {
			return *new(R), err
		}
		if err := f.Close(); err != nil {
			return *new(R), err
		}
	}
	return *new(R), io.EOF
}

// advance opens the next file.
func (f *Files[R]) advance() (err error) {
	if f.next == len(f.paths) {
		return fmt.Errorf("%s files changed while they were read: %d rows are missing", f.table.Name, f.left)
	}
	f.open, err = f.table.OpenBy(f.paths[f.next], f.by)
	f.next, f.at = f.next+1, 0
	return err
}

// Close closes the open file. Rows not read stay unread.
func (f *Files[R]) Close() error {
	if f.open == nil {
		return nil
	}
	open := f.open
	f.open = nil
	return open.Close()
}
