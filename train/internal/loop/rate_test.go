package loop

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/train/internal/schedule"
)

// moves records for every step the largest change of a number.
func moves(r *Training) *[]float64 {
	before := parametersOf(r.Model)
	moved := new([]float64)
	report := r.Report
	r.Report = func(s Status) {
		now, most := parametersOf(r.Model), 0.
		for i := range now {
			most = max(most, math.Abs(float64(now[i])-float64(before[i])))
		}
		before, *moved = now, append(*moved, most)
		report(s)
	}
	return moved
}

// With a warm-up and a linear decay the rate changes at each step: Adam moves by it, and reports, log lines and checks have
// the rate of the step before them, whatever the checks find.
func TestRateOfEachStep(t *testing.T) {
	for _, c := range []struct {
		anneal schedule.Anneal
		want   []float64 // of the steps, in hundredths of the rate of the state
	}{
		{schedule.Linear, []float64{20, 40, 60, 80, 100, 100, 75, 50, 25}},
		{schedule.Off, []float64{20, 40, 60, 80, 100, 100, 100, 100, 100}},
	} {
		r, reports := contrary(t)
		r.Adam.Beta1, r.Adam.Beta2, r.LogEvery, r.Rate = 0, 0, 1, .03
		r.Rules.Warmup, r.Rules.Anneal = 5, c.anneal
		var checked []Check
		r.Checked = func(c Check) { checked = append(checked, c) }
		moved := moves(r)
		s := fit(t, r)
		base, best, bad := .03, math.Inf(1), 0
		lines := slices.Clone(s.Log)
		for i, percent := range c.want {
			rate := base * percent / 100
			near := func(x float64) bool { return math.Abs(x-rate) < 1e-12 }
			if math.Abs((*moved)[i]-rate) > .03*rate || !near((*reports)[i].Rate) || lines[0].Split != "train" || !near(lines[0].LearningRate) {
				t.Errorf("%s: step %d moves by %g, reports %g and logs %+v, want %g", c.anneal, i+1, (*moved)[i], (*reports)[i].Rate, lines[0], rate)
			}
			if lines = lines[1:]; i%3 != 2 {
				continue
			}
			if l := lines[0]; l.Split != "valid" || l.Step != int64(i+1) || !near(l.LearningRate) || !near(checked[i/3].Rate) {
				t.Errorf("%s: after step %d the check is %+v and logs %+v, want a rate of %g", c.anneal, i+1, checked[i/3], l, rate)
			}
			if lines[0].Loss < best {
				best = lines[0].Loss
			} else if bad++; c.anneal == schedule.Off {
				base /= 2
			}
			lines = lines[1:]
		}
		if bad == 0 || bad == 3 {
			t.Errorf("%d checks without improvement: the case tests nothing", bad)
		}
	}
}
