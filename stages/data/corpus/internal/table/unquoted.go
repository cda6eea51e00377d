package table

import (
	"bufio"
	"encoding/csv"
	"io"
	"strings"
)

// rows are the rows of a table, as csv.Reader has them.
type rows interface {
	Read() ([]string, error)
	InputOffset() int64
	FieldPos(field int) (line, column int)
}

// unquoted reads a table without quotes: each line is a row, and its cells are what the delimiter separates. Empty lines
// are no rows.
type unquoted struct {
	in     *bufio.Reader
	comma  string
	width  int // cells of a row; 0 before the first
	line   int // lines so far
	offset int64
}

func newUnquoted(r io.Reader, comma rune, width int) *unquoted {
	return &unquoted{in: bufio.NewReader(r), comma: string(comma), width: width}
}

// Read returns the next row. For a row with another number of cells it returns the error of csv.Reader too.
func (u *unquoted) Read() ([]string, error) {
	for {
		line, err := u.in.ReadString('\n')
		if err != nil && (err != io.EOF || line == "") {
			return nil, err
		}
		u.line++
		u.offset += int64(len(line))
		if line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"); line == "" {
			continue
		}
		row := strings.Split(line, u.comma)
		if u.width == 0 {
			u.width = len(row)
		}
		if len(row) != u.width {
			return row, &csv.ParseError{StartLine: u.line, Line: u.line, Column: 1, Err: csv.ErrFieldCount}
		}
		return row, nil
	}
}

// InputOffset returns the number of bytes that the rows so far have taken.
func (u *unquoted) InputOffset() int64 { return u.offset }

// FieldPos returns the line of the last row.
func (u *unquoted) FieldPos(int) (line, column int) { return u.line, 1 }
