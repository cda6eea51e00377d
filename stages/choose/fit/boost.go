package fit

import (
	"math"

	"wrone2set/stages/choose"
)

// Gradient boosting of trees (Friedman, Annals of Statistics 29(5), 2001) on the log-loss, each tree a Newton step (Chen
// and Guestrin, KDD 2016, equations 5 and 7).
const (
	questions = 5  // of a tree
	rate      = .1 // share of the Newton step that a tree makes
	penalty   = 2. // λ of ½·λ·Σ leaf²
	mostTrees = 200
	patience  = 20 // trees without less loss on what was not seen, until no more are grown
)

// grower grows trees on some rows of a table.
type grower struct {
	*table
	kind       *choose.Kind
	regression column
	of         []int // rows
	margin     []float64
	slope      []float64 // of the loss by the margin
	bend       []float64 // its second derivative
	leaf       []uint16
}

// newGrower is one for a kind whose regression is there, on the rows that are wanted.
func newGrower(t *table, k *choose.Kind, want func(example) bool) *grower {
	g := &grower{table: t, kind: k}
	n := len(t.rows)
	g.margin, g.slope, g.bend, g.leaf = make([]float64, n), make([]float64, n), make([]float64, n), make([]uint16, n)
	for i, e := range t.rows {
		g.margin[i] = k.Regression(e.Features)
		if want(e) {
			g.of = append(g.of, i)
		}
	}
	g.regression = binned(choose.RegressionFeature, n, func(row int) float64 { return k.Regression(t.rows[row].Features) })
	return g
}

// grow adds a tree; false if none lowers the loss.
func (g *grower) grow() bool {
	for _, i := range g.of {
		p := choose.Logistic(g.margin[i])
		g.slope[i], g.bend[i] = g.weight[i]*p, g.weight[i]*p*(1-p)
		if g.rows[i].right {
			g.slope[i] -= g.weight[i]
		}
	}
	clear(g.leaf)
	var tree choose.Tree
	for depth := range questions {
		c, bin := g.question(1 << depth)
		if c == nil {
			break
		}
		q, _ := choose.NewQuestion(c.name, c.edges[bin])
		tree.Questions = append(tree.Questions, q)
		for i := range g.leaf {
			g.leaf[i] *= 2
			if int(c.bins[i]) > bin {
				g.leaf[i]++
			}
		}
	}
	if len(tree.Questions) == 0 {
		return false
	}
	g.fill(&tree)
	g.kind.Trees = append(g.kind.Trees, tree)
	return true
}

// fill sets the leaves and adds them to the margins of all rows.
func (g *grower) fill(tree *choose.Tree) {
	n := 1 << len(tree.Questions)
	slope, bend := make([]float64, n), make([]float64, n)
	for _, i := range g.of {
		slope[g.leaf[i]] += g.slope[i]
		bend[g.leaf[i]] += g.bend[i]
	}
	tree.Leaves = make([]float64, n)
	for l := range tree.Leaves {
		tree.Leaves[l] = -rate * slope[l] / (bend[l] + penalty)
	}
	for i := range g.margin {
		g.margin[i] += tree.Leaves[g.leaf[i]]
	}
}

// question is the feature and the bin up to which to part the leaves so that the loss falls most, nil if no part is better
// than none.
func (g *grower) question(leaves int) (best *column, bin int) {
	most := math.Inf(-1)
	sums := make([][2]float64, leaves*mostBins)
	for i := range len(g.columns) + 1 {
		c := &g.regression
		if i < len(g.columns) {
			c = &g.columns[i]
		}
		if len(c.edges) == 0 {
			continue
		}
		clear(sums)
		for _, row := range g.of {
			s := &sums[int(g.leaf[row])*mostBins+int(c.bins[row])]
			s[0] += g.slope[row]
			s[1] += g.bend[row]
		}
		if b, gain := parted(sums, leaves, len(c.edges)); gain > most {
			best, bin, most = c, b, gain
		}
	}
	if most <= leastGain {
		return nil, 0
	}
	return best, bin
}

// leastGain is nothing: sums of other orders differ by as much.
const leastGain = 1e-9

// parted is the bin up to which to part all leaves, and by how much the loss then falls, to second order.
func parted(sums [][2]float64, leaves, edges int) (bin int, most float64) {
	gains := make([]float64, edges)
	for l := range leaves {
		of := sums[l*mostBins : (l+1)*mostBins]
		var all, low [2]float64
		for _, s := range of {
			all[0] += s[0]
			all[1] += s[1]
		}
		whole := fall(all[0], all[1])
		for b := range gains {
			low[0] += of[b][0]
			low[1] += of[b][1]
			gains[b] += fall(low[0], low[1]) + fall(all[0]-low[0], all[1]-low[1]) - whole
		}
	}
	for b, gain := range gains {
		if gain > most {
			bin, most = b, gain
		}
	}
	return bin, most
}

// fall is by how much a leaf lowers the loss, to second order.
func fall(slope, bend float64) float64 { return slope * slope / (bend + penalty) / 2 }

// loss is that of the rows that are wanted.
func (g *grower) loss(want func(example) bool) (sum float64) {
	for i, e := range g.rows {
		if want(e) {
			z := g.margin[i]
			if e.right {
				z = -z
			}
			sum += g.weight[i] * softplus(z)
		}
	}
	return sum
}
