package slots

import (
	"fmt"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// outcome returns the results of all passes as text.
func outcome(t *testing.T, c Config, some func(Docs) []Target, workers *kernel.Workers, packed bool) string {
	t.Helper()
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 5))
	if packed {
		m.Pack(workers)
	}
	memory := encode(t, m, workers, d)
	rolls := say(t, m, workers, memory, GreedyOptions{Length: 3, RunOn: true, Queries: [][]int32{{8, 3}, {9}, nil, {10, 11, 12}, {39}}})
	written := say(t, m, workers, memory, GreedyOptions{})
	value, err := m.Evaluate(workers, memory, some(d))
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(*rolls, *written, value.P, value.Null)
	if packed {
		return text
	}
	a := &op.Adam[float32]{Workers: workers, LearningRate: 1e-2, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1}
	for step := range 2 {
		m.ZeroGrad()
		r, err := learn(m, workers, d, some(d), nil, 20, Train{Seed: 9, Step: uint64(step)})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Step(m.Params()); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprint(r, a.Norm)
	}
	for _, p := range m.Params() {
		text += fmt.Sprint(p.Weights)
	}
	return text
}

// TestRunsAreEqual: results are equal to the bit for two runs, any number of threads, and packed weights.
func TestRunsAreEqual(t *testing.T) {
	t.Run("slots", func(t *testing.T) { testRunsAreEqual(t, small, someTargets) })
	t.Run("states", func(t *testing.T) { testRunsAreEqual(t, recurrentShape(), sequences) })
}

func testRunsAreEqual(t *testing.T, c Config, some func(Docs) []Target) {
	want := outcome(t, c, some, nil, false)
	for _, n := range []int{1, 2, 3, 8} {
		if outcome(t, c, some, kernel.NewWorkers(n), false) != want {
			t.Errorf("%d threads give another result", n)
		}
	}
	if packed := outcome(t, c, some, nil, true); want[:len(packed)] != packed {
		t.Error("packed weights give another result")
	}
}

// TestQuantisedRuns: quantised passes do not depend on threads or on other documents either, and their probabilities are
// close to those in float32.
func TestQuantisedRuns(t *testing.T) {
	t.Run("slots", func(t *testing.T) { testQuantisedRuns(t, small) })
	t.Run("wide", func(t *testing.T) { testQuantisedRuns(t, wide()) })
	t.Run("states", func(t *testing.T) { testQuantisedRuns(t, recurrentShape()) })
}

func testQuantisedRuns(t *testing.T, c Config) {
	ex := examples(c, 6)
	m, q := fresh[float32](t, c), fresh[float32](t, c)
	Quantise(nil, q)
	greedy := func(m *Model[float32], w *kernel.Workers, ex []schemas.Example) [][]Written[float32] {
		memory := encode(t, m, w, pack(t, ex))
		defer memory.Free()
		return say(t, m, w, memory, GreedyOptions{}).Vanilla
	}
	want, written := greedy(m, nil, ex), greedy(q, nil, ex)
	other := false
	for b := range ex {
		if alone := greedy(q, kernel.NewWorkers(1+b%3), ex[b:b+1]); fmt.Sprint(alone[0]) != fmt.Sprint(written[b]) {
			t.Errorf("document %d: %v alone, %v in the batch", b, alone[0], written[b])
		}
		for i, s := range written[b] {
			if d := s.Null - want[b][i].Null; d > .02 || d < -.02 {
				t.Errorf("document %d, slot %d: p(∅) is %v, in float32 %v", b, i, s.Null, want[b][i].Null)
			}
			other = other || s.Null != want[b][i].Null
		}
	}
	if !other {
		t.Error("nothing was computed in 8 bits")
	}
	for _, n := range []int{1, 2, 3, 8} {
		if fmt.Sprint(greedy(q, kernel.NewWorkers(n), ex)) != fmt.Sprint(written) {
			t.Errorf("%d threads give another result", n)
		}
	}
}
