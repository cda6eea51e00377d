package fit

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestStrongest: the strength is the one with the least loss on held-out folds, which the test computes itself, and neither the
// first nor the last of strengths. If all losses are equal, as with constant features, it is the strongest.
func TestStrongest(t *testing.T) {
	documents, _ := invented(3, 40, func(p float64) float64 { return p })
	all := examples(documents, func(*choose.Candidate) bool { return true })
	got, without, err := strongest(all, apart, unseenSteps)
	if err != nil {
		t.Fatal(err)
	}
	best, least := 0., math.Inf(1)
	for _, s := range strengths {
		loss := 0.
		kinds, err := foldsOf(all, s, apart)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			z := kinds[e.document%folds].Regression(e.Features)
			if e.right {
				z = -z
			}
			loss += math.Log1p(math.Exp(z))
		}
		if loss < least {
			best, least = s, loss
		}
	}
	if got != best || got == strengths[0] || got == strengths[len(strengths)-1] {
		t.Errorf("strength %v, want %v, which is not at an end of %v", got, best, strengths)
	}
	for fold, k := range without {
		if k.Strength != got {
			t.Errorf("without fold %d the strength is %v, not %v", fold, k.Strength, got)
		}
	}
	if got, _, err := strongest(made(true, []bool{true, false, true, false, true, false, true, false, true, false}, make([]float64, 10)...), apart, unseenSteps); got != strengths[0] || err != nil {
		t.Errorf("with equal losses the strength is %v, %v; want %v", got, err, strengths[0])
	}
}

// TestRegress: at the fitted weights the derivatives of the penalised loss, over standardised features, are 0.
func TestRegress(t *testing.T) {
	documents, _ := invented(3, 60, func(p float64) float64 { return p })
	all := examples(documents, func(*choose.Candidate) bool { return true })
	var k choose.Kind
	if err := regress(&k, all, 3); err != nil {
		t.Fatal(err)
	}
	if len(k.Terms) < 3 {
		t.Fatalf("%d terms", len(k.Terms))
	}
	intercept := 0.
	slopes := make([]float64, len(k.Terms))
	for _, e := range all {
		d := choose.Logistic(k.Regression(e.Features))
		if e.right {
			d--
		}
		intercept += d
		for j, term := range k.Terms {
			slopes[j] += d * (feature(e, term.Feature) - term.Mean) / term.Scale
		}
	}
	if math.Abs(intercept) > 1e-6 {
		t.Errorf("derivative by the intercept: %v", intercept)
	}
	for j, term := range k.Terms {
		if d := slopes[j] + 3*term.Weight; math.Abs(d) > 1e-6 {
			t.Errorf("derivative by the weight of %s: %v", term.Feature, d)
		}
	}
}

// feature returns the value of a feature by name.
func feature(e example, name string) float64 {
	for i, f := range choose.Features {
		if f.Name == name {
			return e.Features[i]
		}
	}
	panic(name)
}

// TestMoments: 1, 1, 4 have the mean 2 and the variance 2.
func TestMoments(t *testing.T) {
	for i, f := range choose.Features {
		if f.Name == "words" {
			if mean, deviation := moments(made(true, make([]bool, 3), 1, 1, 4), i); mean != 2 || math.Abs(deviation-math.Sqrt2) > 1e-12 {
				t.Errorf("mean %v, deviation %v", mean, deviation)
			}
		}
	}
}

// TestRegressionIsAsked: the log-odds of the regression are a feature of trees.
func TestRegressionIsAsked(t *testing.T) {
	documents, _ := invented(3, 20, func(p float64) float64 { return p })
	all := examples(documents, func(*choose.Candidate) bool { return true })
	var k choose.Kind
	if err := regress(&k, all, 3); err != nil {
		t.Fatal(err)
	}
	g := newGrower(tabled(all), &k, apart, func(example) bool { return true })
	if last := g.columns[len(g.columns)-1]; last.name != choose.RegressionFeature || len(g.columns) != len(g.table.columns)+1 {
		t.Errorf("%d columns of %d features, the last is %s", len(g.columns), len(g.table.columns), last.name)
	}
}

// TestNumberOfTrees: the number of trees, which may be 0, has the least loss on held-out folds, which the test computes from the
// model with each number.
func TestNumberOfTrees(t *testing.T) {
	all := examples(together(5, 50), func(*choose.Candidate) bool { return true })
	var k choose.Kind
	without, err := foldsOf(all, 1, apart)
	if err != nil {
		t.Fatal(err)
	}
	again := without
	plant(&k, all, &without, apart, unseenSteps)
	table := tabled(all)
	loss := make([]float64, len(k.Trees)+patience)
	for fold := range again {
		of := &again[fold]
		for g := newGrower(table, of, apart, outside(fold)); len(of.Trees) < len(loss)-1 && g.grow(); {
		}
		grown := of.Trees
		for n := range loss {
			of.Trees = grown[:min(n, len(grown))]
			for i, e := range table.rows {
				z := of.Margin(e.Features)
				if e.right {
					z = -z
				}
				if e.document%folds == fold {
					loss[n] += table.weight[i] * math.Log1p(math.Exp(z))
				}
			}
		}
	}
	if best := slices.Index(loss, slices.Min(loss)); best != len(k.Trees) || best == 0 {
		t.Errorf("%d trees, but %d have the least loss: %v", len(k.Trees), best, loss)
	}
}

// TestEqualPools: two groups with the same share of right candidates are one step.
func TestEqualPools(t *testing.T) {
	var judged []judgement
	for i := range 2 * leastGroup {
		judged = append(judged, judgement{float64(i) / 1000, i%2 == 0})
	}
	if got, want := isotonic(judged), []choose.Step{{UpTo: .099, Probability: .5}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestHeldOutSteps: if the model has steps, held-out candidates are judged by the steps of the other folds, so they have few
// distinct probabilities.
func TestHeldOutSteps(t *testing.T) {
	documents, _ := invented(1, 400, func(p float64) float64 { return .05 + .6*p*p*p })
	all := examples(documents, func(*choose.Candidate) bool { return true })
	var k choose.Kind
	held := map[*choose.Candidate]float64{}
	if err := kind(&k, all, true, held, apart, unseenSteps); err != nil {
		t.Fatal(err)
	}
	values := map[float64]bool{}
	for _, p := range held {
		values[p] = true
	}
	if len(k.Steps) == 0 || len(values) > len(held)/10 {
		t.Errorf("%d steps, %d values of %d candidates", len(k.Steps), len(values), len(held))
	}
}
