package fit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// made returns examples with one varying feature, "words"; slots wrote some of them.
func made(slots bool, right []bool, words ...float64) (all []example) {
	for i, w := range words {
		c := &choose.Candidate{Features: make([]float64, len(choose.Features)), Present: true}
		for k, f := range choose.Features {
			if f.Name == "words" {
				c.Features[k] = w
			}
		}
		if slots {
			c.Features[written] = 1
		}
		all = append(all, example{c, right[i], i})
	}
	return all
}

// TestTreeByHand: at margin 0 every slope is ½ − right and every bend ¼. Above 1.5, three of four are right: the sums are −1 and
// 1. Below, one of four is: 1 and 1. A leaf is −.05·slope / (bend + 2). The second tree starts from margins of ±1/60.
func TestTreeByHand(t *testing.T) {
	right := []bool{true, true, true, false, true, false, false, false}
	all := made(true, right, 2, 2, 2, 2, 1, 1, 1, 1)
	k := &choose.Kind{}
	g := newGrower(tabled(all), k, apart, func(example) bool { return true })
	before := g.loss(func(example) bool { return true })
	for range 2 {
		if !g.grow() {
			t.Fatal("no tree is grown")
		}
	}
	if math.Abs(before-8*math.Ln2) > 1e-12 || g.loss(func(example) bool { return true }) >= before {
		t.Errorf("loss %v, then %v", before, g.loss(func(example) bool { return true }))
	}
	p := choose.Logistic(1. / 60)
	for i, want := range []float64{1. / 60, rate * (3 - 4*p) / (4*p*(1-p) + penalty)} {
		tree := k.Trees[i]
		if len(tree.Questions) != 1 || tree.Questions[0].Feature != "words" || tree.Questions[0].Above != 1.5 ||
			math.Abs(tree.Leaves[1]-want) > 1e-12 || math.Abs(tree.Leaves[0]+want) > 1e-12 {
			t.Errorf("tree %d is %+v, want ±%v at 1.5 words", i+1, tree, want)
		}
	}
}

// TestNothingToAsk: equal examples grow no tree.
func TestNothingToAsk(t *testing.T) {
	k := &choose.Kind{}
	if newGrower(tabled(made(true, []bool{true, false}, 1, 1)), k, apart, func(example) bool { return true }).grow() || len(k.Trees) > 0 {
		t.Errorf("grown: %+v", k.Trees)
	}
}

// TestTabled: every fourth wrong example that no slot wrote has weight 4, and the other three are left out. All other examples
// have weight 1.
func TestTabled(t *testing.T) {
	right := make([]bool, 12)
	right[3], right[8] = true, true
	for slots, want := range map[bool]string{
		true:  "0:1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1 11:1 ",
		false: "3:1 4:4 8:1 9:4 ",
	} {
		tab, got := tabled(made(slots, right, make([]float64, 12)...)), ""
		for i, e := range tab.rows {
			got += fmt.Sprintf("%d:%v ", e.document, tab.weight[i])
		}
		if got != want {
			t.Errorf("by slots %v: %s, want %s", slots, got, want)
		}
	}
}

// TestParting: the best split of three leaves equals that of trying every one, with rows of weight 4 and held-out rows.
func TestParting(t *testing.T) {
	all := examples(together(6, 20), func(*choose.Candidate) bool { return true })
	g := newGrower(tabled(all), &choose.Kind{}, alone, func(e example) bool { return e.document != 3 })
	var whole [3]sum
	for i, e := range g.rows {
		want := g.table.weight[i]
		if e.document == 3 {
			want = 0
		}
		if g.weight[i] != want {
			t.Fatalf("row %d of document %d weighs %v, want %v", i, e.document, g.weight[i], want)
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

func TestBinned(t *testing.T) {
	few := []float64{3, 1, 2, 3}
	c := binned("few", len(few), func(i int) float64 { return few[i] })
	if fmt.Sprint(c.edges, c.bins) != "[1.5 2.5] [2 0 1 2]" {
		t.Errorf("edges %v, bins %v", c.edges, c.bins)
	}
	many := binned("many", 10000, func(i int) float64 { return float64(i) })
	if len(many.edges) != mostBins-1 || many.bins[0] != 0 || many.bins[9999] != mostBins-1 {
		t.Errorf("%d edges, bins from %d to %d", len(many.edges), many.bins[0], many.bins[9999])
	}
	for i := range 10000 {
		if b := int(many.bins[i]); b > 0 && !(float64(i) > many.edges[b-1]) || b < len(many.edges) && !(float64(i) < many.edges[b]) {
			t.Fatalf("%d is in bin %d of %v", i, b, many.edges)
		}
	}
	if c := binned("one", 5, func(int) float64 { return 7 }); len(c.edges) > 0 {
		t.Errorf("edges of a constant: %v", c.edges)
	}
}

func TestUnwritten(t *testing.T) {
	all := append(made(false, []bool{true, false, false, false}, 1, 1, 1, 1), made(true, []bool{true, true}, 1, 2)...)
	if got := unwritten(all); math.Abs(got-math.Log(1.5/3.5)) > 1e-12 {
		t.Errorf("%v of one right and three wrong ones", got)
	}
	if got := unwritten(nil); got != 0 {
		t.Errorf("%v of none", got)
	}
}

// together makes documents whose candidates are probably right if two features have the same sign, which no sum over features
// can express. Slots wrote a third of the candidates.
func together(seed uint64, documents int) (all []Labelled) {
	r := rand.New(rand.NewPCG(seed, 3))
	for range documents {
		var d Labelled
		for i := range 30 {
			c := choose.Candidate{Present: true, Features: make([]float64, len(choose.Features))}
			if i < 10 {
				c.Slots, c.Features[written] = []int{i}, 1
			}
			c.Features[0], c.Features[4] = r.NormFloat64(), r.NormFloat64()
			p := .05
			if c.Features[0]*c.Features[4] > 0 {
				p = .6
			}
			d.Candidates, d.Right = append(d.Candidates, c), append(d.Right, r.Float64() < p)
		}
		all = append(all, d)
	}
	return all
}

// TestTooFewOfSlots: right candidates that no slot wrote do not suffice for a fit.
func TestTooFewOfSlots(t *testing.T) {
	documents := together(3, 100)
	for _, d := range documents {
		for i, c := range d.Candidates {
			d.Right[i] = d.Right[i] && !choose.Written(c.Features)
		}
	}
	var few *TooFewError
	if _, err := Fit(documents, 0, apart, unseenSteps); !errors.As(err, &few) || few.Right != 0 || few.Candidates != 1000 {
		t.Errorf("%v, want one of 1000 candidates, none of them right", err)
	}
}

// TestPlant: the kinds without a fold have as many trees as the model.
func TestPlant(t *testing.T) {
	all := examples(together(5, 50), func(*choose.Candidate) bool { return true })
	var k choose.Kind
	without, err := foldsOf(all, 1, apart)
	if err != nil {
		t.Fatal(err)
	}
	plant(&k, all, &without, apart, unseenSteps)
	for fold, of := range without {
		if len(k.Trees) == 0 || len(of.Trees) != len(k.Trees) {
			t.Errorf("%d trees without fold %d, %d in the model", len(of.Trees), fold, len(k.Trees))
		}
	}
}

// TestSharedOfSlots: a kind with too few right candidates of slots shares the regression of both kinds, however many runs of the
// text are right.
func TestSharedOfSlots(t *testing.T) {
	documents := together(4, 100)
	for _, d := range documents {
		for i := range d.Candidates {
			d.Candidates[i].Present = i%2 == 0
			d.Right[i] = d.Right[i] && (i%2 == 0 || !choose.Written(d.Candidates[i].Features))
		}
	}
	m, err := Fit(documents, 0, apart, unseenSteps)
	if err != nil || m.Present.Shared || !m.Absent.Shared || m.Absent.Right < LeastRight {
		t.Errorf("%v; present shared %v, absent shared %v with %d right ones", err, m.Present.Shared, m.Absent.Shared, m.Absent.Right)
	}
}

// TestTreesLearn: trees learn what a regression cannot. On documents outside the fit their probabilities are right, also for
// candidates that no slot wrote, most of which the fit left out.
func TestTreesLearn(t *testing.T) {
	m, err := Fit(together(1, 300), 0, apart, unseenSteps)
	if err != nil {
		t.Fatal(err)
	}
	for _, slots := range []bool{true, false} {
		var p []float64
		var right []bool
		off := 0.
		for _, d := range together(2, 300) {
			m.Judge(d.Candidates)
			for i, c := range d.Candidates {
				if choose.Written(c.Features) == slots {
					p, right = append(p, c.Probability), append(right, d.Right[i])
					want := .05
					if c.Features[0]*c.Features[4] > 0 {
						want = .6
					}
					off += math.Abs(c.Probability - want)
				}
			}
		}
		c, err := choose.Calibrate(p, right)
		if err != nil {
			t.Fatal(err)
		}
		if off /= float64(len(p)); off > .06 || c.ECE > .02 {
			t.Errorf("written by slots %v: mean error of probabilities %.3f, ECE %.3f, with %d trees", slots, off, c.ECE, len(m.Present.Trees))
		}
	}
}

// BenchmarkFit fits with one thread and with all threads.
func BenchmarkFit(b *testing.B) {
	documents := together(1, 300)
	for name, split := range map[string]Split{"alone": alone, "apart": apart} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Fit(documents, 0, split, unseenSteps); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// alone computes the whole range in one call, apart each element in a concurrent call.
var alone, apart Split = func(n, _ int, f func(lo, hi int)) { f(0, n) }, func(n, _ int, f func(lo, hi int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i, i+1) })
	}
	wg.Wait()
}

// TestSplit: the bytes do not depend on how the work is split.
func TestSplit(t *testing.T) {
	documents := together(7, 60)
	a, err := Fit(documents, 0, alone, unseenSteps)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Fit(documents, 0, apart, unseenSteps)
	if err != nil || !reflect.DeepEqual(a, b) || len(a.Present.Trees) == 0 {
		t.Errorf("%v: %d trees alone, %d apart, or other ones", err, len(a.Present.Trees), len(b.Present.Trees))
	}
}
