package choose

import (
	"fmt"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// plain returns a model whose probability is that of a single feature, "here_best".
func plain() *Ranker {
	kind := func() Kind {
		return Kind{Judge: rank.Judge{Terms: []rank.Term{{Feature: "here_best", Scale: 1, Weight: 1}}, Unseen: []float64{1}}}
	}
	return linked(&Ranker{Present: kind(), Absent: kind(), Thresholds: []rank.Threshold{{Precision: .5, Probability: .25}, {Precision: .75, Probability: .625}, {Precision: .9, Probability: rank.Never}}})
}

// linked returns a model whose features are found.
func linked(m *Ranker) *Ranker {
	if err := m.Link(); err != nil {
		panic(err)
	}
	return m
}

// made returns candidates with the given probabilities under plain. A negative one means an absent candidate.
func made(probabilities ...float64) []Candidate {
	var all []Candidate
	for i, p := range probabilities {
		c := Candidate{Slots: []int{i}, Present: p >= 0, Features: make([]float64, len(Features))}
		c.Features[0], c.Features[writtenFeature] = logOdds(max(p, -p)), 1
		all = append(all, c)
	}
	return all
}

func TestPick(t *testing.T) {
	m := plain()
	judged := made(.25, .75, -.5, .625, -.125, .125, .75)
	m.Assess(judged)
	for rule, want := range map[string]string{
		"slots":            "",
		"top=1":            "1 2 ",
		"top=3":            "1 6 3 2 4 ",
		"top=9":            "1 6 3 2 0 4 5 ",
		"total=1":          "1 ",
		"total=4":          "1 6 3 2 ", // of both kinds, where top=4 gives six
		"top=4":            "1 6 3 2 0 4 ",
		"total=9":          "1 6 3 2 0 4 5 ",
		"probability=0.25": "1 6 3 2 0 ",
		"probability=0.5":  "1 6 3 2 ",
		"probability=0.8":  "",
		"precision=0.5":    "1 6 3 2 0 ",
		"precision=0.51":   "1 6 3 ", // the threshold for .75
		"precision=0.6":    "1 6 3 ",
		"precision=0.75":   "1 6 3 ",
		"precision=0.8":    "",
		"precision=0.99":   "",
		"f1":               "1 6 3 2 ",
		"f1-all":           "1 6 3 2 ",

		"f1-all,probability=0.6":  "1 6 3 ",
		"f1,probability=0.625":    "1 6 3 ",
		"f1,probability=0.01":     "1 6 3 2 ",
		"top=1,probability=0.6":   "1 ",
		"total=3,probability=0.7": "1 6 ",
		"total=9,probability=0.2": "1 6 3 2 0 ",
		"top=9,probability=0.2":   "1 6 3 2 0 ",
		"top=9,probability=0.125": "1 6 3 2 0 4 5 ",
	} {
		parsed, err := rank.ParseRule(rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := picked(m, parsed, judged); got != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
}

// picked returns the slots of the candidates that a rule picks.
func picked(m *Ranker, rule rank.Rule, judged []Candidate) (slots string) {
	for _, c := range m.Pick(rule, judged) {
		slots += fmt.Sprint(c.Slots[0], " ")
	}
	return slots
}

// TestPickTies: equal probabilities are ordered by margin, equal margins by slot.
func TestPickTies(t *testing.T) {
	m := plain()
	m.Present.Steps = []rank.Step{{UpTo: 1, Probability: .5}}
	judged := made(.25, .75, .75)
	m.Assess(judged)
	if r := sorted(judged); r[0].Slots[0] != 1 || r[1].Slots[0] != 2 || r[2].Slots[0] != 0 {
		t.Errorf("order %v %v %v, want 1 2 0", r[0].Slots, r[1].Slots, r[2].Slots)
	}
}

// TestPickUnwritten: among equally probable candidates, one that no slot wrote comes last.
func TestPickUnwritten(t *testing.T) {
	m := plain()
	m.Present.Unwritten = logOdds(.5)
	judged := made(.5, .5, .5)
	judged[0].Features[writtenFeature], judged[0].Slots, judged[0].Slot = 0, nil, -1
	m.Assess(judged)
	if got := m.Pick(rank.Rule{Name: rank.Top, Top: 3}, judged); len(got) != 3 || got[2].Slot != -1 || got[0].Slots[0] != 1 {
		t.Errorf("%+v", got)
	}
}

// TestPickByKind: each kind is chosen with its own distribution of unseen targets.
func TestPickByKind(t *testing.T) {
	m := plain()
	m.Absent.Unseen = []float64{0, 0, 0, 0, 1}
	judged := made(.9, .3, -.9, -.3)
	m.Assess(judged)
	if got := picked(m, rank.Rule{Name: rank.BestF1}, judged); got != "0 2 3 " {
		t.Errorf("%s, want one present candidate, and both absent ones, since four more targets are absent", got)
	}
}

// TestPickOfAll: the rule f1-all picks the list of both kinds with the greatest expected F1 over all outcomes, including unseen
// targets of either kind. The best absent phrase, which is improbable, is not in it.
func TestPickOfAll(t *testing.T) {
	for _, c := range []struct {
		present, absent []float64
		n               int
	}{{[]float64{1}, []float64{1}, 2}, {[]float64{0, 0, 0, 1}, []float64{1}, 3}, {[]float64{1}, []float64{0, 0, 0, 1}, 3}, {[]float64{0, 0, .5, .5}, []float64{0, 0, 0, .5, .5}, 4}, {nil, []float64{0, 0, 0, 1}, 3}} {
		m := plain()
		m.Present.Unseen, m.Absent.Unseen = c.present, c.absent
		judged := made(.9, -.02, .5, -.3, .2, -.01)
		m.Assess(judged)
		ranked, best, most := sorted(judged), 0, 0.
		for n := 1; n <= len(ranked); n++ {
			if f1 := enumerated(probabilities(ranked), n, c.present, c.absent); f1 > most {
				best, most = n, f1
			}
		}
		if got := m.Pick(rank.Rule{Name: rank.BestF1OfAll}, judged); len(got) != best || best != c.n {
			t.Errorf("unseen %v, %v: %d phrases, the best are %d, want %d", c.present, c.absent, len(got), best, c.n)
		}
		if got := m.Pick(rank.Rule{Name: rank.BestF1}, judged); len(got) < 3 || got[len(got)-1].Present {
			t.Errorf("f1 takes no absent phrase: %v", got)
		}
	}
}

// enumerated returns the expected F1 of the first n phrases, by enumerating all outcomes.
func enumerated(p []float64, n int, unseen ...[]float64) (sum float64) {
	for i, u := range unseen {
		if u == nil {
			unseen[i] = []float64{1}
		}
	}
	for right := range 1 << len(p) {
		all, hits, targets := 1., 0, 0
		for i, q := range p {
			if right>>i&1 == 0 {
				all *= 1 - q
				continue
			}
			all *= q
			if targets++; i < n {
				hits++
			}
		}
		for a, q := range unseen[0] {
			for b, r := range unseen[1] {
				if hits > 0 {
					sum += all * q * r * float64(2*hits) / float64(n+targets+a+b)
				}
			}
		}
	}
	return sum
}

func TestJudge(t *testing.T) {
	m := plain()
	m.Absent.Intercept = 1
	m.Present.Terms[0].Mean, m.Present.Terms[0].Scale, m.Present.Terms[0].Weight = 2, 4, -3
	m.Present.Steps = []rank.Step{{UpTo: .25, Probability: .125}, {UpTo: .75, Probability: .5}, {UpTo: .8, Probability: .75}}
	c := made(.5, -.5)
	m.Assess(c)
	if c[0].Margin != 1.5 || c[0].Probability != .75 {
		t.Errorf("present: %v, %v, want 1.5 and the last step's .75", c[0].Margin, c[0].Probability)
	}
	if c[1].Margin != 1 || c[1].Probability != rank.Logistic(1) {
		t.Errorf("absent: %v, %v", c[1].Margin, c[1].Probability)
	}
}

func TestCalibrate(t *testing.T) {
	// Bins of 1/15: .1 and .12 share the second, .5 is in the eighth, 1 in the last.
	c, err := Calibrate([]float64{.1, .12, .5, 1}, []bool{true, false, true, true})
	ece, brier := ((1-.22)+.5+0)/4, (.81+.0144+.25)/4
	if err != nil || len(c.Bins) != 3 || c.Bins[0].Phrases != 2 || c.Bins[0].From != 1./15 || c.Bins[1].From != 7./15 || c.Bins[0].Right != .5 || c.Bins[2].From != 14./15 || !near(c.ECE, ece) || !near(c.Brier, brier) {
		t.Errorf("%+v, want ECE %v, Brier %v", c, ece, brier)
	}
	if _, err := Calibrate([]float64{.5, 1.5}, make([]bool, 2)); err == nil {
		t.Error("a probability of 1.5 is accepted")
	}
	if c, err := Calibrate(nil, nil); err != nil || c.ECE != 0 || c.Brier != 0 || c.Phrases != 0 {
		t.Errorf("without phrases: %+v", c)
	}
}

func near(a, b float64) bool { return a-b < 1e-12 && b-a < 1e-12 }
