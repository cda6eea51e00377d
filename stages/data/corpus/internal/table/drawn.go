package table

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// A table that is drawn for the eye, by psql, MySQL or in Markdown, has bars between blanks, and lines of dashes above or below its header.
var (
	rule   = regexp.MustCompile(`^[\s|+]*[+:=-]{3,}[\s|+:=-]*$`)
	footer = regexp.MustCompile(`^\s*(?:\(\d+ rows?\)|\d+ rows? in set.*)\s*$`)
)

// drawn is a reader of a drawn table, which it makes one with commas, line by line.
type drawn struct {
	in    cutter
	outer bool  // bars stand at both ends of lines
	width int   // of the last column, from the line below the header
	at    int64 // lines that it has given
	left  string
}

// Header returns the names of the columns of a drawn table that begins a text; nil for another text.
func Header(begin []byte) (names []string) {
	lines, bars := bytes.Split(begin, []byte("\n")), -1
	for i, line := range lines[:min(len(lines), 5)] {
		switch {
		case rule.Match(line):
			if names != nil {
				return names
			}
		case names == nil && bytes.Contains(line, []byte(" | ")):
			names, bars = barred(strings.Split(string(line), "|"), outer(line)), bytes.Count(line, []byte(" | "))
		case names == nil && len(bytes.TrimSpace(line)) > 0, names != nil && bytes.Count(line, []byte(" | ")) != bars && i+1 < len(lines):
			return nil
		}
	}
	return names
}

// outer reports whether a header has bars at its ends.
func outer(header []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(header), []byte("|")) }

// Undraw reads a drawn table as one with commas.
func Undraw(f *file.File, begin []byte) {
	d := drawn{in: cutter{comma: '|', quotes: None}}
	if bytes.Contains(begin, []byte(`\|`)) {
		d.in.quotes = Backslash
	}
	for line := range bytes.Lines(begin) {
		if d.outer = outer(line); len(bytes.TrimSpace(line)) > 0 && !rule.Match(bytes.TrimSpace(line)) {
			break
		}
	}
	f.Convert(func(from io.Reader) io.Reader {
		d.in.from = bufio.NewReader(from)
		return &d
	})
}

// barred returns the cells of a line without the blanks round them, and without those outside the bars at its ends.
func barred(cells []string, outer bool) []string {
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(cell)
	}
	if outer {
		cells = cells[1:]
		if n := len(cells) - 1; n > 0 && cells[n] == "" {
			cells = cells[:n]
		}
	}
	return cells
}

// row returns the cells of the next row. psql puts a plus behind a cell that the next line goes on with.
func (d *drawn) row() (cells []string, err error) {
	for more := true; more; {
		row, err := d.in.next()
		if err != nil {
			return cells, err
		}
		if line := d.in.text[:d.in.end()]; rule.Match(line) || footer.Match(line) {
			d.width = max(d.width, len(line)-1-bytes.LastIndexByte(line, '+'))
			continue
		}
		if more = false; cells == nil {
			d.left = strings.Repeat("\n", int(max(d.in.first-1-d.at, 0)))
		}
		for i, cell := range row {
			text, goes := strings.CutSuffix(cell, "+")
			if goes && !d.outer && (i+1 < len(row) || utf8.RuneCountInString(cell) == d.width) { // the last column is not padded
				row[i], more = text, true
			}
		}
		row = barred(row, d.outer)
		for i, cell := range row {
			if i >= len(cells) {
				cells = append(cells, cell)
			} else if cell != "" {
				cells[i] += "\n" + cell
			}
		}
	}
	return cells, nil
}

func (d *drawn) Read(p []byte) (int, error) {
	for d.left == "" {
		cells, err := d.row()
		if cells == nil {
			return 0, err
		}
		for i, cell := range cells {
			if i > 0 {
				d.left += ","
			}
			d.left += `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		d.left += "\n"
		d.at = d.in.lines
	}
	n := copy(p, d.left)
	d.left = d.left[n:]
	return n, nil
}
