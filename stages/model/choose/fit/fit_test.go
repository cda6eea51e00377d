package fit

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestMinimumByHand: one feature, ±1, divides 8 examples into 4 with 3 right ones and 4 with 1. Without penalty the weights are
// the log-odds, 0 and ln 3. With λ the weight w solves 8·(σ(w) − ¾) + λ·w = 0: for λ = ⅔ / ln 2 that is ln 2.
func TestMinimumByHand(t *testing.T) {
	r := regression{
		x:     [][]float64{{1}, {1}, {1}, {1}, {-1}, {-1}, {-1}, {-1}},
		right: []bool{true, true, true, false, true, false, false, false},
	}
	for _, c := range []struct{ strength, weight float64 }{{1e-12, math.Log(3)}, {2. / 3 / math.Ln2, math.Ln2}} {
		r.strength = c.strength
		w, err := r.minimum()
		if err != nil || math.Abs(w[0]) > 1e-9 || math.Abs(w[1]-c.weight) > 1e-9 {
			t.Errorf("λ %v: %v, %v, want 0 and %v", c.strength, w, err, c.weight)
		}
	}
	r.x, r.right, r.strength = [][]float64{{0}, {0}, {0}, {0}}, []bool{true, false, false, false}, 1
	if w, err := r.minimum(); err != nil || math.Abs(w[0]+math.Log(3)) > 1e-9 || w[1] != 0 {
		t.Errorf("one of four right: %v, %v, want −ln 3 and 0", w, err)
	}
}

// random returns rows of n features with outcomes that follow the weights, the intercept first.
func random(seed uint64, rows int, weights []float64) regression {
	r := rand.New(rand.NewPCG(seed, 5))
	out := regression{strength: 2}
	for range rows {
		x := make([]float64, len(weights)-1)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		out.x, out.right = append(out.x, x), append(out.right, r.Float64() < choose.Logistic(margin(weights, x)))
	}
	return out
}

// TestDerivatives compares gradient and Hessian with central differences of the loss.
func TestDerivatives(t *testing.T) {
	r := random(1, 60, []float64{-1, .5, 2, -1})
	at := []float64{.3, -.2, .7, 1.1}
	g, h := r.derivatives(at)
	want := fd.Gradient(nil, r.loss, at, &fd.Settings{Formula: fd.Central})
	for i := range at {
		if math.Abs(g[i]-want[i]) > 1e-6 {
			t.Errorf("gradient %d: %v, want %v by differences", i, g[i], want[i])
		}
		row := fd.Gradient(nil, func(w []float64) float64 { g, _ := r.derivatives(w); return g[i] }, at, &fd.Settings{Formula: fd.Central})
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
	for i, d := range fd.Gradient(nil, r.loss, w, &fd.Settings{Formula: fd.Central}) {
		if math.Abs(d) > 1e-5 {
			t.Errorf("at the minimum gradient %d is %v", i, d)
		}
	}
}

// TestMinimumFarAway: with separable classes only the penalty bounds the weights, and steps overshoot.
func TestMinimumFarAway(t *testing.T) {
	r := regression{strength: 1e-6}
	for i := range 40 {
		r.x, r.right = append(r.x, []float64{float64(i-20) + .5}), append(r.right, i >= 20)
	}
	w, err := r.minimum()
	if err != nil {
		t.Fatal(err)
	}
	g, _ := r.derivatives(w)
	if math.Abs(g[0])+math.Abs(g[1]) > 1e-8 {
		t.Errorf("weights %v: gradient %v", w, g)
	}
	r.x[0][0] = math.NaN()
	if w, err := r.minimum(); err == nil {
		t.Errorf("with NaN: %v, want an error", w)
	}
}

func TestIsotonic(t *testing.T) {
	var judged []judgement
	add := func(p float64, n, right int) {
		for i := range n {
			judged = append(judged, judgement{p, i < right})
		}
	}
	add(.9, 50, 20) // .4
	add(.5, 50, 30) // .6: violates with .9, pooled to .5
	add(.1, 60, 6)  // .1
	got := isotonic(judged)
	want := []choose.Step{{UpTo: .1, Probability: .1}, {UpTo: .9, Probability: .5}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	add(.95, 30, 30) // too few for a group
	if got := isotonic(judged); len(got) != 3 || got[2].UpTo != .95 || got[2].Probability != .625 || got[1].Probability != .6 {
		t.Errorf("with few at the end: %v", got)
	}
	if got := isotonic(nil); len(got) != 0 {
		t.Errorf("without candidates: %v", got)
	}
}

func TestLabel(t *testing.T) {
	s := text.NewStemmer()
	d := choose.Material{Tokens: strings.Fields("graph cuts are cut"), Slots: []choose.Slot{
		{Words: []string{"graph", "cutting"}, Probabilities: []float64{.5, .5}}, {Words: []string{"trees"}, Probabilities: []float64{.5}},
		{Words: []string{"cuts"}, Probabilities: []float64{.5}},
	}}
	got := Label(s, d.Tokens, choose.Candidates(s, d, 0), [][]string{{"graph", "cut"}, {"graphs", "cuts"}, {"tree"}, {"forest"}, {"are"}})
	if fmt.Sprint(got.Right) != "[true true false]" || got.Present != (Unseen{2, 1}) || got.Absent != (Unseen{2, 1}) {
		t.Errorf("%v, present %v, absent %v", got.Right, got.Present, got.Absent)
	}
}

// written is the index of the feature.
var written = slices.IndexFunc(choose.Features, func(f choose.Feature) bool { return f.Name == "written" })

// invented makes documents with candidates of known probability, σ of a sum over features.
func invented(seed uint64, documents int, shape func(z float64) float64) (all []Labelled, truth []float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	for range documents {
		var d Labelled
		for range 10 {
			c := choose.Candidate{Present: r.IntN(2) == 0, Slots: []int{0}, Features: make([]float64, len(choose.Features))}
			c.Features[written] = 1
			c.Features[0], c.Features[4], c.Features[7] = r.NormFloat64(), 3+2*r.NormFloat64(), r.ExpFloat64()
			z := -1 + c.Features[0] - .5*(c.Features[4]-3)
			if !c.Present {
				z = -2 + .5*c.Features[7]
			}
			p := shape(choose.Logistic(z))
			truth = append(truth, p)
			d.Candidates, d.Right = append(d.Candidates, c), append(d.Right, r.Float64() < p)
		}
		all = append(all, d)
	}
	return all, truth
}

// judgeAll returns the probabilities of all candidates, and the outcomes.
func judgeAll(m *choose.Model, documents []Labelled) (p []float64, right []bool) {
	for _, d := range documents {
		m.Judge(d.Candidates)
		for i, c := range d.Candidates {
			p, right = append(p, c.Probability), append(right, d.Right[i])
		}
	}
	return p, right
}

// TestCalibration: the calibration error on 10⁵ candidates outside the fit is small, both if the data have the model's form and if
// only isotonic steps can calibrate it.
func TestCalibration(t *testing.T) {
	for name, shape := range map[string]func(float64) float64{
		"logistic": func(p float64) float64 { return p },
		"bent":     func(p float64) float64 { return .05 + .6*p*p*p },
	} {
		t.Run(name, func(t *testing.T) {
			documents, _ := invented(1, 2000, shape)
			m, err := Fit(documents, 0, apart, unseenSteps)
			if err != nil {
				t.Fatal(err)
			}
			if bent := name == "bent"; bent != (len(m.Present.Steps) > 0) && bent {
				t.Errorf("no steps where they are needed: ECE %v without, %v with them", m.Present.Before.ECE, m.Present.After.ECE)
			}
			fresh, truth := invented(2, 10000, shape)
			p, right := judgeAll(m, fresh)
			if c, err := choose.Calibrate(p, right); err != nil || c.ECE >= .01 {
				t.Errorf("expected calibration error %v on %d candidates", c.ECE, c.Phrases)
			}
			far := 0.
			for i := range p {
				far += math.Abs(p[i]-truth[i]) / float64(len(p))
			}
			if far > .02 {
				t.Errorf("the mean error of probabilities is %v", far)
			}
		})
	}
}

// TestThresholds: on documents outside the fit, candidates at or above a threshold have the precision.
func TestThresholds(t *testing.T) {
	same := func(p float64) float64 { return p }
	documents, _ := invented(3, 1500, same)
	steps := int64(0)
	m, err := Fit(documents, 0, apart, func() { steps++ })
	if steps < 2*int64(len(strengths)) || steps > Steps {
		t.Errorf("%d steps, announced were up to %d", steps, Steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	fresh, _ := invented(4, 3000, same)
	judgeAll(m, fresh)
	for _, wanted := range []float64{.4, .5, .6, .7} {
		taken, right := 0, 0
		for _, d := range fresh {
			verdict := map[int]bool{}
			for i := range d.Candidates {
				d.Candidates[i].Slot = i
				verdict[i] = d.Right[i]
			}
			for _, c := range m.Pick(choose.Mode{Rule: choose.Precision, Value: wanted}, d.Candidates) {
				taken++
				if verdict[c.Slot] {
					right++
				}
			}
		}
		if got := float64(right) / float64(taken); math.Abs(got-wanted) > .03 {
			t.Errorf("precision %v of %d phrases, want %v", got, taken, wanted)
		}
	}
}

// TestSameBits: threads and repetition change no bit.
func TestSameBits(t *testing.T) {
	var files [3][]byte
	for i, threads := range []int{1, 4, 4} {
		before := runtime.GOMAXPROCS(threads)
		documents, _ := invented(5, 200, func(p float64) float64 { return p })
		m, err := Fit(documents, 0, apart, unseenSteps)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		files[i] = b.Bytes()
	}
	if !bytes.Equal(files[0], files[1]) || !bytes.Equal(files[1], files[2]) {
		t.Error("three fits of the same documents are not the same bytes")
	}
}

// TestTooFew: a fit needs right and wrong candidates.
func TestTooFew(t *testing.T) {
	for name, p := range map[string]float64{"none right": 0, "all right": 1, "few": .005, "few wrong": .98} {
		documents, _ := invented(6, 100, func(float64) float64 { return p })
		_, err := Fit(documents, 0, apart, unseenSteps)
		var few *TooFewError
		if !errors.As(err, &few) || few.Documents != 100 || few.Candidates != 1000 {
			t.Errorf("%s: %v", name, err)
		}
	}
	documents, _ := invented(6, 100, func(float64) float64 { return 0 })
	for i := range documents {
		for j := range documents[i].Right {
			documents[i].Right[j] = i%folds == 3 // 200 right candidates, but none in four folds
		}
	}
	var few *TooFewError
	if _, err := Fit(documents, 0, apart, unseenSteps); !errors.As(err, &few) || few.Right != 200 {
		t.Errorf("all right candidates in one fold: %v", err)
	}
	if _, err := Fit(nil, 0, alone, unseenSteps); err == nil {
		t.Error("no documents: no error")
	}
}

// TestShared: a kind with few right candidates shares the regression of both kinds.
func TestShared(t *testing.T) {
	documents, _ := invented(8, 200, func(p float64) float64 { return p })
	left := LeastRight - 1
	for _, d := range documents {
		for i, c := range d.Candidates {
			if !c.Present && d.Right[i] {
				if left--; left < 0 {
					d.Right[i] = false
				}
			}
		}
	}
	m, err := Fit(documents, 0, apart, unseenSteps)
	if err != nil {
		t.Fatal(err)
	}
	if m.Present.Shared || !m.Absent.Shared || m.Absent.Right != LeastRight-1 {
		t.Errorf("present shared %v, absent shared %v with %d right ones", m.Present.Shared, m.Absent.Shared, m.Absent.Right)
	}
	if m.Floor != 0 {
		t.Errorf("floor %v", m.Floor)
	}
	if m.Absent.Before.Phrases != m.Absent.Candidates {
		t.Errorf("calibration over %d of %d candidates of the kind", m.Absent.Before.Phrases, m.Absent.Candidates)
	}
}

// TestHeldOut: the held-out probability of an example depends on the outcomes in other folds, not in its own.
func TestHeldOut(t *testing.T) {
	documents, _ := invented(9, 60, func(p float64) float64 { return p })
	all := examples(documents, func(*choose.Candidate) bool { return true })
	judge := func() []float64 {
		without, err := foldsOf(all, 1, apart)
		if err != nil {
			t.Fatal(err)
		}
		for fold := range without {
			for g := newGrower(tabled(all), &without[fold], alone, outside(fold)); len(without[fold].Trees) < 5; {
				g.grow()
			}
		}
		return heldOut(all, &without)
	}
	before := judge()
	for i := range all {
		if all[i].fold() == 2 {
			all[i].right = !all[i].right
		}
	}
	after := judge()
	for i, e := range all {
		if same := before[i] == after[i]; same != (e.fold() == 2) {
			t.Fatalf("example %d of fold %d: %v, with the outcomes of fold 2 inverted %v", i, e.fold(), before[i], after[i])
		}
	}
}

// TestStepsMustPay: a fit keeps isotonic steps exactly if they lower the calibration error on held-out folds.
func TestStepsMustPay(t *testing.T) {
	with, without := 0, 0
	for seed := range uint64(8) {
		documents, _ := invented(20+seed, 120, func(p float64) float64 { return p })
		m, err := Fit(documents, 0, apart, unseenSteps)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []choose.Kind{m.Present, m.Absent} {
			switch {
			case len(k.Steps) == 0 && k.After.ECE == k.Before.ECE:
				without++
			case len(k.Steps) > 0 && k.After.ECE < k.Before.ECE:
				with++
			default:
				t.Errorf("%d steps; error %v without, %v with them", len(k.Steps), k.Before.ECE, k.After.ECE)
			}
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("steps %d times, none %d times: the test needs both", with, without)
	}
}

// TestBestF1: two documents have one present target each that is not a candidate. The first also has a right candidate of .9, a
// wrong one of .01, and an absent one; the second has no candidates.
func TestBestF1(t *testing.T) {
	good, bad := choose.Candidate{Present: true}, choose.Candidate{Present: true}
	documents := []Labelled{
		{Candidates: []choose.Candidate{bad, good, {}}, Right: []bool{false, true, true}, Present: Unseen{2, 1}},
		{Present: Unseen{1, 1}},
	}
	held := map[*choose.Candidate]float64{&documents[0].Candidates[0]: .01, &documents[0].Candidates[1]: .9}
	k := &choose.Kind{Unseen: unseen(documents, true)}
	if fmt.Sprint(k.Unseen, unseen(documents, false)) != "[0 1] [1]" {
		t.Errorf("unseen %v and %v, want always one and always none", k.Unseen, unseen(documents, false))
	}
	expected, measured := bestF1(documents, k, true, held)
	// {.9}: one hit and two targets with probability .9·.99, three targets with .9·.01.
	if want := .9 * (.99*2/3 + .01*2/4) / 2; math.Abs(expected-want) > 1e-12 {
		t.Errorf("expected F1 %v, want %v", expected, want)
	}
	if want := 2. / 3 / 2; math.Abs(measured-want) > 1e-12 {
		t.Errorf("measured F1 %v, want %v", measured, want)
	}
}
