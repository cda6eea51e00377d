package choose

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestTree: the first answer is the highest bit of the leaf, and a value equal to Above is not above it.
func TestTree(t *testing.T) {
	words, _ := NewQuestion("words", 2)
	regression, _ := NewQuestion(RegressionFeature, -1)
	tree := Tree{Questions: []Question{words, regression}, Leaves: []float64{1, 2, 4, 8}}
	for _, c := range []struct{ words, regression, want float64 }{{2, -1, 1}, {2, 0, 2}, {3, -1, 4}, {3, 0, 8}} {
		x := make([]float64, len(Features))
		x[featureOf("words")] = c.words
		if got := tree.leaf(x, c.regression); got != c.want {
			t.Errorf("%v words, regression %v: %v, want %v", c.words, c.regression, got, c.want)
		}
	}
}

// TestMargin: trees add to the regression and ask for its value without trees. Unwritten replaces the regression.
func TestMargin(t *testing.T) {
	term, _ := NewTerm("words", 1, 2, 3)
	low, _ := NewQuestion(RegressionFeature, 0)
	k := Kind{Intercept: .5, Terms: []Term{term}, Unwritten: -4, Trees: []Tree{
		{Questions: []Question{low}, Leaves: []float64{4.25, 8}}, {Questions: []Question{low}, Leaves: []float64{.125, 16}},
	}}
	x := make([]float64, len(Features))
	x[featureOf("words")] = 2
	if got := k.Margin(x); got != -4+4.25+.125 {
		t.Errorf("no slot wrote it: %v", got)
	}
	x[writtenFeature] = 1
	if got := k.Margin(x); got != .5+1.5+24 {
		t.Errorf("a slot wrote it: %v", got)
	}
}

// TestTreeChecks: errors of impossible trees in a file.
func TestTreeChecks(t *testing.T) {
	q := func(feature string, above float64) Question { return Question{Feature: feature, Above: above} }
	leaves := func(n int) []float64 { return make([]float64, n) }
	trees := func(n int) []Tree { return slices.Repeat([]Tree{{Leaves: leaves(1)}}, n) }
	for name, c := range map[string]struct {
		kind Kind
		want error
	}{
		"no question":       {Kind{Trees: []Tree{{Leaves: leaves(1)}}}, nil},
		"a leaf too few":    {Kind{Trees: []Tree{{Questions: []Question{q("words", 1)}, Leaves: leaves(1)}}}, schemas.ErrDamaged},
		"infinite leaf":     {Kind{Trees: []Tree{{Leaves: []float64{math.Inf(1)}}}}, schemas.ErrDamaged},
		"unknown feature":   {Kind{Trees: []Tree{{Questions: []Question{q("height", 1)}, Leaves: leaves(2)}}}, schemas.ErrSchema},
		"question of NaN":   {Kind{Trees: []Tree{{Questions: []Question{q("words", math.NaN())}, Leaves: leaves(2)}}}, schemas.ErrDamaged},
		"regression":        {Kind{Trees: []Tree{{Questions: []Question{q(RegressionFeature, 1)}, Leaves: leaves(2)}}}, nil},
		"too deep":          {Kind{Trees: []Tree{{Questions: make([]Question, MostQuestions+1), Leaves: leaves(2 << MostQuestions)}}}, schemas.ErrDamaged},
		"as many as may be": {Kind{Trees: trees(MostTrees)}, nil},
		"too many":          {Kind{Trees: trees(MostTrees + 1)}, schemas.ErrDamaged},
		"unwritten is none": {Kind{Unwritten: math.NaN()}, schemas.ErrDamaged},
	} {
		if err := c.kind.checkTrees(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	k := Kind{Trees: []Tree{{Questions: []Question{q("length", 1)}, Leaves: leaves(2)}}}
	if err := k.checkTrees(); err != nil || k.Trees[0].Questions[0].index != featureOf("length") {
		t.Errorf("%v: the question is for feature %d", err, k.Trees[0].Questions[0].index)
	}
}

// BenchmarkMargin judges a present candidate with as many trees as a fit grows.
func BenchmarkMargin(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	var k Kind
	for range 175 {
		t := Tree{Leaves: make([]float64, 32)}
		for range 5 {
			q, _ := NewQuestion(Features[r.IntN(len(Features))].Name, r.NormFloat64())
			t.Questions = append(t.Questions, q)
		}
		k.Trees = append(k.Trees, t)
	}
	candidates := make([][]float64, 200)
	for i := range candidates {
		for range Features {
			candidates[i] = append(candidates[i], r.NormFloat64())
		}
	}
	for i := 0; b.Loop(); i++ {
		k.Margin(candidates[i%len(candidates)])
	}
}
