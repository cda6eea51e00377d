package concept

import (
	"math"
	"slices"
)

// Hyperparameters of the boosting, chosen on folds of the training documents.
const (
	depth     = 5
	bins      = 48
	rate      = .1
	penalty   = 2. // L2 penalty of a leaf: added to its second derivative
	sampled   = 2  // a tree is grown on a random 1/sampled of the rows
	lightened = 3  // and on 1/lightened of the wrong candidates among them, each with this weight
)

// table holds the features of the rows in bins, by column.
type table struct {
	rows  []row
	cols  [][]uint8
	edges [][]float32 // by column: bin b holds values in (edges[b-1], edges[b]]
}

func newTable(rows []row) *table {
	t := &table{rows: rows}
	for f := range Features {
		var values []float32
		for i := range rows {
			if drawn(f, i, 1+len(rows)/20000) == 0 {
				values = append(values, rows[i].features[f])
			}
		}
		slices.Sort(values)
		distinct := slices.Compact(slices.Clone(values))
		var edges []float32
		if len(distinct) <= bins {
			for i := 1; i < len(distinct); i++ {
				edges = append(edges, (distinct[i-1]+distinct[i])/2)
			}
		} else {
			// Half of the edges are quantiles of the rows, half of the distinct values: most rows have equal values, but the rare
			// values matter.
			for i := 1; i < bins/2; i++ {
				edges = append(edges, values[i*len(values)/(bins/2)], distinct[i*len(distinct)/(bins/2)])
			}
			slices.Sort(edges)
			edges = slices.Compact(edges)
		}
		col := make([]uint8, len(rows))
		for i := range rows {
			b, _ := slices.BinarySearch(edges, rows[i].features[f])
			col[i] = uint8(b)
		}
		t.cols, t.edges = append(t.cols, col), append(t.edges, edges)
	}
	return t
}

// sum is a sum of first and second derivatives of the loss over rows.
type sum struct{ slope, bend float64 }

func (s *sum) add(o sum) { s.slope, s.bend = s.slope+o.slope, s.bend+o.bend }

// gain returns twice the decrease of the loss by a leaf, to second order.
func (s sum) gain() float64 { return s.slope * s.slope / (s.bend + penalty) }

// grower grows trees on the rows in from, and updates the margins of all rows.
type grower struct {
	*table
	from   []bool
	start  float64
	margin []float64
	trees  []Tree
}

// newGrower returns a grower without trees of its own. Its margins are those of first, or 0 without one, shifted by what fits the
// rows best.
func newGrower(t *table, from func(row) bool, first *Choice) *grower {
	g := &grower{table: t, margin: make([]float64, len(t.rows)), from: make([]bool, len(t.rows))}
	if first != nil {
		g.start, g.trees = first.Start, slices.Clone(first.Trees)
	}
	for i, r := range t.rows {
		g.from[i] = from(r)
		if first != nil {
			g.margin[i] = first.margin(r.features)
		}
	}
	shift := g.shift()
	g.start += shift
	for i := range g.margin {
		g.margin[i] += shift
	}
	return g
}

// shift returns what to add to all margins so that the probabilities of the rows sum up to the number of right ones. A right row
// and a wrong one are added, so that it is finite.
func (g *grower) shift() (shift float64) {
	for range 50 {
		slope, bend := 2/(1+math.Exp(-shift))-1, 1e-9
		for i, m := range g.margin {
			if !g.from[i] {
				continue
			}
			p := 1 / (1 + math.Exp(-m-shift))
			if slope, bend = slope+p, bend+float64(p*(1-p)); g.rows[i].right {
				slope--
			}
		}
		step := max(-1, min(1, slope/bend))
		if shift -= step; math.Abs(step) < 1e-12 {
			break
		}
	}
	return shift
}

// grow adds one tree.
func (g *grower) grow() {
	var rows []int
	var pulls []sum
	for i, r := range g.rows {
		if !g.from[i] {
			continue
		}
		weight := 1.
		if drawn(len(g.trees), i, sampled) != 0 {
			continue
		}
		if !r.right {
			if drawn(-1-len(g.trees), i, lightened) != 0 {
				continue
			}
			weight = lightened
		}
		p := 1 / (1 + math.Exp(-g.margin[i]))
		s := sum{float64(weight * p), weight * p * (1 - p)}
		if r.right {
			s.slope -= weight
		}
		rows, pulls = append(rows, i), append(pulls, s)
	}
	leaf := make([]uint8, len(rows))
	var tree Tree
	var columns []int
	for range depth {
		f, bin := g.question(rows, pulls, leaf, 1<<len(columns))
		if f < 0 {
			break
		}
		tree.Questions = append(tree.Questions, Question{Features[f], g.edges[f][bin], f})
		columns = append(columns, f)
		for k, i := range rows {
			leaf[k] *= 2
			if int(g.cols[f][i]) > bin {
				leaf[k]++
			}
		}
	}
	of := make([]sum, 1<<len(columns))
	for k, s := range pulls {
		of[leaf[k]].add(s)
	}
	for _, s := range of {
		tree.Leaves = append(tree.Leaves, -rate*s.slope/(s.bend+penalty))
	}
	for i, r := range g.rows {
		g.margin[i] += tree.leaf(r.features)
	}
	g.trees = append(g.trees, tree)
}

// question returns the split of all leaves that lowers the loss most: the feature, and the last bin of the lower side. feature
// is −1 if no split lowers it.
func (g *grower) question(rows []int, pulls []sum, leaf []uint8, leaves int) (feature, bin int) {
	feature = -1
	most := 1e-9
	hist := make([]sum, leaves*bins*2)
	for f, col := range g.cols {
		edges := len(g.edges[f])
		if edges == 0 {
			continue
		}
		clear(hist)
		width := edges + 1
		for k, i := range rows {
			hist[int(leaf[k])*width+int(col[i])].add(pulls[k])
		}
		gains := make([]float64, edges)
		for l := range leaves {
			of := hist[l*width : (l+1)*width]
			var all, low sum
			for _, s := range of {
				all.add(s)
			}
			for b := range edges {
				low.add(of[b])
				gains[b] += low.gain() + sum{all.slope - low.slope, all.bend - low.bend}.gain() - all.gain()
			}
		}
		for b, gain := range gains {
			if gain > most {
				feature, bin, most = f, b, gain
			}
		}
	}
	return feature, bin
}
