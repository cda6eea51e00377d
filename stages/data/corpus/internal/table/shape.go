package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// sampled is the number of rows, with the header, by which a table is judged.
const sampled = 101

// sample returns the first rows of a text, at most so many, without the last one if the text is cut off; and whether all of them
// are in order.
func sample(begin []byte, most int, like cutter) (rows [][]string, fine bool) {
	c := cutter{from: bufio.NewReader(bytes.NewReader(begin)), comma: like.comma, quotes: like.quotes, spaced: like.spaced}
	for len(rows) < most {
		row, err := c.next()
		var quote errQuote
		switch {
		case err == io.EOF:
			return rows, true
		case errors.As(err, &quote) && quote.open && len(begin) >= file.LookedAt:
			return rows, true // the text is cut off within a cell
		case err != nil:
			return rows, false
		}
		if _, err := c.from.Peek(1); err == io.EOF && len(begin) >= file.LookedAt {
			return rows, true
		}
		rows = append(rows, row)
	}
	return rows, true
}

// shape is the number of cells that rows have.
type shape struct {
	width int  // of the header, with the row names
	named bool // each row begins with its name, for which the header has no cell
}

// shapeOf finds the shape of a table by its first rows, of which the first is the header. Rows have names if all of them,
// and at least two, have one cell more than the header, the first cells differ, and no row could have a comma of its text
// for a delimiter, or an empty cell at its end.
func shapeOf(header []string, rows [][]string) shape {
	s := shape{width: len(header)}
	if len(rows) < 3 {
		return s
	}
	seen, trailing := map[string]bool{}, true
	for _, row := range rows[1:] {
		inText := slices.ContainsFunc(row, func(cell string) bool { return strings.HasPrefix(cell, " ") })
		if len(row) != len(header)+1 || row[0] == "" || seen[row[0]] || inText {
			return s
		}
		seen[row[0]] = true
		trailing = trailing && row[len(row)-1] == ""
	}
	if trailing {
		return s
	}
	return shape{len(header) + 1, true}
}

// spaced reports whether a table has blanks between the delimiter and the quote that opens a cell: with them as blanks all of the
// first rows are in order and have the cells of the header, and most have such a quote.
func spaced(begin []byte, like cutter) bool {
	if like.quotes == None || like.comma == ' ' {
		return false
	}
	like.spaced = true
	rows, fine := sample(begin, sampled, like)
	if !fine || len(rows) < 2 {
		return false
	}
	opening := string(like.comma) + ` "`
	if n := strings.Count(string(begin), opening); n < len(rows)-1 {
		return false
	}
	return !slices.ContainsFunc(rows, func(row []string) bool { return len(row) != len(rows[0]) })
}

// fit returns a row with as many cells as the header: without empty cells at its end that are too many, and with empty ones
// where cells are lacking that nobody reads.
func (t *table) fit(row []string) ([]string, error) {
	width := t.shape.width
	if len(row) == width {
		return row, nil
	}
	for len(row) > width && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	if len(row) > width {
		return nil, fmt.Errorf("%s; put quotes round a cell that has the delimiter in its text, or give --delimiter", t.differs(row))
	}
	for part, at := range t.At {
		if at >= len(row) {
			return nil, fmt.Errorf("%s; write all cells of the row, also empty ones, since %q is read as its %s", t.differs(row), t.Header()[at], record.Keys()[part])
		}
	}
	if t.shape.named && len(row) < width {
		return nil, fmt.Errorf("%s; write all cells of the row", t.differs(row))
	}
	for len(row) < width {
		row = append(row, "")
	}
	return row, nil
}

// aside reports whether a row is none of the table, and warns of it: a header, see header.Chosen.Aside, or a note below the last row. A
// note is not cut by delimiters, and neither are the lines below it.
func (t *table) aside(row []string) bool {
	if t.Aside("line", t.in.first, len(row), func(i int) string { return row[i] }) {
		return true
	}
	if len(row) >= t.shape.width || !strings.Contains(row[0], " ") {
		return false
	}
	comma := string(rune(t.in.comma))
	note := strings.Join(row, comma)
	below, err := t.in.from.Peek(noteBytes)
	rest := note + string(below)
	ends := err == io.EOF && strings.Count(rest, comma) == strings.Count(rest, comma+" ")
	if ends && t.Warn != nil {
		t.Warn(fmt.Sprintf("%s: line %d is a note below the table and is left out: %.80q", t.file.Path, t.in.first, note))
	}
	return ends
}

// noteBytes is the most that notes take below a table.
const noteBytes = 4096

// differs says that a row has another number of columns than the header.
func (t *table) differs(row []string) string {
	over := ""
	if t.in.lines > t.in.first {
		over = fmt.Sprintf(" (in lines %d to %d: a quote may not be closed)", t.in.first, t.in.lines)
	}
	return fmt.Sprintf("has %d columns, the header has %d%s", len(row), t.shape.width, over)
}

// A cell with so many lines may have swallowed rows; the first such cells of a file are named.
const (
	manyLines = 10
	mostNamed = 3
)

// judge warns of a row one cell of which may be several rows, because a quote opens it and another one ends it rows later.
func (t *table) judge(row []string) {
	lines := t.in.lines - t.in.first + 1
	if lines < manyLines || t.Warn == nil || t.warned == mostNamed {
		return
	}
	for _, cell := range row {
		if n := t.rowsIn(cell); n >= manyLines-2 {
			t.warned++
			t.Warn(fmt.Sprintf("%s: lines %d to %d are one row, and %d lines of one of its cells look like rows: a quote may not be closed; if so, double it, or give --quotes none if no cell is quoted",
				t.file.Path, t.in.first, t.in.lines, n))
			return
		}
	}
}

// rowsIn returns the number of lines within a cell, but the first and the last, that have the cells of a row, if these are most
// of its lines.
func (t *table) rowsIn(cell string) (n int) {
	lines := strings.Split(cell, "\n")
	all := 0
	for _, line := range lines[min(len(lines), 1):max(len(lines)-1, 1)] {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if all++; strings.Count(line, string(t.in.comma))+1 == t.shape.width {
			n++
		}
	}
	if t.shape.width < 2 || 2*n <= all {
		return 0
	}
	return n
}
