package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// plainly returns a regression over columns that are standardised already, from weights of 0.
func plainly(strength float64, right []bool, rows ...[]float64) *regression {
	r := &regression{table: &Table{Value: func(row, feature int) float64 { return rows[row][feature] }, Right: right}, pull: Pull{Weights: strength}}
	r.rows, r.start = r.table.all(), make([]float64, 1+len(rows[0]))
	for k := range rows[0] {
		r.terms, r.columns = append(r.terms, rank.Term{Scale: 1}), append(r.columns, k)
	}
	return r
}

// TestMinimumByHand: one feature, ±1, divides 8 rows into 4 with 3 right ones and 4 with 1. Without penalty the weights are
// the log-odds, 0 and ln 3. With λ the weight w solves 8·(σ(w) − ¾) + λ·w = 0: for λ = ⅔ / ln 2 that is ln 2. A row of weight 3
// counts as three.
func TestMinimumByHand(t *testing.T) {
	right := []bool{true, true, true, false, true, false, false, false}
	x := [][]float64{{1}, {1}, {1}, {1}, {-1}, {-1}, {-1}, {-1}}
	weighed := plainly(1e-12, []bool{true, false, true, false}, []float64{1}, []float64{1}, []float64{-1}, []float64{-1})
	weighed.table.Weight = []float64{3, 1, 1, 3}
	for _, c := range []struct {
		r    *regression
		want []float64
	}{
		{plainly(1e-12, right, x...), []float64{0, math.Log(3)}},
		{plainly(2./3/math.Ln2, right, x...), []float64{0, math.Ln2}},
		{weighed, []float64{0, math.Log(3)}},
		{plainly(1, []bool{true, false, false, false}, []float64{0}, []float64{0}, []float64{0}, []float64{0}), []float64{-math.Log(3), 0}},
	} {
		if w, err := c.r.minimum(); err != nil || math.Abs(w[0]-c.want[0])+math.Abs(w[1]-c.want[1]) > 1e-9 {
			t.Errorf("%v, %v, want %v", w, err, c.want)
		}
	}
	x[0][0] = math.NaN()
	for name, r := range map[string]*regression{"NaN": plainly(1, right, x...), "no rows": {}} {
		if w, err := r.minimum(); err == nil {
			t.Errorf("%s: %v, want an error", name, w)
		}
	}
}

// random returns rows with outcomes that follow the weights, the intercept first, a pull towards other weights, and offsets.
func random(seed uint64, rows int, weights []float64) *regression {
	rnd := rand.New(rand.NewPCG(seed, 5))
	var x [][]float64
	var right []bool
	for range rows {
		row, z := make([]float64, len(weights)-1), weights[0]
		for i := range row {
			row[i] = rnd.NormFloat64()
			z += weights[1+i] * row[i]
		}
		x, right = append(x, row), append(right, rnd.Float64() < rank.Logistic(z))
	}
	r := plainly(2, right, x...)
	r.pull.Intercept = 3
	for i := range r.start {
		r.start[i] = float64(i) / 2
	}
	for i := range rows {
		r.offset, r.table.Weight = append(r.offset, float64(i%3)/4), append(r.table.Weight, 1+float64(i%2))
	}
	return r
}

// TestDerivatives compares gradient and Hessian with central differences of the loss.
func TestDerivatives(t *testing.T) {
	r := random(1, 60, []float64{-1, .5, 2, -1})
	at, settings := []float64{.3, -.2, .7, 1.1}, &fd.Settings{Formula: fd.Central}
	g, h := r.derivatives(at)
	want := fd.Gradient(nil, r.loss, at, settings)
	for i := range at {
		if math.Abs(g[i]-want[i]) > 1e-6 {
			t.Errorf("gradient %d: %v, want %v by differences", i, g[i], want[i])
		}
		row := fd.Gradient(nil, func(w []float64) float64 { g, _ := r.derivatives(w); return g[i] }, at, settings)
		for j := range at {
			if math.Abs(h.At(i, j)-row[j]) > 1e-6 {
				t.Errorf("Hessian %d, %d: %v, want %v by differences", i, j, h.At(i, j), row[j])
			}
		}
	}
	w, err := r.minimum()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range fd.Gradient(nil, r.loss, w, settings) {
		if math.Abs(d) > 1e-5 {
			t.Errorf("at the minimum gradient %d is %v", i, d)
		}
	}
}

// TestMinimumOvershoots: with heavy tails, or where only the penalty bounds the weights of separable classes, full Newton steps raise
// the loss; the minimum is still found.
func TestMinimumOvershoots(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		var x [][]float64
		var right []bool
		for range 12 {
			x = append(x, []float64{math.Pow(rnd.NormFloat64(), 3), math.Pow(rnd.NormFloat64(), 3)})
			right = append(right, rnd.IntN(5) == 0)
		}
		right[0], right[1] = true, false
		if seed == 0 { // separable
			for i := range right {
				right[i] = x[i][0] > 0
			}
		}
		r := plainly(1e-3, right, x...)
		w, err := r.minimum()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if g, _ := r.derivatives(w); math.Abs(g[0])+math.Abs(g[1])+math.Abs(g[2]) > 1e-6 {
			t.Errorf("seed %d: gradient %v", seed, g)
		}
	}
}

// TestRegress: at the fitted weights the derivatives of the penalised loss, over standardised features, are 0. The penalty is
// towards the weights from which the judge starts, and trees of the judge count.
func TestRegress(t *testing.T) {
	table, _ := invented(3, 60, same)
	for _, trees := range [][]rank.Tree{nil, {{Questions: []rank.Question{{Feature: "a", Above: 0}}, Leaves: []float64{-1, 1}}}} {
		start := rank.Judge{Intercept: -2, Terms: Standard(table, []string{"a", "b"}), Trees: trees}
		start.Terms[0].Weight = 3
		j := start
		j.Terms = slices.Clone(start.Terms)
		if err := Regress(&j, table, Pull{Weights: 80, Intercept: 4}); err != nil {
			t.Fatal(err)
		}
		slopes := []float64{4 * (j.Intercept + 2), 80 * (j.Terms[0].Weight - 3), 80 * j.Terms[1].Weight}
		for row, z := range table.margins(&j, table.all()) {
			d := rank.Logistic(z) - one(table.Right[row])
			slopes[0] += d
			for k, term := range j.Terms {
				slopes[1+k] += d * (table.Value(row, k) - term.Mean) / term.Scale
			}
		}
		for k, slope := range slopes {
			if math.Abs(slope) > 1e-6 {
				t.Errorf("%d trees: derivative %d is %v", len(trees), k, slope)
			}
		}
	}
}
