package table

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// Quotes says how the cells of a table are quoted.
type Quotes int

// A cell that begins with a quote ends with one, and a quote within it is doubled, or follows a backslash, as Spark and MySQL write it;
// or no cell is quoted.
const (
	Doubled Quotes = iota
	Backslash
	None
)

// QuotesOf returns how the cells of a table are quoted, by its first rows: the first way in which all of them have the cells of the
// header, provided that marks or quotes of this way occur; else Doubled. Exports of Web of Science with tabs have no quotes.
func QuotesOf(begin []byte, comma byte) Quotes {
	if rows, level := levelled(begin, cutter{comma: comma}); level && !tagged(rows, comma) {
		return Doubled
	}
	escapes := bytes.Contains(begin, []byte(`\"`)) || bytes.Contains(begin, []byte{'\\', comma}) || bytes.Contains(begin, []byte("\\\n"))
	if _, level := levelled(begin, cutter{comma: comma, quotes: Backslash}); level && escapes {
		return Backslash
	}
	rows, level := levelled(begin, cutter{comma: comma, quotes: None})
	if !level {
		return Doubled
	}
	header, begun := count(rows[:1])
	enclosed, others := count(rows[1:])
	if header+begun == 0 && (others > enclosed || enclosed == 0 && tagged(rows, comma)) {
		return None
	}
	return Doubled
}

// levelled returns the first rows of a table, and whether they are in order and all have the cells of the header, without empty ones at
// their ends.
func levelled(begin []byte, like cutter) (rows [][]string, level bool) {
	rows, level = sample(begin, math.MaxInt, like)
	for _, row := range rows {
		for len(row) > len(rows[0]) && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		level = level && len(row) == len(rows[0])
	}
	return rows, level && len(rows) > 1
}

// tagged reports whether a table has tabs between columns that are called by tags, as Web of Science has them.
func tagged(rows [][]string, comma byte) bool {
	return comma == '\t' && len(rows) > 0 && slices.Contains(rows[0], "TI") && slices.Contains(rows[0], "AB")
}

// count counts the cells that begin with a quote: those that another one ends, and those with text behind it.
func count(rows [][]string) (enclosed, others int) {
	for _, cell := range slices.Concat(rows...) {
		inner, quoted := strings.CutPrefix(cell, `"`)
		text, ends := strings.CutSuffix(inner, `"`)
		switch {
		case quoted && ends && strings.Count(text, `"`) == 2*strings.Count(text, `""`):
			enclosed++
		case quoted && strings.Contains(inner, `"`):
			others++
		}
	}
	return enclosed, others
}

// unmarked returns the text of a cell without the marks of quotes, delimiters and line ends.
func (q Quotes) unmarked(cell string, comma byte) string {
	if q != Backslash {
		return strings.ReplaceAll(cell, `""`, `"`)
	}
	if !strings.ContainsAny(cell, "\"\\") {
		return cell
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `""`, `"`, "\\\n", "\n", "\\\r\n", "\r\n", `\`+string(comma), string(comma)).Replace(cell)
}
