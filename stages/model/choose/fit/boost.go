package fit

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// Gradient boosting of trees (Friedman, Annals of Statistics 29(5), 2001) on the log-loss, each tree a Newton step (Chen
// and Guestrin, KDD 2016, equations 5 and 7).
const (
	questions = 5   // of a tree
	rate      = .05 // learning rate: share of the Newton step of each tree
	penalty   = 2.  // λ of ½·λ·Σ leaf²
	mostTrees = 400
	patience  = 40 // trees in a row without less loss on held-out rows, after which growing stops
)

// grower grows trees on some rows of a table.
type grower struct {
	*table
	kind    *choose.Kind
	split   Split
	columns []column  // those of the table, and the log-odds of the regression
	weight  []float64 // of each row, 0 for held-out rows
	margin  []float64
	pulls   []pull
}

// pull is what a row adds to its leaf.
type pull struct {
	sum
	leaf int
}

// sum is of the slope of the loss by the margin and of its second derivative.
type sum struct{ slope, bend float64 }

// newGrower returns a grower for a kind with a regression, on the wanted rows.
func newGrower(t *table, k *choose.Kind, split Split, want func(example) bool) *grower {
	n := len(t.rows)
	g := &grower{table: t, kind: k, split: split, weight: make([]float64, n), margin: make([]float64, n), pulls: make([]pull, n)}
	for i, e := range t.rows {
		g.margin[i] = k.Regression(e.Features)
		if want(e) {
			g.weight[i] = t.weight[i]
		}
	}
	g.columns = slices.Clone(t.columns)
	if c := binned(choose.RegressionFeature, n, func(row int) float64 { return g.margin[row] }); len(c.edges) > 0 {
		g.columns = append(g.columns, c)
	}
	return g
}

// grow adds a tree and reports whether one lowers the loss.
func (g *grower) grow() bool {
	for i, e := range g.rows {
		p := choose.Logistic(g.margin[i])
		s := sum{float64(g.weight[i] * p), g.weight[i] * p * (1 - p)}
		if e.right {
			s.slope -= g.weight[i]
		}
		g.pulls[i] = pull{s, 0}
	}
	var tree choose.Tree
	for depth := range questions {
		c, bin := g.question(1 << depth)
		if c == nil {
			break
		}
		q, _ := choose.NewQuestion(c.name, c.edges[bin])
		tree.Questions = append(tree.Questions, q)
		for i := range g.pulls {
			g.pulls[i].leaf *= 2
			if int(c.bins[i]) > bin {
				g.pulls[i].leaf++
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
	of := make([]sum, 1<<len(tree.Questions))
	for _, p := range g.pulls {
		of[p.leaf].add(p.sum)
	}
	tree.Leaves = make([]float64, len(of))
	for l, s := range of {
		tree.Leaves[l] = -rate * s.slope / (s.bend + penalty)
	}
	for i := range g.margin {
		g.margin[i] += tree.Leaves[g.pulls[i].leaf]
	}
}

// question returns the feature and bin whose split of all leaves lowers the loss most, nil if no split lowers it.
func (g *grower) question(leaves int) (best *column, bin int) {
	whole := make([]sum, leaves)
	for _, p := range g.pulls {
		whole[p.leaf].add(p.sum)
	}
	bins, gains := make([]int, len(g.columns)), make([]float64, len(g.columns))
	g.split(len(g.columns), 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			bins[i], gains[i] = g.parting(&g.columns[i], whole)
		}
	})
	most := leastGain
	for i, gain := range gains {
		if gain > most {
			best, bin, most = &g.columns[i], bins[i], gain
		}
	}
	return best, bin
}

// leastGain is the gain that counts as none: sums in another order differ by as much.
const leastGain = 1e-9

// parting returns the best bin at which to split all leaves by a column, and how much the loss then falls, to second order.
// whole has the sums over all rows of each leaf; the sums of the usual bin follow by subtraction. It writes only to memory of
// its own, so it is exempt from the race detector, which would make it many times slower.
//
//go:norace
func (g *grower) parting(c *column, whole []sum) (bin int, most float64) {
	var of [1 << (questions - 1)][mostBins]sum
	for _, row := range c.unusual {
		p := &g.pulls[row]
		of[p.leaf][c.bins[row]%mostBins].add(p.sum)
	}
	gains := make([]float64, len(c.edges))
	for leaf, all := range whole {
		usual := all
		for _, s := range of[leaf] {
			usual.take(s)
		}
		of[leaf][c.usual] = usual
		var low sum
		for b := range gains {
			low.add(of[leaf][b])
			gains[b] += low.fall() + sum{all.slope - low.slope, all.bend - low.bend}.fall() - all.fall()
		}
	}
	for b, gain := range gains {
		if gain > most {
			bin, most = b, gain
		}
	}
	return bin, most
}

func (s *sum) add(o sum)  { s.slope, s.bend = s.slope+o.slope, s.bend+o.bend }
func (s *sum) take(o sum) { s.slope, s.bend = s.slope-o.slope, s.bend-o.bend }

// fall returns how much a leaf lowers the loss, to second order.
func (s sum) fall() float64 { return float64(s.slope * s.slope / (s.bend + penalty) / 2) }

// loss returns the loss of the wanted rows.
func (g *grower) loss(want func(example) bool) (sum float64) {
	for i, e := range g.rows {
		if want(e) {
			z := g.margin[i]
			if e.right {
				z = -z
			}
			sum += float64(g.table.weight[i] * softplus(z))
		}
	}
	return sum
}
