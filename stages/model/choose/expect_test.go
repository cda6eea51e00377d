package choose

import (
	"math"
	"testing"
)

// TestExpecting: twice as many keyphrases double the odds of present candidates alone, as many as in the fit change nothing, and
// the model itself stays.
func TestExpecting(t *testing.T) {
	m := &Model{Documents: 10, Present: Kind{Right: 20, Unwritten: math.Log(1. / 3), Unseen: []float64{.5, .5}},
		Absent: Kind{Right: 5, Unwritten: math.Log(1. / 3), Unseen: []float64{.5, 0, .5}}}
	if got := m.Targets(); math.Abs(got-4) > 1e-12 { // 2 + .5 present, .5 + 1 absent
		t.Fatalf("%v targets", got)
	}
	judged := func(m *Model) (present, absent float64) {
		c := []Candidate{{Present: true, Features: make([]float64, len(Features))}, {Features: make([]float64, len(Features))}}
		m.Judge(c)
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
