package choose

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestExpecting: twice as many keyphrases double the odds of present candidates alone, as many as in the fit change nothing, and
// the model itself stays.
func TestExpecting(t *testing.T) {
	m := linked(&Ranker{Documents: 10, Present: Kind{Right: 20, Judge: rank.Judge{Unwritten: math.Log(1. / 3), Unseen: []float64{.5, .5}}},
		Absent: Kind{Right: 5, Judge: rank.Judge{Unwritten: math.Log(1. / 3), Unseen: []float64{.5, 0, .5}}}})
	if got := m.Targets(); math.Abs(got-4) > 1e-12 { // 2 + .5 present, .5 + 1 absent
		t.Fatalf("%v targets", got)
	}
	judged := func(m *Ranker) (present, absent float64) {
		c := []Candidate{{Present: true, Features: make([]float64, len(Features))}, {Features: make([]float64, len(Features))}}
		m.Assess(c)
		return c[0].Probability, c[1].Probability
	}
	for n, want := range map[float64]float64{2: 1. / 7, 4: .25, 8: .4, 12: .5} {
		if present, absent := judged(m.Expecting(n)); math.Abs(present-want) > 1e-12 || math.Abs(absent-.25) > 1e-12 {
			t.Errorf("expecting %v: %v and %v, want %v and .25", n, present, absent, want)
		}
	}
	if present, _ := judged(m); math.Abs(present-.25) > 1e-12 {
		t.Errorf("the model has changed: %v", present)
	}
	for _, p := range []float64{0, 1} {
		k := Kind{odds: 3}
		if got := k.expected(p); got != p {
			t.Errorf("%v is %v", p, got)
		}
	}
}

// TestExpectingRules: the rules reckon with the number too. Where annotators give twice as many, twice as many present keyphrases are
// no candidates, so f1 takes more, and a threshold for a precision is that of the new probabilities, so fewer are left out.
func TestExpectingRules(t *testing.T) {
	m := plain()
	m.Documents, m.Present.Right, m.Present.Unseen = 10, 20, []float64{0, 0, 1}
	m.Absent.Unseen = []float64{.5, .5}
	m.Thresholds = rank.Thresholds([]rank.Mass{{Probability: .6, Weight: 100}, {Probability: .4, Weight: 200}, {Probability: .2, Weight: 500}, {Probability: .05, Weight: 9000}})
	m.Present.After.Bins = []Bin{{From: 0, Phrases: 9000}, {From: .2, Phrases: 500}, {From: .4, Phrases: 200}, {From: .6, Phrases: 100}}
	n := m.Targets() // 2 + 2 present, .5 absent
	twice := m.Expecting(2 * n)
	if got := twice.Present.Unseen; len(got) != 5 || got[4] != 1 {
		t.Errorf("twice as many unseen: %v", got)
	}
	if len(twice.Absent.Unseen) != 2 || len(m.Present.Unseen) != 3 {
		t.Errorf("absent ones became %v, the model's %v", twice.Absent.Unseen, m.Present.Unseen)
	}
	judged := func(m *Ranker) (p []float64) {
		c := made(.6, .6, .4, .4, .2, .2)
		m.Assess(c)
		for _, k := range m.Pick(rank.Rule{Name: rank.Precision, Value: .55}, c) {
			p = append(p, k.Probability)
		}
		return p
	}
	// .6 has odds of 1.5 and becomes .75, .4 becomes .57, and .2 becomes .33. The mean of the first two is .63, of all three .43.
	if before, after := judged(m), judged(twice); len(before) != 2 || len(after) != 4 || math.Abs(after[3]-4./7) > 1e-9 {
		t.Errorf("precision=0.55 picks %v, and %v of twice as many", before, after)
	}
	if same := m.Expecting(n); !slices.Equal(same.Thresholds, m.Thresholds) || same.Present.odds != 0 {
		t.Error("as many as in the fit change something")
	}
	few, many := made(.5, .3, .2, .15, .1), made(.5, .3, .2, .15, .1)
	m.Assess(few)
	odds := twice.Present.odds
	only := *m // the odds alone
	only.Present.odds = odds
	only.Assess(many)
	of := func(m *Ranker, c []Candidate) int { return len(m.Pick(rank.Rule{Name: rank.BestF1}, c)) }
	if a, b := of(&only, many), of(twice, many); b <= a {
		t.Errorf("f1 takes %d, and %d where more keyphrases are no candidates", a, b)
	}
}
