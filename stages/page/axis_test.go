package page

import (
	"math"
	"testing"
)

// TestRound: the values have equal, round distances, cover the range, and are neither few nor many.
func TestRound(t *testing.T) {
	for _, c := range []struct{ low, high, first, last, step float64 }{
		{0, 20, 0, 20, 5}, {4, 8, 4, 8, 1}, {0, 1e-4, 0, 1e-4, 2e-5}, {2.11, 2.29, 2.1, 2.3, .05}, {0, 859000, 0, 1e6, 200000}, {3, 3, 3, 6, 1}, {0, 0, 0, 1e-9, 2e-10},
		{-1, 1, -1, 1, .5}, {-.09, .09, -.1, .1, .05}, {0, .6, 0, .6, .2}, {0, .3, 0, .3, .1}, {0, .99, 0, 1, .2}, {.3 - .2, .3, .1, .3, .05},
	} {
		at := round(c.low, c.high)
		if len(at) < 4 || len(at) > 9 || math.Abs(at[0]-c.first) > 1e-9*math.Abs(c.high) || math.Abs(at[len(at)-1]-c.last) > 1e-9*c.last || math.Abs(at[1]-at[0]-c.step) > 1e-9*c.step {
			t.Errorf("%v to %v: %v", c.low, c.high, at)
		}
	}
}

// TestAxes: a rounded axis covers its values, an exact one ends at them and marks none beyond.
func TestAxes(t *testing.T) {
	if a := Rounded("l", .12, .57, Percent); a.Low != .1 || math.Abs(a.High-.6) > 1e-12 || a.Label != "l" || a.Ticks[0].Text != "10%" || a.Ticks[len(a.Ticks)-1].Text != "60%" {
		t.Errorf("%+v", a)
	}
	if a := Exact("l", 0, 68, Number); a.Low != 0 || a.High != 68 || len(a.Ticks) != 4 || a.Ticks[3] != (Tick{60, "60"}) {
		t.Errorf("%+v", a)
	}
	if a := Exact("l", 15, 48, Number); a.Ticks[0] != (Tick{20, "20"}) || a.Ticks[len(a.Ticks)-1] != (Tick{40, "40"}) {
		t.Errorf("%+v", a)
	}
	if a := Names([]string{"x", "y", "z"}); a.Low != 0 || a.High != 3 || a.Ticks[0] != (Tick{2.5, "x"}) || a.Ticks[2] != (Tick{.5, "z"}) {
		t.Errorf("%+v", a)
	}
	if a := Names(nil); a.High <= a.Low {
		t.Errorf("without names %+v", a)
	}
	for got, want := range map[string]string{Number(.1 + .2): "0.3", Number(850000): "850000", Percent(.07): "7%", Percent(.125): "12.5%"} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
