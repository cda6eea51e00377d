package table

import (
	"bytes"
	"math"
	"strings"
)

// Quotes says how the cells of a table are quoted.
type Quotes int

// A cell that begins with a quote ends with one, and a quote within it is doubled, or follows a backslash, as Spark and MySQL write it;
// or no cell is quoted. A cell between tabs that begins with a quote which does not end it is not quoted, as in exports of Web of Science.
const (
	Doubled Quotes = iota
	Backslash
	None
)

// QuotesOf returns how the cells of a table are quoted: Backslash if backslashes mark characters in its first rows, which only then
// all have the cells of the header; else Doubled.
func QuotesOf(begin []byte, comma byte) Quotes {
	for _, mark := range []string{`\"`, "\\\n", `\` + string(rune(comma))} {
		if bytes.Contains(begin, []byte(mark)) && !level(begin, cutter{comma: comma}) && level(begin, cutter{comma: comma, quotes: Backslash}) {
			return Backslash
		}
	}
	return Doubled
}

// level reports whether the first rows of a table are in order and have the cells of the header.
func level(begin []byte, like cutter) bool {
	rows, fine := sample(begin, math.MaxInt, like)
	for _, row := range rows {
		fine = fine && len(row) == len(rows[0])
	}
	return fine
}

// unmarked returns the text of a cell without the marks of quotes, delimiters and line ends.
func (q Quotes) unmarked(cell string, comma byte) string {
	if q != Backslash {
		return strings.ReplaceAll(cell, `""`, `"`)
	}
	if !strings.ContainsAny(cell, "\"\\") {
		return cell
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `""`, `"`, "\\\n", "\n", "\\\r\n", "\r\n", `\`+string(rune(comma)), string(rune(comma))).Replace(cell)
}
