package fit

import (
	"slices"
	"sort"
)

// mostBins is the number of bins of a feature; a tree asks for no finer difference.
const mostBins = 64

// everyWrong is the weight of a wrong candidate that the regression is not for. Trees see only one of that many of them, since
// they are nine of ten candidates, and alike.
const everyWrong = 4

// binned is rows in the form in which trees read them.
type binned struct {
	*Table
	rows    []int     // of the table
	weights []float64 // of rows
	columns []column
}

// column is the values of a feature.
type column struct {
	name  string
	edges []float64 // rising upper limits of the bins; the last bin has none
	bins  []uint8   // per row

	usual   uint8 // the bin of most rows
	unusual []int // the rows in other bins
}

// newBinned returns the rows of a table that trees are fitted to. regressed are those that a regression is for; see newColumn for
// rare.
func newBinned(t *Table, rare bool, regressed []int) *binned {
	b := &binned{Table: t}
	judged := make([]bool, len(t.Right))
	for _, row := range regressed {
		judged[row] = true
	}
	wrong := 0
	for row, right := range t.Right {
		weight := t.weight(row)
		if !right && !judged[row] {
			if wrong++; wrong%everyWrong != 0 {
				continue
			}
			weight *= everyWrong
		}
		b.rows, b.weights = append(b.rows, row), append(b.weights, weight)
	}
	for f, name := range t.Features {
		c := newColumn(name, rare, len(b.rows), func(i int) float64 { return t.Value(b.rows[i], f) })
		if len(c.edges) > 0 {
			b.columns = append(b.columns, c)
		}
	}
	return b
}

// newColumn cuts the values of a feature at their quantiles. With rare, half of the cuts are at quantiles of the distinct values:
// where most rows have one value, the others matter.
func newColumn(name string, rare bool, rows int, of func(i int) float64) column {
	sorted := make([]float64, rows)
	for i := range sorted {
		sorted[i] = of(i)
	}
	slices.Sort(sorted)
	cuts := quantiles(sorted, mostBins)
	if rare {
		cuts = append(quantiles(sorted, mostBins/2), quantiles(slices.Compact(slices.Clone(sorted)), mostBins/2)...)
		slices.Sort(cuts)
	}
	c := column{name: name, bins: make([]uint8, rows)}
	for _, cut := range cuts {
		// Edges lie midway between two values, so rounding cannot move a value across one.
		next := sort.SearchFloat64s(sorted, cut)
		if next == 0 {
			continue
		}
		edge := sorted[next-1] + float64((sorted[next]-sorted[next-1])/2)
		if len(c.edges) == 0 || edge > c.edges[len(c.edges)-1] {
			c.edges = append(c.edges, edge)
		}
	}
	var in [mostBins]int
	for i := range rows {
		c.bins[i] = uint8(sort.Search(len(c.edges), func(b int) bool { return of(i) <= c.edges[b] }))
		if in[c.bins[i]]++; in[c.bins[i]] > in[c.usual] {
			c.usual = c.bins[i]
		}
	}
	for i, bin := range c.bins {
		if bin != c.usual {
			c.unusual = append(c.unusual, i)
		}
	}
	return c
}

// quantiles returns the values that divide sorted ones into n parts.
func quantiles(sorted []float64, n int) (cuts []float64) {
	for b := 1; b < n && len(sorted) > 0; b++ {
		cuts = append(cuts, sorted[b*len(sorted)/n])
	}
	return cuts
}
