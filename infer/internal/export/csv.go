package export

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// CSV says how CSV is written, by the rules of encoding/csv.
type CSV struct {
	Comma rune // 0: a comma
	Mark  bool // it begins with a byte order mark
	// Safe puts a ' before text of the user that begins like a formula (OWASP, CSV Injection), which programs that read the lines of
	// phrases or concepts must remove.
	Safe bool
	Raw  bool // cells of wide tables that look like formulas stay as they are
}

// Lines is the format of a table with a header and the lines of each document.
func (o CSV) Lines(header []string) rows.Format[Row] {
	cell := func(s string) string { return s }
	if o.Safe {
		cell = inert
	}
	return o.table(func() []string { return header }, func(d Row) [][]string { return d.Lines(cell) })
}

// table is the format of a table. It asks for the header with the first row, since the columns of a pipe are unknown before.
func (o CSV) table(header func() []string, lines func(Row) [][]string) rows.Format[Row] {
	return func(w io.Writer) (rows.Encoder[Row], error) {
		t := &table{to: w, header: header, lines: lines, mark: o.Mark}
		t.csv = csv.NewWriter(&t.buffer)
		t.csv.Comma = cmp.Or(o.Comma, ',')
		return t, nil
	}
}

type table struct {
	to     io.Writer
	header func() []string
	lines  func(Row) [][]string
	mark   bool
	buffer bytes.Buffer
	csv    *csv.Writer
	begun  bool
}

// Write writes the lines of each row in one call, the first with the header.
func (t *table) Write(all ...Row) error {
	for _, r := range all {
		if err := t.write(t.lines(r)); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) write(lines [][]string) error {
	if !t.begun {
		t.begun = true
		if t.mark {
			t.buffer.WriteString("\ufeff")
		}
		lines = append([][]string{t.header()}, lines...)
	}
	if err := t.csv.WriteAll(lines); err != nil || t.buffer.Len() == 0 {
		return err
	}
	_, err := t.buffer.WriteTo(t.to)
	return err
}

// Close writes the header of a table without rows.
func (t *table) Close() error { return t.write(nil) }

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
