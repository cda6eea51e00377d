package fit

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// growerOf returns a grower on all rows of a table but those of a fold, from a judge.
func growerOf(t *testing.T, table *Table, j *rank.Judge, without int) *grower {
	t.Helper()
	if err := j.Link(table.Features); err != nil {
		t.Fatal(err)
	}
	return newGrower(newBinned(table, false, table.regressed(table.all())), j, Options{Split: alone}, without)
}

// TestTreeByHand: at margin 0 every slope is ½ − right and every bend ¼. Above 1.5, three of four are right: the sums are −1 and
// 1. Below, one of four is: 1 and 1. A leaf is −.05·slope / (bend + 2). The second tree starts from margins of ±1/60.
func TestTreeByHand(t *testing.T) {
	table := of(true, []bool{true, true, true, false, true, false, false, false}, 2, 2, 2, 2, 1, 1, 1, 1)
	j := &rank.Judge{}
	g := growerOf(t, table, j, -1)
	loss := func() (sum float64) {
		for fold := range folds {
			sum += g.loss(fold)
		}
		return sum
	}
	before := loss()
	for range 2 {
		if !g.grow() {
			t.Fatal("no tree is grown")
		}
	}
	if math.Abs(before-8*math.Ln2) > 1e-12 || loss() >= before {
		t.Errorf("loss %v, then %v", before, loss())
	}
	p := rank.Logistic(1. / 60)
	for i, want := range []float64{1. / 60, rate * (3 - 4*p) / (4*p*(1-p) + penalty)} {
		tree := j.Trees[i]
		if len(tree.Questions) != 1 || tree.Questions[0].Feature != "a" || tree.Questions[0].Above != 1.5 ||
			math.Abs(tree.Leaves[1]-want) > 1e-12 || math.Abs(tree.Leaves[0]+want) > 1e-12 {
			t.Errorf("tree %d is %+v, want ±%v at a > 1.5", i+1, tree, want)
		}
	}
}

// TestNothingToAsk: equal rows grow no tree.
func TestNothingToAsk(t *testing.T) {
	if j := (&rank.Judge{}); growerOf(t, of(true, []bool{true, false}, 1, 1), j, -1).grow() || len(j.Trees) > 0 {
		t.Errorf("grown: %+v", j.Trees)
	}
}

// TestThinned: every fourth wrong row that the regression is not for has weight 4, and the other three are left out; without a
// regression it is for none. All other rows have weight 1. The loss counts these weights.
func TestThinned(t *testing.T) {
	right := make([]bool, 12)
	right[3], right[8] = true, true
	table := of(true, right, make([]float64, 12)...)
	table.Weight = slices.Repeat([]float64{3}, 12)
	for want, b := range map[string]*binned{
		"0:1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1 11:1 ": newBinned(of(true, right, make([]float64, 12)...), false, table.all()),
		"3:1 4:4 8:1 9:4 ":   newBinned(of(false, right, make([]float64, 12)...), false, nil),
		"3:3 4:12 8:3 9:12 ": newBinned(table, false, nil),
	} {
		got := ""
		for i, row := range b.rows {
			got += fmt.Sprintf("%d:%v ", row, b.weights[i])
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	g := growerOf(t, of(false, right, make([]float64, 12)...), &rank.Judge{}, -1)
	for fold, weight := range map[int]float64{Fold(3): 1 + 1, Fold(4): 4 + 4, 0: 0} { // rows 3 and 8, 4 and 9
		if got := g.loss(fold); math.Abs(got-weight*math.Ln2) > 1e-12 {
			t.Errorf("fold %d: loss %v, want that of %v rows", fold, got, weight)
		}
	}
}

// TestParting: the best split of three leaves equals that of trying every one, with rows of weight 4 and held-out rows.
func TestParting(t *testing.T) {
	g := growerOf(t, together(6, 20), &rank.Judge{}, 3)
	var whole [3]sum
	for i, row := range g.rows {
		if held := Fold(g.Document[row]) == 3; held != (g.weight[i] == 0) || !held && g.weight[i] != g.weights[i] {
			t.Fatalf("row %d of document %d weighs %v", i, g.Document[row], g.weight[i])
		}
		g.pulls[i] = pull{sum{g.weight[i] * (float64(i%7) - 3), g.weight[i] / 4}, i % 5 % 3}
		whole[i%5%3].add(g.pulls[i].sum)
	}
	if len(g.columns) < 3 {
		t.Fatalf("%d columns", len(g.columns))
	}
	for i := range g.columns {
		c := &g.columns[i]
		best, most := 0, math.Inf(-1)
		for b := range c.edges {
			var low, high [3]sum
			gain := 0.
			for row, p := range g.pulls {
				if int(c.bins[row]) <= b {
					low[p.leaf].add(p.sum)
				} else {
					high[p.leaf].add(p.sum)
				}
			}
			for l := range whole {
				gain += low[l].fall() + high[l].fall() - whole[l].fall()
			}
			if gain > most {
				best, most = b, gain
			}
		}
		if b, gain := g.parting(c, whole[:]); b != best || math.Abs(gain-most) > 1e-9 {
			t.Errorf("%s: up to bin %d by %v, want %d by %v", c.name, b, gain, best, most)
		}
	}
}

func TestColumn(t *testing.T) {
	few := []float64{3, 1, 2, 3}
	c := newColumn("few", false, len(few), func(i int) float64 { return few[i] })
	if fmt.Sprint(c.edges, c.bins) != "[1.5 2.5] [2 0 1 2]" {
		t.Errorf("edges %v, bins %v", c.edges, c.bins)
	}
	many := newColumn("many", false, 10000, func(i int) float64 { return float64(i) })
	if len(many.edges) != mostBins-1 || many.bins[0] != 0 || many.bins[9999] != mostBins-1 {
		t.Errorf("%d edges, bins from %d to %d", len(many.edges), many.bins[0], many.bins[9999])
	}
	for i := range 10000 {
		if b := int(many.bins[i]); b > 0 && !(float64(i) > many.edges[b-1]) || b < len(many.edges) && !(float64(i) < many.edges[b]) {
			t.Fatalf("%d is in bin %d of %v", i, b, many.edges)
		}
	}
	// Of a feature that is 0 in 99 rows of a hundred, quantiles of rows tell hardly any values apart, those of distinct values do.
	seldom := func(i int) float64 { return float64(max(0, i-9900)) }
	if common, rare := newColumn("seldom", false, 10000, seldom), newColumn("seldom", true, 10000, seldom); len(common.edges) > 1 || len(rare.edges) < mostBins/2-2 || len(rare.edges) >= mostBins {
		t.Errorf("%d edges, and %d with rare values", len(common.edges), len(rare.edges))
	}
	if c := newColumn("one", true, 5, func(int) float64 { return 7 }); len(c.edges) > 0 {
		t.Errorf("edges of a constant: %v", c.edges)
	}
}

// TestRegressionIsAsked: the log-odds of the regression are a feature of trees.
func TestRegressionIsAsked(t *testing.T) {
	table, _ := invented(3, 20, same)
	j, err := regressed(table, table.all(), 3)
	if err != nil {
		t.Fatal(err)
	}
	g := growerOf(t, table, j, -1)
	if last := g.columns[len(g.columns)-1]; last.name != rank.RegressionFeature || len(g.columns) != len(g.binned.columns)+1 {
		t.Errorf("%d columns of %d features, the last is %s", len(g.columns), len(g.binned.columns), last.name)
	}
}

// TestTreesLearn: trees learn what a regression cannot. On documents outside the fit their probabilities are right, also for
// candidates that the regression is not for, most of which trees have not seen; and without any regression.
func TestTreesLearn(t *testing.T) {
	for name, start := range map[string]*rank.Judge{"with a regression": nil, "without": {}} {
		j, _ := fitted(t, together(1, 300), Options{Start: start, Split: apart, Step: func() {}})
		fresh := together(2, 300)
		for _, gate := range []float64{0, 1} {
			off, n, x, c := 0., 0., make([]float64, 3), calibration.New(calibration.Bins)
			for row := range fresh.Right {
				if fresh.values(row, x); x[2] == gate {
					p := j.Probability(j.Margin(x))
					off, n = off+math.Abs(p-truth(x)), n+1
					if err := c.Add(p, fresh.Right[row]); err != nil {
						t.Fatal(err)
					}
				}
			}
			if off/n > .06 || c.ECE() > .025 {
				t.Errorf("%s, gate %v: mean error of probabilities %.3f, ECE %.3f, with %d trees", name, gate, off/n, c.ECE(), len(j.Trees))
			}
		}
	}
}

// TestSplit: no bit depends on how the work is split.
func TestSplit(t *testing.T) {
	a, ra := fitted(t, together(7, 60), Options{Step: func() {}})
	b, rb := fitted(t, together(7, 60), options())
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(ra, rb) || len(a.Trees) == 0 {
		t.Errorf("%d trees alone, %d apart, or other ones", len(a.Trees), len(b.Trees))
	}
}

// TestNumberOfTrees: the number of trees has the least loss on held-out folds, which the test computes from the judge with each
// number. The judges without a fold have as many.
func TestNumberOfTrees(t *testing.T) {
	table, o := together(5, 50), options()
	var j rank.Judge
	w, err := foldsOf(table, o, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := foldsOf(table, o, 1)
	least := plant(table, &j, &w, o)
	b := newBinned(table, false, table.regressed(table.all()))
	loss := make([]float64, len(j.Trees)+patience)
	for fold, of := range again {
		for g := newGrower(b, of, Options{Split: apart}, fold); len(of.Trees) < len(loss)-1 && g.grow(); {
		}
		if err := of.Link(table.Features); err != nil {
			t.Fatal(err)
		}
		grown := of.Trees
		for n := range loss {
			of.Trees = grown[:min(n, len(grown))]
			for i, z := range table.margins(of, b.rows) {
				if row := b.rows[i]; Fold(table.Document[row]) == fold {
					if table.Right[row] {
						z = -z
					}
					loss[n] += b.weights[i] * math.Log1p(math.Exp(z))
				}
			}
		}
		if len(w[fold].Trees) != len(j.Trees) {
			t.Errorf("%d trees without fold %d, %d of all", len(w[fold].Trees), fold, len(j.Trees))
		}
	}
	if best := slices.Index(loss, slices.Min(loss)); best != len(j.Trees) || best == 0 || math.Abs(loss[best]-least) > 1e-6 {
		t.Errorf("%d trees, loss %v, but %d have the least loss: %v", len(j.Trees), least, best, loss)
	}
}

// BenchmarkFit fits with one thread and with all threads.
func BenchmarkFit(b *testing.B) {
	table := together(1, 300)
	for name, split := range map[string]Split{"alone": alone, "apart": apart} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				fitted(b, table, Options{Split: split, Step: func() {}})
			}
		})
	}
}
