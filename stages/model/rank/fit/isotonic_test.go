package fit

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestIsotonic: steps rise and have at least leastGroup candidates, since the share of fewer is mostly chance. Equal
// probabilities are in one step, equal shares are one step.
func TestIsotonic(t *testing.T) {
	of := func(p float64, n, right int) (judged []judgement) {
		for i := range n {
			judged = append(judged, judgement{p, i < right})
		}
		return judged
	}
	violating := slices.Concat(of(.9, 50, 20), of(.5, 50, 30), of(.1, 60, 6)) // .4 at .9 violates with .6 at .5, pooled to .5
	var even []judgement
	for i := range 2 * leastGroup {
		even = append(even, judgement{float64(i) / 1000, i%2 == 0})
	}
	for _, c := range []struct {
		judged []judgement
		want   []rank.Step
	}{
		{nil, []rank.Step{}},
		{violating, []rank.Step{{UpTo: .1, Probability: .1}, {UpTo: .9, Probability: .5}}},
		{slices.Concat(violating, of(.95, 30, 30)), []rank.Step{{UpTo: .1, Probability: .1}, {UpTo: .5, Probability: .6}, {UpTo: .95, Probability: .625}}}, // too few for a group
		{slices.Concat(of(.1, 49, 0), of(.2, 30, 30), of(.3, 60, 60)), []rank.Step{{UpTo: .2, Probability: 30. / 79}, {UpTo: .3, Probability: 1}}},         // .2 is not separated
		{even, []rank.Step{{UpTo: .099, Probability: .5}}},
	} {
		if got := isotonic(c.judged); !slices.Equal(got, c.want) {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}
