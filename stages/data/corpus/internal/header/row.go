package header

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Within is the number of rows at the start of a table among which its header is looked for.
const Within = 30

// Row returns the index of the header among the first rows of a table and the number of parts of a document that it names; -1 and 0 if
// there is none. The header is the first row, or else the first one below a heading that names a title or a text, has more cells than each
// row above it, and no cell that begins with a blank, as pieces of a sentence do. A row above it that names a part may be the heading:
// it is the only cell, or names fewer parts.
func Row(rows [][]string, c *record.Names) (at, parts int) {
	free := *c
	free.Must = [record.Fields]bool{}
	at = -1
	most, only := 0, false
	for i, row := range rows {
		columns, err := free.Choose(row)
		named := 0
		for _, column := range columns {
			if column >= 0 {
				named++
			}
		}
		spaced := slices.ContainsFunc(row, func(cell string) bool { return strings.HasPrefix(cell, " ") })
		filled := len(slices.DeleteFunc(slices.Clone(row), func(cell string) bool { return strings.TrimSpace(cell) == "" }))
		if err == nil && (i == 0 || filled > max(most, 1) && !spaced && (named > parts || only)) {
			at, parts, only = i, named, filled == 1
		}
		if parts > 1 {
			break
		}
		if !spaced || at == i {
			most = max(most, filled)
		}
	}
	return at, parts
}
