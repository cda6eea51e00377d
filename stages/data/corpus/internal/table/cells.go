package table

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Cells reads the rows of any table, without choosing columns.
type Cells struct {
	file *file.File
	in   cutter
}

// NewCells returns the rows of a text, each of one cell if comma is 0.
func NewCells(f *file.File, comma byte) *Cells {
	return &Cells{f, cutter{from: f.Text, comma: comma}}
}

// Close closes the file.
func (c *Cells) Close() error { return c.file.Close() }

// Cells returns the cells of the next row, and its first line; io.EOF after the last.
func (c *Cells) Cells() (cells []string, row int64, err error) {
	cells, err = c.in.next()
	var broken *schemas.FileError
	if err == nil || err == io.EOF || errors.As(err, &broken) {
		return cells, c.in.first, err
	}
	return nil, 0, &schemas.FileError{File: c.file.Path, Place: fmt.Sprintf("line %d", max(c.in.first, 1)), Err: err,
		Remedy: "write a quote within a cell in quotes twice, or leave out the quotes round the cell"}
}
