package wr

import (
	"fmt"
	"math"
	"testing"
)

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
