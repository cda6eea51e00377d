package fit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

func TestLabel(t *testing.T) {
	s := text.NewStemmer()
	d := choose.Material{Tokens: strings.Fields("graph cuts are cut"), Slots: []choose.Answer{
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
func invented(seed uint64, documents int, shape func(p float64) float64) (all []Labelled) {
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
			p := shape(rank.Logistic(z))
			d.Candidates, d.Right = append(d.Candidates, c), append(d.Right, r.Float64() < p)
		}
		all = append(all, d)
	}
	return all
}

// TestThresholds: on documents outside the fit, candidates at or above a threshold have the precision.
func TestThresholds(t *testing.T) {
	same := func(p float64) float64 { return p }
	documents := invented(3, 1500, same)
	steps := int64(0)
	m, err := Fit(documents, 0, apart, func() { steps++ })
	if steps < 14 || steps > Steps {
		t.Errorf("%d steps, announced were up to %d", steps, Steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	fresh := invented(4, 3000, same)
	for _, d := range fresh {
		m.Assess(d.Candidates)
	}
	for _, wanted := range []float64{.4, .5, .6, .7} {
		taken, right := 0, 0
		for _, d := range fresh {
			verdict := map[int]bool{}
			for i := range d.Candidates {
				d.Candidates[i].Slot = i
				verdict[i] = d.Right[i]
			}
			for _, c := range m.Pick(rank.Rule{Name: rank.Precision, Value: wanted}, d.Candidates) {
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

// TestTooFew: a fit needs right and wrong candidates.
func TestTooFew(t *testing.T) {
	for name, p := range map[string]float64{"none right": 0, "all right": 1, "few": .005, "few wrong": .98} {
		documents := invented(6, 100, func(float64) float64 { return p })
		_, err := Fit(documents, 0, apart, unseenSteps)
		var few *TooFewError
		if !errors.As(err, &few) || few.Documents != 100 || few.Candidates != 1000 {
			t.Errorf("%s: %v", name, err)
		}
	}
	documents := invented(6, 100, func(float64) float64 { return 0 })
	for i := range documents {
		for j := range documents[i].Right {
			documents[i].Right[j] = fit.Fold(i) == 3 // 200 right candidates, but none in four folds
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

// TestSharedOfSlots: a kind with too few right candidates of slots is fitted to both kinds, however many runs of the text are right.
func TestSharedOfSlots(t *testing.T) {
	documents := invented(4, 200, func(p float64) float64 { return p })
	for n, d := range documents {
		for i := range d.Candidates {
			if !d.Candidates[i].Present && n%2 == 0 {
				d.Candidates[i].Features[written] = 0
			}
			d.Right[i] = d.Right[i] && (d.Candidates[i].Present || n%2 == 0)
		}
	}
	m, err := Fit(documents, 0, apart, unseenSteps)
	if err != nil || m.Present.Shared || !m.Absent.Shared || m.Absent.Right < LeastRight {
		t.Errorf("%v; present shared %v, absent shared %v with %d right ones", err, m.Present.Shared, m.Absent.Shared, m.Absent.Right)
	}
	var few *TooFewError // right candidates that no slot wrote do not suffice
	for _, d := range documents {
		for i, c := range d.Candidates {
			d.Right[i] = d.Right[i] && !choose.Written(c.Features)
		}
	}
	if _, err := Fit(documents, 0, apart, unseenSteps); !errors.As(err, &few) || few.Right != 0 {
		t.Errorf("%v, want one of no right candidates", err)
	}
}

// TestShared: a kind with few right candidates shares the regression of both kinds.
func TestShared(t *testing.T) {
	documents := invented(8, 200, func(p float64) float64 { return p })
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

// TestBestF1: two documents have one present target each that is not a candidate. The first also has a right candidate of .9, a
// wrong one of .01, and an absent one; the second has no candidates.
func TestBestF1(t *testing.T) {
	good, bad := choose.Candidate{Present: true}, choose.Candidate{Present: true}
	documents := []Labelled{
		{Candidates: []choose.Candidate{bad, good, {}}, Right: []bool{false, true, true}, Present: Unseen{2, 1}},
		{Present: Unseen{1, 1}},
	}
	held := map[*choose.Candidate]float64{&documents[0].Candidates[0]: .01, &documents[0].Candidates[1]: .9}
	k := &choose.Kind{Judge: rank.Judge{Unseen: unseen(documents, true)}}
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

// alone computes the whole range in one call, apart each element in a concurrent call.
var alone, apart fit.Split = func(n, _ int, f func(lo, hi int)) { f(0, n) }, func(n, _ int, f func(lo, hi int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i, i+1) })
	}
	wg.Wait()
}
