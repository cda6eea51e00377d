package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestThresholds: at or above a threshold the mean probability is at least the precision, and above the next lower one it is not.
func TestThresholds(t *testing.T) {
	table := Thresholds([]Mass{{.1, 2}, {.9, 1}, {.5, .5}, {.5, .5}, {.2, 0}}) // means: .9, 1.4/2, 1.6/4
	for precision, want := range map[float64]float64{.01: .1, .39: .1, .41: .5, .5: .5, .7: .5, .71: .9, .9: .9, .91: Never, .99: Never} {
		if got := At(table, precision); got != want {
			t.Errorf("precision %v: %v, want %v", precision, got, want)
		}
	}
	if len(table) != 99 || !Rising(table) || At(table, 1) != Never || At(nil, .5) != Never {
		t.Errorf("%v", table)
	}
	for _, p := range Thresholds(nil) {
		if p.Probability != Never {
			t.Errorf("without candidates: %v", p)
		}
	}
}

func TestRising(t *testing.T) {
	for _, bad := range [][]Threshold{{{1.5, .5}}, {{-.1, .5}}, {{.5, -1}}, {{.5, math.NaN()}}, {{math.NaN(), .5}}, {{.5, .5}, {.5, .6}}, {{.5, .5}, {.4, .6}}} {
		if Rising(bad) {
			t.Errorf("%v is taken", bad)
		}
	}
}

// corpus returns candidates as a choice judges them: most are improbable.
func corpus() (all []Mass) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		all = append(all, Mass{math.Pow(r.Float64(), 4), 1})
	}
	return all
}

// TestShifted: without a change the thresholds stay. With other odds they are those of the same candidates with new probabilities.
func TestShifted(t *testing.T) {
	all := corpus()
	for _, odds := range []float64{1, .5, 2, 5} {
		moved := func(p float64) float64 { return odds * p / (1 - p + odds*p) }
		var after []Mass
		for _, m := range all {
			after = append(after, Mass{moved(m.Probability), 1})
		}
		want := Thresholds(after)
		got := Shifted(Thresholds(all), func(p float64) []Mass { return []Mass{{moved(p), 1}} })
		all := meanOf(all, moved)
		for k := 9; k < 90; k++ { // a table begins with the precision of all candidates
			if math.Abs(got[k].Probability-want[k].Probability) > .03 && want[k].Precision > .02+all {
				t.Errorf("odds %v, precision %v: %v, want %v", odds, want[k].Precision, got[k].Probability, want[k].Probability)
			}
		}
	}
	if got := Shifted([]Threshold{{.5, Never}}, nil); At(got, .01) != Never {
		t.Errorf("of nothing: %v", got)
	}
}

// meanOf returns the mean probability of a corpus after a move.
func meanOf(all []Mass, moved func(float64) float64) (mean float64) {
	for _, m := range all {
		mean += moved(m.Probability) / float64(len(all))
	}
	return mean
}

// TestScaled: the mean is by times as large, and a distribution stays one.
func TestScaled(t *testing.T) {
	counts := []float64{.5, .25, 0, .25}
	for _, by := range []float64{.25, 1, 1.5, 2, 3.75} {
		got := Scaled(counts, by)
		sum, mean := 0., 0.
		for k, p := range got {
			sum, mean = sum+p, mean+float64(k)*p
		}
		if math.Abs(sum-1) > 1e-12 || math.Abs(mean-by) > 1e-12 {
			t.Errorf("by %v: %v, sum %v, mean %v", by, got, sum, mean)
		}
	}
	if got := Scaled(counts, 2); !slices.Equal(got, []float64{.5, 0, .25, 0, 0, 0, .25}) {
		t.Errorf("twice: %v", got)
	}
	if got := Scaled([]float64{.5, .5}, .5); !slices.Equal(got, []float64{.75, .25}) {
		t.Errorf("half: %v", got)
	}
	if got := Scaled(counts, 1000); len(got) != mostScaled+1 || got[mostScaled] != .5 {
		t.Errorf("a thousand times: %v", got)
	}
	if Scaled(nil, 2) != nil {
		t.Error("twice nothing is something")
	}
}
