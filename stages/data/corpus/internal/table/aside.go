package table

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
)

// aside reports whether a row is none of the table, and warns of it: the header again, or a note below the last row.
func (t *table) aside(row []string) bool {
	why := ""
	switch {
	case len(row) >= t.shape.width && t.Repeated(func(column int) string { return row[column] }):
		if t.copies {
			return true
		}
		t.copies = true
		why = header.Again
	case len(row) < t.shape.width && t.noted(row):
		why = fmt.Sprintf("is a note below the table and is left out: %.80q", strings.Join(row, string(rune(t.in.comma))))
	default:
		return false
	}
	if t.warn != nil {
		t.warn(fmt.Sprintf("%s: line %d %s", t.file.Path, t.in.first, why))
	}
	return true
}

// noteBytes is the most that notes take below a table, which ends with them.
const noteBytes = 4096

// noted reports whether a row and all lines below it are notes: words in one cell, or pieces of a sentence.
func (t *table) noted(row []string) bool {
	note := func(cells []string) bool {
		return strings.Contains(strings.TrimSpace(cells[0]), " ") && (len(cells) == 1 || strings.HasPrefix(cells[1], " "))
	}
	below, err := t.in.from.Peek(noteBytes)
	if !note(row) || err != io.EOF {
		return false
	}
	for line := range bytes.Lines(below) {
		cells := strings.Split(string(bytes.TrimSpace(line)), string(rune(t.in.comma)))
		if cells[0] != "" && !note(cells) || len(cells) >= t.shape.width {
			return false
		}
	}
	return true
}
