package table

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Cells returns a function that returns the cells of the next row of any table, and its first line; io.EOF after the last. If comma is 0,
// each row has one cell.
func Cells(path string, from *bufio.Reader, comma byte) func() (cells []string, row int64, err error) {
	in := cutter{from: from, comma: comma}
	return func() ([]string, int64, error) {
		cells, err := in.next()
		var broken *schemas.FileError
		if err == nil || err == io.EOF || errors.As(err, &broken) {
			return cells, in.first, err
		}
		return nil, 0, &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", max(in.first, 1)), Err: err,
			Remedy: "write a quote within a cell in quotes twice, or leave out the quotes round the cell"}
	}
}

// unwrapped is a reader of rows that are each a cell of another table.
type unwrapped struct {
	next  func() ([]string, int64, error)
	comma string // of the other table
	left  string
}

// Unwrap reads a table each row of which is a cell in quotes, as Excel saves one that it opened as a single column. If comma is not 0, it
// separates that cell from empty ones, and may have cut the row into several.
func Unwrap(f *file.File, comma byte) {
	f.Convert(func(from io.Reader) io.Reader {
		return &unwrapped{next: Cells(f.Path, bufio.NewReader(from), comma), comma: string(rune(comma))}
	})
}

func (u *unwrapped) Read(p []byte) (int, error) {
	if u.left == "" {
		row, _, err := u.next()
		if err != nil {
			return 0, err
		}
		for row[len(row)-1] == "" && len(row) > 1 {
			row = row[:len(row)-1]
		}
		u.left = strings.Join(row, u.comma) + "\n"
	}
	n := copy(p, u.left)
	u.left = u.left[n:]
	return n, nil
}
