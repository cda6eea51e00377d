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
}

// columns returns all columns: those of the documents, then ours. One of ours gets another name if the documents have
// a column of its name.
func (o Wide) columns() []corpus.Column {
	columns := slices.Clone(o.Layout.Columns)
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
func (o Wide) cells(d Row) []corpus.Cell { return slices.Concat(d.Cells, d.Table()) }

// CSV is the format of a table. Unless how.Raw is set, no cell begins like a formula, see inert, but numbers such as -5 stay as they
// are.
func (o Wide) CSV(how CSV) rows.Format[Row] {
	return how.table(func() []string { return how.line(o.header()) }, func(d Row) [][]string {
		var cells []string
		for _, c := range o.cells(d) {
			cells = append(cells, c.Text)
		}
		return [][]string{how.line(cells)}
	})
}

// line returns the cells without formulas.
func (o CSV) line(cells []string) []string {
	for i := range cells {
		if !o.Raw && !idle.MatchString(cells[i]) {
			cells[i] = inert(cells[i])
		}
	}
	return cells
}

// idle matches cells that begin like a formula, but that no spreadsheet calculates: a number with its sign, and marks alone,
// which stand for a missing value. +1+1 and -5-3 are formulas.
var idle = regexp.MustCompile(`^(?:[+-]?(?:\d[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)?|[-+.,]+)$`)
