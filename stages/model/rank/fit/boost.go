package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Gradient boosting of trees (Friedman, Annals of Statistics 29(5), 2001) on the log-loss, each tree a Newton step (Chen
// and Guestrin, KDD 2016, equations 5 and 7).
const (
	questions = 5   // of a tree
	rate      = .05 // default learning rate: share of the Newton step of each tree
	penalty   = 2.  // λ of ½·λ·Σ leaf²
	mostTrees = 400
	patience  = 40 // trees in a row without less loss on held-out rows, after which growing stops
)

// grower grows trees on some rows of a table.
type grower struct {
	*binned
	judge   *rank.Judge
	rate    float64
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

// newGrower returns a grower that adds trees to a judge, fitted to the rows of documents outside a fold; −1: to all.
func newGrower(b *binned, j *rank.Judge, o Options, without int) *grower {
	n := len(b.rows)
	g := &grower{binned: b, judge: j, rate: cmp.Or(o.Rate, rate), split: o.Split, weight: make([]float64, n), margin: b.margins(j, b.rows), pulls: make([]pull, n)}
	regression, x := make([]float64, n), make([]float64, len(b.Features))
	for i, row := range b.rows {
		regression[i] = j.Regression(b.values(row, x))
		if Fold(b.Document[row]) != without {
			g.weight[i] = b.weights[i]
		}
	}
	g.columns = slices.Clone(b.columns)
	if c := newColumn(rank.RegressionFeature, false, n, func(i int) float64 { return regression[i] }); len(c.edges) > 0 {
		g.columns = append(g.columns, c)
	}
	return g
}

// grow adds a tree and reports whether one lowers the loss.
func (g *grower) grow() bool {
	for i, row := range g.rows {
		p := rank.Logistic(g.margin[i])
		s := sum{float64(g.weight[i] * p), g.weight[i] * p * (1 - p)}
		if g.Right[row] {
			s.slope -= g.weight[i]
		}
		g.pulls[i] = pull{s, 0}
	}
	var tree rank.Tree
	for depth := range questions {
		c, bin := g.question(1 << depth)
		if c == nil {
			break
		}
		tree.Questions = append(tree.Questions, rank.Question{Feature: c.name, Above: c.edges[bin]})
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
	g.judge.Trees = append(g.judge.Trees, tree)
	return true
}

// fill sets the leaves and adds them to the margins of all rows.
func (g *grower) fill(tree *rank.Tree) {
	of := make([]sum, 1<<len(tree.Questions))
	for _, p := range g.pulls {
		of[p.leaf].add(p.sum)
	}
	tree.Leaves = make([]float64, len(of))
	for l, s := range of {
		tree.Leaves[l] = -g.rate * s.slope / (s.bend + penalty)
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

// loss returns the loss of the rows of a fold.
func (g *grower) loss(fold int) (sum float64) {
	for i, row := range g.rows {
		if Fold(g.Document[row]) == fold {
			z := g.margin[i]
			if g.Right[row] {
				z = -z
			}
			sum += float64(g.weights[i] * softplus(z))
		}
	}
	return sum
}

// softplus returns log(1 + exp(z)).
func softplus(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }
