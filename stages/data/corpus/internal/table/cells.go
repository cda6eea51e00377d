package table

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Cells returns a function that returns the cells of the next row of any table, and its first line; io.EOF after the last. If comma is 0,
// each row has one cell.
func Cells(f *file.File, comma byte) func() (cells []string, row int64, err error) {
	in := cutter{from: f.Text, comma: comma}
	return func() ([]string, int64, error) {
		cells, err := in.next()
		var broken *schemas.FileError
		if err == nil || err == io.EOF || errors.As(err, &broken) {
			return cells, in.first, err
		}
		return nil, 0, &schemas.FileError{File: f.Path, Place: fmt.Sprintf("line %d", max(in.first, 1)), Err: err,
			Remedy: "write a quote within a cell in quotes twice, or leave out the quotes round the cell"}
	}
}
