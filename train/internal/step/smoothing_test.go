package step

import "testing"

// TestSmoothing: a step has the loss, and takes the way, that the objective's smoothing asks for; a check has none.
func TestSmoothing(t *testing.T) {
	var losses, checks, moved []float64
	for _, e := range []float64{0, .3} {
		l := learner(t, nil)
		l.Smoothing = e
		b, err := l.Batch(three)
		if err != nil {
			t.Fatal(err)
		}
		check, err := Evaluate(l.Objective, nil, l.Model, b, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen, err := l.Step(b, 1)
		if err != nil {
			t.Fatal(err)
		}
		losses, checks = append(losses, seen.Loss), append(checks, check.Loss)
		moved = append(moved, seen.Norm)
	}
	if checks[0] != checks[1] || losses[0] == losses[1] || moved[0] == moved[1] {
		t.Errorf("with and without: losses %v, norms of the gradient %v, losses of the check %v", losses, moved, checks)
	}
}
