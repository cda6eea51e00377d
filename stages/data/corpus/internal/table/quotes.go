package table

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Quotes says how the cells of a table are quoted.
type Quotes int

// A cell that begins with a quote ends with one, and a quote within it is doubled, or follows a backslash, as Spark and MySQL write it;
// or no cell is quoted. Escaped is Backslash with \n and \t for a line end and a tab, as databases write them. A cell between tabs that begins with a quote which does not end it is not quoted, as in exports of Web of Science.
const (
	Doubled Quotes = iota
	Backslash
	Escaped
	None
)

// A table of a database has \N for a missing value, and no backslash before other characters than these.
var (
	missing = regexp.MustCompile(`(?m)(?:^|\t)\\N(?:\t|\r?$)`)
	closed  = regexp.MustCompile(`(?m)(?:^|\t)"[^\t\n]*"(?:\t|\r?$)`) // a cell between quotes
	foreign = regexp.MustCompile(`\\[^Nntrbfv\d\t\r\n]`)
)

// QuotesOf returns how the cells of a table are quoted, by its first rows: Escaped if it is one of a database; Backslash or None if only
// then all rows have the cells of the header, for None between tabs and if no cell begins and ends with a quote; else Doubled.
func QuotesOf(begin []byte, comma byte) Quotes {
	if comma == '\t' && missing.Match(begin) && !foreign.Match(bytes.ReplaceAll(begin, []byte(`\\`), nil)) {
		return Escaped
	}
	if level(begin, cutter{comma: comma}) {
		return Doubled
	}
	marked := slices.ContainsFunc([]string{`\"`, "\\\n", `\` + string(rune(comma))}, func(mark string) bool { return bytes.Contains(begin, []byte(mark)) })
	switch {
	case marked && level(begin, cutter{comma: comma, quotes: Backslash}):
		return Backslash
	case comma == '\t' && bytes.IndexByte(begin, '"') >= 0 && !closed.Match(begin) && level(begin, cutter{comma: comma, quotes: None}):
		return None
	}
	return Doubled
}

// level reports whether the first rows of a table are in order and have the cells of the header, and perhaps their names.
func level(begin []byte, like cutter) bool {
	rows, fine := sample(begin, math.MaxInt, like)
	if !fine || len(rows) == 0 {
		return fine
	}
	width := shapeOf(rows[0], rows).width
	return !slices.ContainsFunc(rows[1:], func(row []string) bool { return len(row) != width })
}

// unmarked returns the text of a cell without the marks of quotes, delimiters and line ends.
func (q Quotes) unmarked(cell string, comma byte) string {
	if !q.backslashed() {
		return strings.ReplaceAll(cell, `""`, `"`)
	}
	if !strings.ContainsAny(cell, "\"\\") {
		return cell
	}
	marks := []string{`\\`, `\`, `\"`, `"`, `""`, `"`, "\\\n", "\n", "\\\r\n", "\r\n", `\` + string(rune(comma)), string(rune(comma))}
	if q == Escaped {
		marks = append(marks, `\n`, "\n", `\t`, "\t", `\r`, "\r")
	}
	return strings.NewReplacer(marks...).Replace(cell)
}

// backslashed reports whether a backslash marks characters as text.
func (q Quotes) backslashed() bool { return q == Backslash || q == Escaped }
