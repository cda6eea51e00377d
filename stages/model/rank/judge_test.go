package rank

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// features are those of the tests.
var features = []string{"a", "b", Gate}

// linked returns a judge whose features are found.
func linked(t testing.TB, j Judge) *Judge {
	t.Helper()
	if err := j.Link(features); err != nil {
		t.Fatal(err)
	}
	return &j
}

// TestTree: the first answer is the highest bit of the leaf, and a value equal to Above is not above it.
func TestTree(t *testing.T) {
	j := linked(t, Judge{Trees: []Tree{{Questions: []Question{{Feature: "b", Above: 2}, {Feature: RegressionFeature, Above: -1}}, Leaves: []float64{1, 2, 4, 8}}}})
	for _, c := range []struct{ b, regression, want float64 }{{2, -1, 1}, {2, 0, 2}, {3, -1, 4}, {3, 0, 8}} {
		if got := j.Trees[0].leaf([]float64{9, c.b, 9}, c.regression); got != c.want {
			t.Errorf("b %v, regression %v: %v, want %v", c.b, c.regression, got, c.want)
		}
	}
}

// TestMargin: trees add to the regression and ask for its value without trees. Unwritten replaces the regression where the gate is
// shut; without a gate it is for all candidates.
func TestMargin(t *testing.T) {
	low := []Question{{Feature: RegressionFeature, Above: 0}}
	j := linked(t, Judge{Intercept: .5, Terms: []Term{{Feature: "b", Mean: 1, Scale: 2, Weight: 3}}, Unwritten: -4,
		Trees: []Tree{{Questions: low, Leaves: []float64{4.25, 8}}, {Questions: low, Leaves: []float64{.125, 16}}}})
	if got := j.Margin([]float64{0, 2, 0}); got != -4+4.25+.125 {
		t.Errorf("with the gate shut: %v", got)
	}
	if got := j.Margin([]float64{0, 2, 1}); got != .5+1.5+24 {
		t.Errorf("with the gate open: %v", got)
	}
	if err := j.Link([]string{"b", "a"}); err != nil || j.Margin([]float64{2, 0}) != .5+1.5+24 {
		t.Errorf("%v; without a gate: %v", err, j.Margin([]float64{2, 0}))
	}
	if got := new(Judge).Margin(nil); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// TestProbability: a step holds up to its end, the last one for all above.
func TestProbability(t *testing.T) {
	j := Judge{Steps: []Step{{.25, .125}, {.75, .5}, {.8, .75}}}
	for p, want := range map[float64]float64{0: .125, .25: .125, .26: .5, .75: .5, 1: .75} {
		if got := j.Calibrated(p); got != want {
			t.Errorf("%v is calibrated to %v, want %v", p, got, want)
		}
	}
	if got := j.Probability(0); got != .5 {
		t.Errorf("log-odds of 0: %v", got)
	}
	if got := new(Judge).Probability(1); got != Logistic(1) {
		t.Errorf("without steps: %v", got)
	}
	if got := (&Judge{Unseen: []float64{.5, 0, .5}}).Missed(); got != 1 {
		t.Errorf("%v missed", got)
	}
}

// TestLink: errors of impossible numbers and unknown names in a file.
func TestLink(t *testing.T) {
	leaves := func(n int) []float64 { return make([]float64, n) }
	tree := func(feature string, above float64, leaves []float64) Judge {
		return Judge{Trees: []Tree{{Questions: []Question{{Feature: feature, Above: above}}, Leaves: leaves}}}
	}
	term := func(terms ...Term) Judge { return Judge{Terms: terms} }
	steps := func(steps ...Step) Judge { return Judge{Steps: steps} }
	for name, c := range map[string]struct {
		judge Judge
		want  error
	}{
		"nothing":           {Judge{}, nil},
		"intercept":         {Judge{Intercept: math.NaN()}, schemas.ErrDamaged},
		"unwritten":         {Judge{Unwritten: math.Inf(1)}, schemas.ErrDamaged},
		"term":              {term(Term{Feature: "a", Scale: 1}), nil},
		"unknown term":      {term(Term{Feature: "height", Scale: 1}), schemas.ErrSchema},
		"twice":             {term(Term{Feature: "a", Scale: 1}, Term{Feature: "a", Scale: 1}), schemas.ErrDamaged},
		"no scale":          {term(Term{Feature: "a"}), schemas.ErrDamaged},
		"great weight":      {term(Term{Feature: "a", Scale: 1, Weight: 1e13}), schemas.ErrDamaged},
		"no question":       {Judge{Trees: []Tree{{Leaves: leaves(1)}}}, nil},
		"question":          {tree("b", 1, leaves(2)), nil},
		"regression":        {tree(RegressionFeature, 1, leaves(2)), nil},
		"unknown feature":   {tree("height", 1, leaves(2)), schemas.ErrSchema},
		"question of NaN":   {tree("b", math.NaN(), leaves(2)), schemas.ErrDamaged},
		"a leaf too few":    {tree("b", 1, leaves(1)), schemas.ErrDamaged},
		"infinite leaf":     {tree("b", 1, []float64{0, math.Inf(1)}), schemas.ErrDamaged},
		"too deep":          {Judge{Trees: []Tree{{Questions: make([]Question, mostQuestions+1), Leaves: leaves(2 << mostQuestions)}}}, schemas.ErrDamaged},
		"as many as may be": {Judge{Trees: slices.Repeat([]Tree{{Leaves: leaves(1)}}, mostTrees)}, nil},
		"too many":          {Judge{Trees: slices.Repeat([]Tree{{Leaves: leaves(1)}}, mostTrees+1)}, schemas.ErrDamaged},
		"steps":             {steps(Step{.5, .5}, Step{1, .5}), nil},
		"steps backwards":   {steps(Step{.5, .5}, Step{.5, .6}), schemas.ErrDamaged},
		"falling steps":     {steps(Step{.5, .5}, Step{1, .4}), schemas.ErrDamaged},
		"above one":         {steps(Step{.5, 1.5}), schemas.ErrDamaged},
		"unseen":            {Judge{Unseen: []float64{-.5}}, schemas.ErrDamaged},
		"many unseen":       {Judge{Unseen: make([]float64, mostUnseen+2)}, schemas.ErrDamaged},
	} {
		if err := c.judge.Link(features); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
