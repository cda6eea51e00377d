package export

import (
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Wide writes tables with one row per document: the columns that the document has in its file, then those of its labels.
type Wide struct {
	Layout *corpus.Layout
	Ours   []corpus.Column // of the labels
	By     []string        // columns of the documents that the table lacks, since its folder has their values
}

// Column returns the index of a column of the documents, -1 for none: of several with that name, the first, else one that differs in case.
func (o Wide) Column(name string) int {
	same := func(c corpus.Column) bool { return c.Name == name }
	if !slices.ContainsFunc(o.Layout.Columns, same) {
		same = func(c corpus.Column) bool { return strings.EqualFold(strings.TrimSpace(c.Name), name) }
	}
	return slices.IndexFunc(o.Layout.Columns, same)
}

// Folder returns the folder of a document, "" or with a slash at its end.
func (o Wide) Folder(d Row) (folder string) {
	for _, name := range o.By {
		i := o.Column(name)
		folder += corpus.Folder(o.Layout.Columns[i].Name, d.Cells[i]) + "/"
	}
	return folder
}

// kept returns what a table has of the columns, or of the cells, of the documents.
func kept[T any](o Wide, all []T) []T {
	all = slices.Clone(all)
	var left []int
	for _, name := range o.By {
		left = append(left, o.Column(name))
	}
	slices.Sort(left)
	for _, i := range slices.Backward(left) {
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// columns returns all columns: those of the documents, then ours. One of ours gets another name if the documents have
// a column of its name.
func (o Wide) columns() []corpus.Column {
	columns := kept(o, o.Layout.Columns)
	taken := map[string]bool{}
	for _, c := range columns {
		taken[strings.ToLower(strings.TrimSpace(c.Name))] = true
	}
	for _, c := range o.Ours {
		for taken[c.Name] {
			c.Name = "predicted_" + c.Name
		}
		columns = append(columns, c)
	}
	return columns
}

// header returns the names of all columns.
func (o Wide) header() []string {
	var names []string
	for _, c := range o.columns() {
		names = append(names, c.Name)
	}
	return names
}

// cells returns the cells of a document, by column.
func (o Wide) cells(d Row) []corpus.Cell { return slices.Concat(kept(o, d.Cells), d.Table()) }

// CSV is the format of a table. Unless how.RawCells is set, no cell begins like a formula, see inert, but numbers such as -5 stay as they
// are.
func (o Wide) CSV(how Tables) rows.Format[Row] {
	return table(how, func() []string { return how.line(o.header()) }, func(d Row) [][]string {
		var cells []string
		for _, c := range o.cells(d) {
			cells = append(cells, c.Text)
		}
		return [][]string{how.line(cells)}
	})
}

// line returns the cells without formulas.
func (o Tables) line(cells []string) []string {
	for i := range cells {
		if !o.RawCells && !idle.MatchString(cells[i]) {
			cells[i] = inert(cells[i])
		}
	}
	return cells
}

// idle matches cells that begin like a formula, but that no spreadsheet calculates: a number with its sign, and marks alone,
// which stand for a missing value. +1+1 and -5-3 are formulas.
var idle = regexp.MustCompile(`^(?:[+-]?(?:\d[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)?|[-+.,]+)$`)
