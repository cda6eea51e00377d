package schedule

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// trace is one run with scripted validation losses.
type trace struct {
	ValidLosses     []float64 `json:"valid_losses"`
	LR, Decay       float64
	Tolerance       int
	Interval        int64
	BatchesPerEpoch int `json:"batches_per_epoch"`
	Epochs          int
	Start           int `json:"start_checkpoint_at"`
	Checks          []check
	TrainSteps      int64 `json:"train_steps"`
	End             string
}

type check struct {
	TotalBatch int64   `json:"total_batch"`
	StepsDone  int64   `json:"steps_done"`
	ValidLoss  float64 `json:"valid_loss"`
	Before     float64 `json:"lr_before"`
	Saved      bool
	After      float64 `json:"lr_after"`
}

// run replays a trace and returns what was checked, how many steps were made, and
// whether the losses ran out.
func (c trace) run() (checks []check, steps int64, dry bool) {
	r := Rules{Every: c.Interval, FromEpoch: c.Start, Patience: c.Tolerance, Decay: c.Decay}
	s := Start(c.LR)
	for epoch := 1; epoch <= c.Epochs; epoch++ {
		for b := range c.BatchesPerEpoch {
			step := steps
			steps++
			if !r.Due(epoch, step, b == c.BatchesPerEpoch-1) {
				continue
			}
			if len(checks) == len(c.ValidLosses) {
				return checks, steps, true
			}
			k := check{TotalBatch: step, StepsDone: steps, ValidLoss: c.ValidLosses[len(checks)], Before: s.Rate}
			improved, stop := r.Check(&s, k.ValidLoss)
			k.Saved, k.After = improved, s.Rate
			checks = append(checks, k)
			if stop {
				return checks, steps, false
			}
		}
	}
	return checks, steps, false
}

func TestTracesOfTheReference(t *testing.T) {
	raw, err := os.ReadFile(parity.Path(t, "units", "schedule.json"))
	if err != nil {
		t.Fatal(err)
	}
	var traces []trace
	if err := json.Unmarshal(raw, &traces); err != nil {
		t.Fatal(err)
	}
	for i, c := range traces {
		t.Run(fmt.Sprintf("trace%d", i), func(t *testing.T) {
			checks, steps, dry := c.run()
			if got, want := fmt.Sprint(checks), fmt.Sprint(c.Checks); got != want {
				t.Errorf("checks\n%s\nwant\n%s", got, want)
			}
			if want := c.End != "returned"; steps != c.TrainSteps || dry != want {
				t.Errorf("%d steps, losses ran out %v; want %d steps, %v", steps, dry, c.TrainSteps, want)
			}
		})
	}
}

// A run worked by hand: 5 steps per epoch, checked every 4 steps from epoch 2. The
// losses 3, 3, 2, 4 save, halve, save, halve; with patience 2 a fifth that does not
// improve stops the run.
func TestSchedule(t *testing.T) {
	c := trace{ValidLosses: []float64{3, 3, 2, 4, 2}, LR: 1, Decay: .5, Tolerance: 2, Interval: 4, BatchesPerEpoch: 5, Epochs: 9, Start: 2}
	checks, steps, dry := c.run()
	want := "[{8 9 3 1 true 1} {12 13 3 1 false 0.5} {16 17 2 0.5 true 0.5} {20 21 4 0.5 false 0.25} {24 25 2 0.25 false 0.125}]"
	if got := fmt.Sprint(checks); got != want || steps != 25 || dry {
		t.Errorf("checks %s after %d steps, want %s after 25", got, steps, want)
	}
}

// Rates worked by hand for runs of eight steps: a warm-up of four steps; a decay over all eight; both, a quarter per step.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		want  []float64
	}{
		{Rules{}, []float64{1, 1, 1, 1, 1, 1, 1, 1}},
		{Rules{Anneal: Off, Warmup: 4}, []float64{.25, .5, .75, 1, 1, 1, 1, 1}},
		{Rules{Anneal: Off, Warmup: 1}, []float64{1, 1, 1, 1, 1, 1, 1, 1}},
		{Rules{Anneal: Linear}, []float64{1, .875, .75, .625, .5, .375, .25, .125}},
		{Rules{Anneal: Linear, Warmup: 4}, []float64{.25, .5, .75, 1, 1, .75, .5, .25}},
		{Rules{Anneal: Linear, Warmup: 8}, []float64{.125, .25, .375, .5, .625, .75, .875, 1}},
	} {
		for i, want := range c.want {
			if got := c.rules.Rate(Start(2), int64(i+1), 8); got != 2*want {
				t.Errorf("%+v: the rate of step %d is %g, want %g", c.rules, i+1, got, 2*want)
			}
		}
	}
}

// Checks without improvement lower the rate that the warm-up rises to, and do not change a linear decay; the patience ends both.
func TestAnnealAtChecks(t *testing.T) {
	for _, c := range []struct {
		anneal  Anneal
		lowered float64
	}{{Off, .5}, {Linear, 1}} {
		r, s := Rules{Patience: 2, Decay: .5, Anneal: c.anneal, Warmup: 10}, Start(1)
		r.Check(&s, 3)
		_, first := r.Check(&s, 4)
		if got := r.Rate(s, 2, 20); got != .2*c.lowered || first {
			t.Errorf("%s: rate %g after a bad check, want %g; stop %v", c.anneal, got, .2*c.lowered, first)
		}
		if _, stop := r.Check(&s, 3); !stop {
			t.Errorf("%s: the second bad check does not stop", c.anneal)
		}
	}
}

func TestDue(t *testing.T) {
	each := Rules{Every: EachEpoch, FromEpoch: 2}
	for _, c := range []struct {
		epoch int
		step  int64
		last  bool
		want  bool
	}{{1, 6, true, false}, {2, 12, false, false}, {2, 13, true, true}} {
		if got := each.Due(c.epoch, c.step, c.last); got != c.want {
			t.Errorf("epoch %d step %d last %v: due %v", c.epoch, c.step, c.last, got)
		}
	}
	every := Rules{Every: 1, FromEpoch: 1}
	for step, want := range []bool{false, false, true, true} {
		if got := every.Due(1, int64(step), false); got != want {
			t.Errorf("step %d: due %v", step, got)
		}
	}
}
