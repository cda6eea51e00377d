package fit

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestStrongest: the strength is the one with the least loss on held-out folds, which the test computes itself, and neither the
// first nor the last of strengths. If all losses are equal, as with constant features, it is the strongest.
func TestStrongest(t *testing.T) {
	table, _ := invented(3, 40, same)
	got, w, err := strongest(table, options())
	if err != nil {
		t.Fatal(err)
	}
	best, least := 0., math.Inf(1)
	for _, s := range strengths {
		loss := 0.
		judges, err := foldsOf(table, options(), s)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, 3)
		for row, right := range table.Right {
			z := judges[Fold(table.Document[row])].Regression(table.values(row, x))
			if right {
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
	for fold, j := range w {
		if j.Strength != got || len(j.Terms) != 2 {
			t.Errorf("without fold %d the strength is %v, not %v, with %d terms, not 2: one feature is constant", fold, j.Strength, got, len(j.Terms))
		}
	}
	constant := of(true, []bool{true, false, true, false, true, false, true, false, true, false}, make([]float64, 10)...)
	if got, _, err := strongest(constant, options()); got != strengths[0] || err != nil {
		t.Errorf("with equal losses the strength is %v, %v; want %v", got, err, strengths[0])
	}
}

func TestUnwritten(t *testing.T) {
	rows := []row{{0, true, []float64{1}}, {1, true, []float64{1}}}
	for i := range 4 {
		rows = append(rows, row{i, i == 0, []float64{0}})
	}
	table := tabled([]string{rank.Gate}, rows...)
	if got := unwritten(table, table.all()); math.Abs(got-math.Log(1.5/3.5)) > 1e-12 {
		t.Errorf("%v of one right and three wrong ones", got)
	}
	if got := unwritten(table, []int{0, 1}); got != 0 {
		t.Errorf("%v of none", got)
	}
}

// TestHeldOut: the held-out log-odds of a row depend on the outcomes in other folds, not in its own; with a regression, and with
// a judge that is given.
func TestHeldOut(t *testing.T) {
	others, _ := invented(1, 60, same)
	given, _ := fitted(t, others, options())
	for _, start := range []*rank.Judge{nil, given} {
		table, _ := invented(9, 60, same)
		o := Options{Start: start, Split: alone, Step: func() {}}
		judge := func() []float64 {
			w, err := foldsOf(table, o, 1)
			if err != nil {
				t.Fatal(err)
			}
			for fold, j := range w {
				for g, n := growerOf(t, table, j, fold), len(j.Trees)+5; len(j.Trees) < n; {
					g.grow()
				}
				if err := j.Link(table.Features); err != nil {
					t.Fatal(err)
				}
			}
			return w.margins(table)
		}
		before := judge()
		for row, d := range table.Document {
			if Fold(d) == 2 {
				table.Right[row] = !table.Right[row]
			}
		}
		for row, after := range judge() {
			if fold := Fold(table.Document[row]); (before[row] == after) != (fold == 2) {
				t.Fatalf("row %d of fold %d: %v, with the outcomes of fold 2 inverted %v", row, fold, before[row], after)
			}
		}
	}
}

// TestCalibration: the calibration error on 10⁵ candidates outside the fit is small, both if the data have the model's form and if
// only isotonic steps can calibrate it.
func TestCalibration(t *testing.T) {
	for name, shape := range map[string]func(float64) float64{"logistic": same, "bent": bent} {
		table, _ := invented(1, 2000, shape)
		j, _ := fitted(t, table, options())
		if name == "bent" && len(j.Steps) == 0 {
			t.Error("no steps where they are needed")
		}
		fresh, truth := invented(2, 10000, shape)
		far, c := 0., calibration.New(calibration.Bins)
		for row, z := range fresh.margins(j, fresh.all()) {
			p := j.Probability(z)
			if err := c.Add(p, fresh.Right[row]); err != nil {
				t.Fatal(err)
			}
			far += math.Abs(p-truth[row]) / float64(len(truth))
		}
		if c.ECE() >= .01 || far > .02 {
			t.Errorf("%s: expected calibration error %v, mean error of probabilities %v", name, c.ECE(), far)
		}
	}
}

// ece is the calibration error of probabilities of the rows for which own holds.
func ece(t *testing.T, table *Table, p []float64, own func(int) bool) float64 {
	c := calibration.New(calibration.Bins)
	for row, right := range table.Right {
		if own == nil || own(row) {
			if err := c.Add(p[row], right); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c.ECE()
}

// TestStepsMustPay: a fit keeps isotonic steps exactly if they lower the calibration error of its own rows on held-out folds.
func TestStepsMustPay(t *testing.T) {
	with, without := 0, 0
	for seed := range uint64(16) {
		o := options()
		if seed%2 == 1 {
			o.Own = func(row int) bool { return row%2 == 0 }
		}
		table, _ := invented(20+seed, 120, same)
		j, r := fitted(t, table, o)
		before, after := ece(t, table, r.Before, o.Own), ece(t, table, r.After, o.Own)
		switch {
		case len(j.Steps) == 0 && slices.Equal(r.Before, r.After):
			without++
		case len(j.Steps) > 0 && after < before:
			with++
		default:
			t.Errorf("%d steps; error %v without, %v with them", len(j.Steps), before, after)
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("steps %d times, none %d times: the test needs both", with, without)
	}
}

// TestHeldOutSteps: if the judge has steps, held-out rows are judged by the steps of the other folds: few distinct probabilities,
// which are not those of the judge's own steps.
func TestHeldOutSteps(t *testing.T) {
	table, _ := invented(1, 400, bent)
	j, r := fitted(t, table, options())
	values, own := map[float64]bool{}, 0
	for row, p := range r.After {
		if values[p] = true; p == j.Calibrated(r.Before[row]) {
			own++
		}
	}
	if len(j.Steps) == 0 || len(values) > len(r.After)/10 || own > len(r.After)/10 {
		t.Errorf("%d steps, %d values of %d candidates, %d of the judge's own steps", len(j.Steps), len(values), len(r.After), own)
	}
}

// TestStart: a judge that is given keeps its trees, and what the documents teach is added: from one of the same kind of documents
// little is left to learn, so the loss is less than without it. The intercept fits the share of right rows.
func TestStart(t *testing.T) {
	given, _ := fitted(t, together(1, 300), Options{Start: &rank.Judge{}, Step: func() {}})
	steps := 0
	if len(given.Steps) == 0 {
		t.Error("trees that stand alone are not calibrated")
	}
	few := together(2, 20)
	_, alone := fitted(t, few, Options{Start: &rank.Judge{}, Step: func() { steps++ }})
	j, r := fitted(t, few, Options{Start: given, Step: func() {}})
	if len(j.Trees) < len(given.Trees) || len(given.Trees) < 10 || r.Loss >= alone.Loss {
		t.Errorf("%d trees after %d; loss %v, %v without the judge", len(j.Trees), len(given.Trees), r.Loss, alone.Loss)
	}
	if int64(steps) > Steps || steps < 10 {
		t.Errorf("%d steps of at most %d", steps, Steps)
	}
	rare := of(false, slices.Repeat([]bool{false, false, false, true}, 100), make([]float64, 400)...)
	rare.Features = []string{"a", "b"}
	if j, _ := fitted(t, rare, Options{Start: &rank.Judge{}, Step: func() {}}); math.Abs(rank.Logistic(j.Intercept)-.25) > .002 || len(j.Trees) > 0 {
		t.Errorf("a quarter is right, the intercept is %v", j.Intercept)
	}
}
