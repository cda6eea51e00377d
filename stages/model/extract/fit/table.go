package fit

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/extract"
)

const (
	mostBins = 32
	turns    = 3 // a tree learns from every third document
)

// table has a row for each candidate.
type table struct {
	right  []bool
	turn   []uint8 // of the row's document
	margin []float64
	bins   [][]uint8   // of each feature, of each row
	edges  [][]float64 // of each feature: a row is in bin b if its value is above b edges
}

func newTable(documents []Document) *table {
	t := &table{}
	for i := range documents {
		t.right = append(t.right, documents[i].Right...)
		for range documents[i].Right {
			t.turn = append(t.turn, uint8(i%turns))
		}
	}
	t.margin = make([]float64, len(t.right))
	for f := range extract.Names {
		values := make([]float64, 0, len(t.right))
		for i := range documents {
			for k := range documents[i].Candidates {
				values = append(values, documents[i].Candidates[k].Features[f])
			}
		}
		edges := quantiles(values)
		bins := make([]uint8, len(values))
		for i, v := range values {
			b, _ := slices.BinarySearch(edges, v)
			bins[i] = uint8(b)
		}
		t.bins, t.edges = append(t.bins, bins), append(t.edges, edges)
	}
	return t
}

// quantiles are at most mostBins − 1 values, rising, that part the others evenly; none is the greatest.
func quantiles(values []float64) (edges []float64) {
	if len(values) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(values))
	most := sorted[len(sorted)-1]
	for k := 1; k < mostBins; k++ {
		v := sorted[k*len(sorted)/mostBins]
		if v < most && (len(edges) == 0 || v > edges[len(edges)-1]) {
			edges = append(edges, v)
		}
	}
	return edges
}

// start sets the margins to those of a model.
func (t *table) start(documents []Document, m *extract.Model) {
	row := 0
	for i := range documents {
		c := slices.Clone(documents[i].Candidates)
		m.Judge(c)
		for k := range c {
			t.margin[row] = c[k].Margin
			row++
		}
	}
}

// sum is of the slope of the loss by the margin and of its second derivative.
type sum struct{ slope, bend float64 }

// gain is by how much a leaf lowers the loss, to second order.
func (s sum) gain(penalty float64) float64 { return s.slope * s.slope / (s.bend + penalty) / 2 }

// grow grows a tree on the documents of a turn and adds it to the margins of all; false if none lowers the loss.
func (t *table) grow(o Options, turn int) (tree extract.Tree, ok bool) {
	pull, leaf := make([]sum, len(t.right)), make([]int, len(t.right))
	for i, m := range t.margin {
		if int(t.turn[i]) != turn {
			continue
		}
		p := 1 / (1 + math.Exp(-m))
		pull[i] = sum{p, p * (1 - p)}
		if t.right[i] {
			pull[i].slope--
		}
	}
	for depth := range o.Questions {
		feature, bin := t.question(pull, leaf, 1<<depth, turn, o.Penalty)
		if feature < 0 {
			break
		}
		tree.Questions = append(tree.Questions, extract.Question{Feature: feature, Above: t.edges[feature][bin]})
		for i, b := range t.bins[feature] {
			leaf[i] *= 2
			if int(b) > bin {
				leaf[i]++
			}
		}
	}
	if len(tree.Questions) == 0 {
		return tree, false
	}
	of := make([]sum, 1<<len(tree.Questions))
	for i, p := range pull {
		of[leaf[i]].slope, of[leaf[i]].bend = of[leaf[i]].slope+p.slope, of[leaf[i]].bend+p.bend
	}
	for _, s := range of {
		tree.Leaves = append(tree.Leaves, -o.Rate*s.slope/(s.bend+o.Penalty))
	}
	for i := range t.margin {
		t.margin[i] += tree.Leaves[leaf[i]]
	}
	return tree, true
}

// question is the feature and the bin above which to part all leaves so that the loss falls most; −1 if no part is better.
func (t *table) question(pull []sum, leaf []int, leaves, turn int, penalty float64) (feature, bin int) {
	feature, most := -1, 1e-9
	for f, bins := range t.bins {
		of := make([][mostBins]sum, leaves)
		for i, b := range bins {
			if int(t.turn[i]) == turn {
				s := &of[leaf[i]][b]
				s.slope, s.bend = s.slope+pull[i].slope, s.bend+pull[i].bend
			}
		}
		for b := range t.edges[f] {
			gain := 0.
			for l := range of {
				var low, all sum
				for k, s := range of[l] {
					if k <= b {
						low.slope, low.bend = low.slope+s.slope, low.bend+s.bend
					}
					all.slope, all.bend = all.slope+s.slope, all.bend+s.bend
				}
				gain += low.gain(penalty) + sum{all.slope - low.slope, all.bend - low.bend}.gain(penalty) - all.gain(penalty)
			}
			if gain > most {
				feature, bin, most = f, b, gain
			}
		}
	}
	return feature, bin
}
