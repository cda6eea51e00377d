package table

import (
	"fmt"
	"strings"
)

// A cell with so many lines may have swallowed rows; the first such cells of a file are named.
const (
	manyLines = 10
	mostNamed = 3
)

// judge warns of a row one cell of which may be several rows, because a quote opens it and another one ends it rows later.
func (t *table) judge(row []string) {
	lines := t.in.lines - t.in.first + 1
	if lines < manyLines || t.warn == nil || t.warned == mostNamed {
		return
	}
	for _, cell := range row {
		if n := t.rowsIn(cell); n >= manyLines-2 {
			t.warned++
			t.warn(fmt.Sprintf("%s: lines %d to %d are one row, and %d lines of one of its cells look like rows: a quote may not be closed; if so, double it, or give --quotes none if no cell is quoted",
				t.file.Path, t.in.first, t.in.lines, n))
			return
		}
	}
}

// rowsIn returns the number of lines within a cell, but the first and the last, that have the cells of a row, if these are most
// of its lines.
func (t *table) rowsIn(cell string) (n int) {
	comma := string(t.in.comma)
	all := 0
	_, rest, _ := strings.Cut(cell, "\n")
	for {
		line, after, more := strings.Cut(rest, "\n")
		if !more {
			break
		}
		rest = after
		if strings.TrimSpace(line) == "" {
			continue
		}
		if all++; strings.Count(line, comma)+1 == t.shape.width {
			n++
		}
	}
	if t.shape.width < 2 || 2*n <= all {
		return 0
	}
	return n
}
