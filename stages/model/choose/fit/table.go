package fit

import (
	"slices"
	"sort"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// mostBins is the number of bins of a feature; a tree asks for no finer difference.
const mostBins = 64

// everyWrong is the weight of a wrong candidate that no slot wrote. The table has only one of that many of them, since they are
// nine of ten candidates, and alike.
const everyWrong = 4

// table is the examples in the form in which trees read them.
type table struct {
	columns []column
	rows    []example
	weight  []float64
}

// column is the values of a feature.
type column struct {
	name  string
	edges []float64 // rising upper limits of the bins; the last bin has none
	bins  []uint8   // per row

	usual   uint8 // the bin of most rows
	unusual []int // the rows in other bins
}

// tabled returns the table of the examples that trees are fitted to.
func tabled(all []example) *table {
	t := &table{}
	wrong := 0
	for _, e := range all {
		weight := 1.
		if !e.right && !choose.Written(e.Features) {
			if wrong++; wrong%everyWrong != 0 {
				continue
			}
			weight = everyWrong
		}
		t.rows, t.weight = append(t.rows, e), append(t.weight, weight)
	}
	for i, f := range choose.Features {
		c := binned(f.Name, len(t.rows), func(row int) float64 { return t.rows[row].Features[i] })
		if len(c.edges) > 0 {
			t.columns = append(t.columns, c)
		}
	}
	return t
}

// binned cuts the values of a feature at their quantiles.
func binned(name string, rows int, of func(row int) float64) column {
	sorted := make([]float64, rows)
	for i := range sorted {
		sorted[i] = of(i)
	}
	slices.Sort(sorted)
	c := column{name: name, bins: make([]uint8, rows)}
	for b := 1; b < mostBins && rows > 0; b++ {
		// Edges lie midway between two values, so rounding cannot move a value across one.
		next := sort.SearchFloat64s(sorted, sorted[b*rows/mostBins])
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
