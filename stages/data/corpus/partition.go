package corpus

import (
	"fmt"
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
		if text, err := url.PathUnescape(name); err == nil {
			name = text
		}
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

// Folder returns the name of the folder for a value of a column, such as year=2020: with % before the hexadecimal code of the characters
// that Hive escapes, so that the folder is one folder on every file system, and of what this program would take for a hidden file or the
// number of a part.
func Folder(column string, value Cell) string {
	folder := escapes.Replace(strings.TrimSpace(column)) + "="
	if strings.HasPrefix(folder, ".") {
		folder = "%2E" + folder[1:]
	}
	if value.Kind == EmptyCell || value.Text == "" {
		return folder + absent
	}
	return strings.ReplaceAll(folder+escapes.Replace(value.Text), "-of-", "-of%2D")
}

// escapes replaces the characters that Hive escapes in names of folders.
var escapes = func() *strings.Replacer {
	var pairs []string
	for c := range byte(0x80) {
		if c < ' ' || c == 0x7f || strings.IndexByte("\"#%'*/:=?\\{[]^<>|", c) >= 0 {
			pairs = append(pairs, string(rune(c)), fmt.Sprintf("%%%02X", c))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// placed adds the columns of a record's folders to its row.
func placed(r *Record) {
	g := GivenOf(r)
	if of, cells := partition(r.File, g.Columns); len(of) > 0 {
		g.Columns, g.Cells = slices.Concat(g.Columns, of), append(g.Cells, cells...)
		r.Given = g
	}
}
