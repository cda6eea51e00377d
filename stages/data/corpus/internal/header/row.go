package header

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Within is the number of rows at the start of a table among which its header is looked for.
const Within = 30

// Row returns the index of the header among the first rows of a table, and the number of parts of a document that it names; 0 and 0 if
// there is none. It is the first row that names a title or a text; but one below the first has more cells than each row above it, none of
// which begins with a blank, as pieces of a sentence do, or it has as many, all of them words of headers, and stands below a header in a
// language that is not known. A later such row is the header instead if it names more parts, or if the one before is a single word: a
// title, or names of groups of columns. Without names every row is a row.
func Row(rows [][]string, c *record.Names) (at, parts int) {
	if c == nil {
		return 0, 0
	}
	free := *c
	free.Must = [record.Fields]bool{}
	most, word := 0, false // most cells of a row so far
	for i, row := range rows {
		columns, err := free.Choose(row)
		named := len(slices.DeleteFunc(columns[:], func(column int) bool { return column < 0 }))
		filled := len(slices.DeleteFunc(slices.Clone(row), func(cell string) bool { return strings.TrimSpace(cell) == "" }))
		spaced := slices.ContainsFunc(row, func(cell string) bool { return strings.HasPrefix(cell, " ") })
		wider := filled > max(most, 1) && (named > parts || word)
		below := !spaced && (wider || parts == 0 && named > 1 && filled == most && allWords(row))
		if err == nil && (i == 0 || below) {
			at, parts, word = i, named, filled == 1
		}
		if parts > 1 {
			break
		}
		if !spaced {
			most = max(most, filled)
		}
	}
	return at, parts
}

// allWords reports whether each cell of a row that is not blank is a word of headers.
func allWords(row []string) bool {
	words := record.HeaderWords()
	return !slices.ContainsFunc(row, func(cell string) bool {
		_, ok := words.Of(cell)
		return !ok && strings.TrimSpace(cell) != ""
	})
}
