package slots

import (
	"fmt"
	"math"
	"testing"
)

// gap records the largest absolute difference of pairs of numbers and where it was.
type gap struct {
	n     int // pairs
	max   float64
	where string
}

func (g *gap) one(where string, got, want float64) {
	g.n++
	if d := math.Abs(got - want); d > g.max || math.IsNaN(d) && !math.IsNaN(g.max) {
		g.max, g.where = d, fmt.Sprintf("%s: %v, want %v", where, got, want)
	}
}

func (g *gap) rows(where string, got, want []float64) {
	if len(got) != len(want) {
		g.max, g.where = math.Inf(1), fmt.Sprintf("%s: %d numbers, want %d", where, len(got), len(want))
		return
	}
	for i := range got {
		g.one(fmt.Sprintf("%s[%d]", where, i), got[i], want[i])
	}
}

// within fails if the largest difference is above limit.
func (g *gap) within(t *testing.T, what string, limit float64) {
	t.Helper()
	if !(g.max <= limit) { // NaN as well
		t.Errorf("%s differs by %.3g (at most %.3g): %s", what, g.max, limit, g.where)
		return
	}
	if g.n > 0 {
		t.Logf("%s: largest difference %.2g", what, g.max)
	}
}
