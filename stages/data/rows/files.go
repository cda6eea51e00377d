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
	files []counted
	rows  int64 // in total, after cuts
	left  int64 // not yet returned
	skip  int64 // to skip before the next
	next  int   // index of the file to open next
	open  *schemas.TableReader[R]
	at    int64 // number of the last row returned in the open file, from 1
}

// counted is one of the files with the number of its rows, including rows that are cut.
type counted struct {
	Path string
	Rows int64
}

// Open checks the head of every file and counts the rows before it reads the first
// row: a file that cannot be used is found at the start, not after hours.
func Open[R any](table schemas.Table[R], paths []string, by schemas.Opener) (*Files[R], error) {
	f := &Files[R]{table: table, by: by}
	for _, path := range paths {
		r, err := table.OpenBy(path, by)
		if err != nil {
			return nil, err
		}
		f.files = append(f.files, counted{path, r.Rows()})
		f.rows += r.Rows()
		if err := r.Close(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	f.left = f.rows
	return f, nil
}

// Cut keeps rows lo to hi (exclusive), counted from the first row that earlier cuts
// left; fewer if there are fewer. It must come before the first Next.
func (f *Files[R]) Cut(lo, hi int64) {
	hi = min(hi, f.rows)
	lo = min(lo, hi)
	f.skip += lo
	f.rows, f.left = hi-lo, hi-lo
}

// Rows returns the number of rows in total, after cuts.
func (f *Files[R]) Rows() int64 { return f.rows }

// Place names the file of the last row that Next returned, and the row's number in
// it, from 1. Before the first row it returns the first file and 0.
func (f *Files[R]) Place() (file string, row int64) {
	if len(f.files) == 0 {
		return "", 0
	}
	return f.files[max(f.next-1, 0)].Path, f.at
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

// advance opens the file that holds the next row and skips the rows before it.
func (f *Files[R]) advance() (err error) {
	for f.next < len(f.files) && f.skip >= f.files[f.next].Rows {
		f.skip -= f.files[f.next].Rows // a file that is skipped as a whole, or is empty, is not opened again
		f.next++
	}
	if f.next == len(f.files) {
		return fmt.Errorf("%s files changed while they were read: %d rows are missing", f.table.Name, f.left)
	}
	if f.open, err = f.table.OpenBy(f.files[f.next].Path, f.by); err != nil {
		return err
	}
	f.next++
	f.at, f.skip = f.skip, 0
	return f.open.Skip(f.at)
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
