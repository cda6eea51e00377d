package export

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Table is CSV by the rules of encoding/csv with lines for each row, which it writes in one call.
type Table[R any] struct {
	Header func() []string // asked for with the first row, since the columns of a pipe are unknown before
	Lines  func(R) [][]string
	Comma  rune // 0: a comma
	Mark   bool // begins with a byte order mark
}

// Format is the table's rows.Format.
func (t Table[R]) Format(w io.Writer) (rows.Encoder[R], error) {
	e := &encoder[R]{Table: t, to: w}
	e.csv = csv.NewWriter(&e.buffer)
	e.csv.Comma = cmp.Or(t.Comma, ',')
	return e, nil
}

type encoder[R any] struct {
	Table[R]
	to     io.Writer
	buffer bytes.Buffer
	csv    *csv.Writer
	begun  bool
}

// Write writes the lines of each row in one call, the first with the header.
func (e *encoder[R]) Write(all ...R) error {
	for _, r := range all {
		if err := e.write(e.Lines(r)); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder[R]) write(lines [][]string) error {
	if !e.begun {
		e.begun = true
		if e.Mark {
			e.buffer.WriteString("\ufeff")
		}
		lines = append([][]string{e.Header()}, lines...)
	}
	if err := e.csv.WriteAll(lines); err != nil || e.buffer.Len() == 0 {
		return err
	}
	_, err := e.buffer.WriteTo(e.to)
	return err
}

// Close writes the header of a table without rows.
func (e *encoder[R]) Close() error { return e.write(nil) }
