package table

import (
	"fmt"
	"io"
	"strings"
)

// noteBytes is the most that notes take below a table, which ends with them.
const noteBytes = 4096

// aside reports whether a row is none of the table, and warns of it: the header again, or a note below the last row. A note is not cut by
// delimiters, and neither are the lines below it.
func (t *table) aside(row []string) bool {
	if t.Again("line", t.in.first, len(row), func(i int) string { return row[i] }) {
		return true
	}
	if len(row) >= t.shape.width || !strings.Contains(row[0], " ") {
		return false
	}
	comma := string(rune(t.in.comma))
	text := strings.Join(row, comma)
	below, err := t.in.from.Peek(noteBytes)
	rest := text + string(below)
	if err != io.EOF || strings.Count(rest, comma) > strings.Count(rest, comma+" ") {
		return false
	}
	if t.warn != nil {
		t.warn(fmt.Sprintf("%s: line %d is a note below the table and is left out: %.80q", t.file.Path, t.in.first, text))
	}
	return true
}
