package metric

import "testing"

// TestExpected works two documents out: with scores .5, .25, .25 of two targets, and with .75 of none.
func TestExpected(t *testing.T) {
	e := NewExpected([]K{2, 5, M, O})
	two, none := NewRanking([]bool{true, false, false}, 2, nil), NewRanking([]bool{false}, 0, nil)
	e.Add(&two, []float64{.5, .25, .25})
	e.Add(&none, []float64{.75})
	near(t, "hits", e.Hits, 1.75)
	for i, want := range []struct{ p, unpadded, r float64 }{
		{.75/2 + .75/2, .75/2 + .75, .75 / 2}, {1./5 + .75/5, 1./3 + .75, 1. / 2}, {1./3 + .75, 1./3 + .75, 1. / 2}, {.75 / 2, .75 / 2, .75 / 2},
	} {
		v, u := e.Macro(i, false), e.Macro(i, true)
		near(t, "precision", v.P, want.p/2)
		near(t, "recall", v.R, want.r/2)
		near(t, "F1", v.F1, F1(want.p/2, want.r/2))
		near(t, "unpadded precision", u.P, want.unpadded/2)
		near(t, "unpadded recall", u.R, want.r/2)
	}
	near(t, "F1 of nothing", NewExpected([]K{5}).Macro(0, false).F1, 0)
}

// TestExpectedOfCertainty: with scores of 0 and 1 that are right, expected and measured values are equal.
func TestExpectedOfCertainty(t *testing.T) {
	ks := []K{1, 5, M, O, G}
	e, measured := NewExpected(ks), NewTally(ks)
	for _, hits := range [][]bool{{true, false, true}, {false}, {}, {true}} {
		r := NewRanking(hits, 2, nil)
		scores := make([]float64, len(hits))
		for i, hit := range hits {
			if hit {
				scores[i] = 1
			}
		}
		e.Add(&r, scores)
		measured.Add(&r)
	}
	for i := range ks {
		got, want := e.Macro(i, false), measured.Values(Macro, i)
		if got.P != want.P || got.R != want.R || got.F1 != want.F1 {
			t.Errorf("@%s: expected %+v, measured %+v", ks[i], got, want)
		}
		if got := e.Macro(i, true); got.P != measured.Values(MacroUnpadded, i).P {
			t.Errorf("@%s unpadded: expected %v", ks[i], got.P)
		}
	}
}
