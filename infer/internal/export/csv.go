package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Lines is the format of a table with a header and the lines of each document, by the rules of encoding/csv. With SpreadsheetSafe, text of the
// user that begins like a formula has a ' before it (OWASP, CSV Injection), which programs that read the table must remove.
func (o Tables) Lines(header []string) rows.Format[Row] {
	cell := func(s string) string { return s }
	if o.SpreadsheetSafe {
		cell = inert
	}
	return table(o, func() []string { return header }, func(d Row) [][]string { return d.Lines(cell) })
}

// table is the format of a table. It writes the lines of a row in one call, the first with the header.
func table[R any](o Tables, header func() []string, lines func(R) [][]string) rows.Format[R] {
	return func(w io.Writer) (rows.Encoder[R], error) {
		var buffer bytes.Buffer
		c := csv.NewWriter(&buffer)
		c.Comma, _ = o.comma() // checked with the other settings
		write := func(lines [][]string) error {
			if err := c.WriteAll(lines); err != nil {
				return err
			}
			_, err := buffer.WriteTo(w)
			return err
		}
		begin := func() error {
			if o.BOM {
				buffer.WriteString("\ufeff")
			}
			return c.Write(header())
		}
		return &encoder[R]{begin: begin, write: func(r R) error { return write(lines(r)) }, end: func() error { return write(nil) }}, nil
	}
}

// formulas are the first characters of a formula, also in full width, and the characters that a spreadsheet skips
// before one.
const formulas = "=+-@＝＋－＠\t\r\n\x00"

// inert returns a cell that no spreadsheet runs as a formula: with a leading ' if it begins like one.
func inert(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell != "" && strings.ContainsRune(formulas, first) {
		return "'" + cell
	}
	return cell
}

// Score formats a score with the fewest digits that give it back.
func Score(p float32) string { return strconv.FormatFloat(float64(p), 'g', -1, 32) }

// Number formats a number, "" for none.
func Number(n *int32) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(int(*n))
}
