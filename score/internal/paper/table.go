package paper

import (
	"fmt"
	"math"

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
	Deviation float64 // sample standard deviation over the seeds; 0 for one seed
	Mark      Mark
	Paper     *Published // nil if the paper has none
}

// Mark tells how sure a number is to be above that of Baseline.
type Mark struct {
	Tested bool
	P      float64 // share of the samples of the paired bootstrap that are not above Baseline
}

// String returns ‡ for p < 0.01, † for p < 0.05.
func (m Mark) String() string {
	switch {
	case m.Tested && m.P < 0.01:
		return "‡"
	case m.Tested && m.P < 0.05:
		return "†"
	}
	return ""
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

// text formats a number of the column, with its deviation unless that is NaN.
func (c Column) text(v, deviation float64) string {
	digits, factor, unit := 3, 1.0, ""
	switch c.Unit {
	case Percent:
		digits, factor, unit = 1, 100, " %"
	case Count:
		digits = 2
	}
	s := fmt.Sprintf("%.*f", digits, factor*v)
	if !math.IsNaN(deviation) {
		s += fmt.Sprintf(" ±%.*f", digits, factor*deviation)
	}
	return s + unit
}

// Ours formats our number of a cell, with its deviation and mark.
func (c Column) Ours(cell Cell) string {
	if cell.Seeds == 0 {
		return "–"
	}
	deviation := math.NaN()
	if cell.Seeds > 1 {
		deviation = cell.Deviation
	}
	return c.text(cell.Value, deviation) + cell.Mark.String()
}

// Theirs formats the paper's number of a cell, "" if it has none.
func (c Column) Theirs(cell Cell) string {
	if cell.Paper == nil {
		return ""
	}
	deviation := math.NaN()
	if cell.Paper.Deviation > 0 {
		deviation = cell.Paper.Deviation
	}
	return c.text(cell.Paper.Value, deviation)
}

// Trained formats the number of training documents of a row.
func (r Row) Trained() string {
	if r.Documents == 0 {
		return "–"
	}
	return fmt.Sprint(r.Documents)
}
