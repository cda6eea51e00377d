package loop

import (
	"math"
	"slices"
	"testing"

	"wrone2set/schemas"
	"wrone2set/train/internal/step"
)

// The average that is checked and kept is the mean that the parameters after each step give, without touching what is
// trained. Kept and not the last: 2/11 of the start values and 9/11 of the first step, then a half of each.
func TestAverage(t *testing.T) {
	plain, _ := contrary(t)
	plain.Rules.Decay = 1
	fit(t, plain)
	r, _ := contrary(t)
	r.Rules.Decay, r.Average.Decay = 1, .25
	mean := parametersOf(r.Model)
	var after [][]float32
	report := r.Report
	r.Report = func(s Status) {
		share := float32(1 - min(.25, float64(1+s.Step)/float64(10+s.Step)))
		for i, now := range parametersOf(r.Model) {
			mean[i] += float32(share * (now - mean[i]))
		}
		after = append(after, slices.Clone(mean))
		report(s)
	}
	s := fit(t, r)
	if !slices.Equal(parametersOf(r.Model), parametersOf(plain.Model)) {
		t.Error("the average changes what is trained, or stands in its place at the end")
	}
	if err := setNetwork(r).ReadTensors(r.Folder.Best(s.Best)); err != nil {
		t.Fatal(err)
	}
	if best := parametersOf(r.Model); !slices.Equal(best, after[s.Best-1]) || slices.Equal(best, parametersOf(plain.Model)) {
		t.Error("the best parameters are not the average of their step")
	}
	e, err := r.Valid.At(0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Validation.Batch([]schemas.Example{e})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := step.Evaluate(r.Validation, nil, r.Model, b, 0)
	if loss := seen.Loss / float64(seen.Tokens); err != nil || math.Abs(loss-s.Schedule.Best) > 1e-9 {
		t.Errorf("the loss of the average is %g, the run has found %g; %v", loss, s.Schedule.Best, err)
	}
}

// Without validation the average after the last step is the best.
func TestAverageWithoutValidation(t *testing.T) {
	r, _ := short(t)
	r.Average.Decay = .9
	s := fit(t, r)
	last := parametersOf(r.Model)
	if err := setNetwork(r).ReadTensors(r.Folder.Best(s.Best)); err != nil {
		t.Fatal(err)
	}
	if best := parametersOf(r.Model); s.Best != 9 || !slices.Equal(best, slices.Concat(r.Average.Mean...)) || slices.Equal(best, last) {
		t.Errorf("best after step %d: not the average after the last", s.Best)
	}
}

func compare(a, b float64) int {
	if a < b {
		return -1
	}
	return 1
}
