package corpus

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// absent is how Hive writes the value of rows that have none.
const absent = "__HIVE_DEFAULT_PARTITION__"

// partition returns the columns that folders of a path stand for, as Hive, Spark and DuckDB write them: those of a file
// year=2020/part-0.parquet have the column year, unless the file has such a column.
func partition(path string, columns []Column) (of []Column, cells []Cell) {
	folders := strings.Split(filepath.ToSlash(path), "/")
	for _, folder := range folders[:len(folders)-1] {
		name, value, ok := strings.Cut(folder, "=")
		has := slices.ContainsFunc(columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
		if !ok || name == "" || has {
			continue
		}
		cell := Cell{Text: value}
		if text, err := url.PathUnescape(value); err == nil {
			cell.Text = text
		}
		if value == absent {
			cell = Cell{Kind: EmptyCell}
		}
		of, cells = append(of, Column{Name: name}), append(cells, cell)
	}
	return of, cells
}

// placed adds the columns of a record's folders to its row.
func placed(r *Record) {
	g := GivenOf(r)
	if of, cells := partition(r.File, g.Columns); len(of) > 0 {
		g.Columns, g.Cells = slices.Concat(g.Columns, of), append(g.Cells, cells...)
		r.Given = g
	}
}
