package paper

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// Table is one table of numbers.
type Table struct {
	Key     string // number of the paper's table, "4"; a word if the paper has none
	Title   string
	Columns []Column
	Rows    []Row
	Notes   []string
}

// Column is a column of numbers.
type Column struct {
	Key   string // "kp20k/present/f1@5"
	Group string // consecutive columns share a group, such as the test set
	Name  string
	Unit  Unit

	of func(system string) []float64 // our numbers of a system, one per seed that has them
}

// Unit is the format of a number.
type Unit int

// The units.
const (
	Share   Unit = iota // 0.330
	Percent             // 72.4 %
	Count               // 3.31
)

// Row is a system, or the documents' own keyphrases.
type Row struct {
	Key       string
	Name      string
	Documents int64 // that the system was trained on; 0 if unknown
	Cells     []Cell
}

// Cell is a number of ours, the paper's, or both.
type Cell struct {
	Seeds     int // that Value is the mean of; 0 for no value
	Value     float64
	Deviation float64    // sample standard deviation over the seeds; 0 for one seed
	P         *float64   // share of the samples of the paired bootstrap that are not above Baseline; nil if not tested
	Paper     *Published // nil if the paper has none
}

// mark returns ‡ for p < 0.01, † for p < 0.05.
func (c Cell) mark() string {
	switch {
	case c.P == nil || *c.P >= 0.05:
		return ""
	case *c.P < 0.01:
		return "‡"
	}
	return "†"
}

// empty reports whether a row has no number.
func (r Row) empty() bool {
	return !slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Seeds > 0 || c.Paper != nil })
}

// measured reports whether any number of the table is ours.
func (t *Table) measured() bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Seeds > 0 }) })
}

// table fills the columns for the systems, with the paper's numbers beside ours. It leaves out systems without a number.
func (s *Study) table(key, title string, columns []Column, systems []string, notes ...string) Table {
	t := Table{Key: key, Title: title, Columns: columns, Notes: notes}
	for _, system := range systems {
		row := Row{Key: system, Name: Name(system) + s.encoder(system), Documents: s.documents(system)}
		for _, c := range columns {
			row.Cells = append(row.Cells, s.beside(over(c.of(system)), key, system, c.Key))
		}
		if !row.empty() {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// over returns the mean and the sample standard deviation of values, one per seed.
func over(values []float64) Cell {
	switch len(values) {
	case 0:
		return Cell{}
	case 1:
		return Cell{Seeds: 1, Value: values[0]}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return Cell{Seeds: len(values), Value: mean, Deviation: deviation}
}

// beside adds the paper's number to a cell.
func (s *Study) beside(c Cell, table, row, column string) Cell {
	if p, ok := s.paper[spot{table, row, column}]; ok {
		c.Paper = &p
	}
	return c
}

// heading joins group and name of a column.
func (c *Column) heading() string { return strings.TrimSpace(c.Group + " " + c.Name) }

// text formats a cell: our number with its deviation and mark, and the paper's in parentheses.
func (c *Column) text(cell Cell) string {
	s := "–"
	if cell.Seeds > 0 {
		s = c.number(cell.Value, cell.Deviation, cell.Seeds > 1) + cell.mark()
	}
	if p := cell.Paper; p != nil {
		s += " (" + c.number(p.Value, p.Deviation, p.Deviation > 0) + ")"
	}
	return s
}

// number formats a number of the column, with its deviation if it has one.
func (c *Column) number(v, deviation float64, deviates bool) string {
	digits, factor, unit := 3, 1.0, ""
	switch c.Unit {
	case Percent:
		digits, factor, unit = 1, 100, " %"
	case Count:
		digits = 2
	}
	s := fmt.Sprintf("%.*f", digits, factor*v)
	if deviates {
		s += fmt.Sprintf(" ±%.*f", digits, factor*deviation)
	}
	return s + unit
}
