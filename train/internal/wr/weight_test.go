package wr

import (
	"fmt"
	"math"
	"testing"
)

// Two documents worked by hand. Document 0: three keyphrase slots with ratios
// 0.5, 1 (limited) and 0.25, so λ_adp = 1.75/3; one ∅ in each half. Document
// 1 has no keyphrase, so λ_adp = 1 whatever ∅ gets.
func TestWeights(t *testing.T) {
	a, null := []int32{10, 11, 3}, []int32{6}
	rows := []Row{
		{0, false, a}, {0, false, null}, {0, false, []int32{12, 3}}, {0, true, null}, {0, true, a},
		{1, false, null}, {1, true, null},
	}
	p := []float64{.2, .9, .9, .01, .8, .9, .01, .1, .9, .9, .3, .4}
	pNull := []float64{.4, .01, .1, .01, .4, .3, .4}
	for _, c := range []struct {
		name    string
		scales  Scales
		lambda  float64
		weights string
	}{
		{"WR", Scales{.2, .1, true}, 1.75 / 3, "1 1 1 0.1167 1 1 0.0583 1 1 1 0.2000 0.1000"},
		{"SetTrans", Scales{.2, .1, false}, 1, "1 1 1 0.2000 1 1 0.1000 1 1 1 0.2000 0.1000"},
		{"unscaled", Scales{1, 1, false}, 1, "1 1 1 1.0000 1 1 1.0000 1 1 1 1.0000 1.0000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			weights, lambda := Weights(c.scales, rows, 2, p, pNull)
			if math.Abs(lambda[0]-c.lambda) > 1e-7 || lambda[1] != 1 {
				t.Errorf("λ_adp %v, want %g and 1", lambda, c.lambda)
			}
			var got string
			i := 0
			for _, r := range rows {
				for _, id := range r.Tokens {
					if id == 6 {
						got += fmt.Sprintf(" %.4f", weights[i])
					} else {
						got += fmt.Sprintf(" %g", weights[i])
					}
					i++
				}
			}
			if got[1:] != c.weights {
				t.Errorf("weights %s, want %s", got[1:], c.weights)
			}
		})
	}
}

func TestRatio(t *testing.T) {
	for _, c := range []struct{ first, null, want float64 }{
		{.2, .4, .5}, {.4, .2, 1}, {0, 0, 1}, {0, 1, 1e-8}, {.3, 0, 1},
	} {
		if got := Ratio(c.first, c.null); math.Abs(got-c.want) > 1e-7*c.want+1e-15 {
			t.Errorf("ratio of %g to %g is %g, want %g", c.first, c.null, got, c.want)
		}
	}
}

// Rows omits the slots without supervision and keeps the half.
func TestRows(t *testing.T) {
	s := Supervision{
		Targets: [][]int32{{10, 3}, {6}, {6}, {11, 12, 3}}, Present: 2,
		Kinds: []Kind{Keyphrase, Unimportant, Null, Potential},
	}
	rows := s.Rows([]Row{{Doc: 0, Tokens: []int32{6}}}, 1)
	if got, want := fmt.Sprint(rows), "[{0 false [6]} {1 false [10 3]} {1 true [6]} {1 true [11 12 3]}]"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
	if n := s.Tokens(); n != 7 {
		t.Errorf("%d tokens, want 7", n)
	}
}
