package average

import (
	"math"
	"slices"
	"testing"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

func params(values ...[]float32) (all []*op.Param[float32]) {
	for _, v := range values {
		all = append(all, &op.Param[float32]{Shape: []int{len(v)}, Weights: v})
	}
	return all
}

// Three steps by hand, with a decay of 1/4: the ramp 2/11, then 3/12 = 1/4, then the decay, 4/13 being more. The mean
// begins with the start values, and the parameters stay as they are.
func TestAdd(t *testing.T) {
	p := params([]float32{11, 0}, []float32{-22})
	a := &Average{Decay: .25}
	a.Start(p)
	for step, c := range []struct {
		theta, want [3]float32
	}{
		{[3]float32{22, 11, 0}, [3]float32{20, 9, -4}}, // 2/11·m + 9/11·θ
		{[3]float32{4, 1, 8}, [3]float32{8, 3, 5}},     // 1/4·m + 3/4·θ
		{[3]float32{0, 7, -3}, [3]float32{2, 6, -1}},   // and again
		{[3]float32{2, 6, -1}, [3]float32{2, 6, -1}},   // what is the mean leaves it
		{[3]float32{-2, 2, 3}, [3]float32{-1, 3, 2}},   // 1/4, 3/4
	} {
		copy(p[0].Weights, c.theta[:2])
		p[1].Weights[0] = c.theta[2]
		a.Add(p, int64(step+1))
		for i, got := range []float32{a.Mean[0][0], a.Mean[0][1], a.Mean[1][0]} {
			if math.Abs(float64(got-c.want[i])) > 1e-5 {
				t.Errorf("step %d, element %d: mean %g, want %g", step+1, i, got, c.want[i])
			}
		}
		if got := [3]float32{p[0].Weights[0], p[0].Weights[1], p[1].Weights[0]}; got != c.theta {
			t.Errorf("step %d: the parameters are %v, want %v", step+1, got, c.theta)
		}
	}
}

// The decay takes over from the ramp where that reaches it: 0.9 at step 80.
func TestRamp(t *testing.T) {
	for step, want := range map[int64]float32{1: 9. / 11, 35: 9. / 45, 79: 9. / 89, 80: .1, 81: .1, 5000: .1} {
		p := params([]float32{0})
		a := &Average{Decay: .9}
		a.Start(p)
		p[0].Weights[0] = 1
		if a.Add(p, step); math.Abs(float64(a.Mean[0][0]-want)) > 1e-6 {
			t.Errorf("step %d takes %g of the parameters, want %g", step, a.Mean[0][0], want)
		}
	}
}

func TestSwap(t *testing.T) {
	p := params([]float32{1, 2}, []float32{3})
	a := &Average{Decay: .5}
	a.Start(p)
	p[0].Weights[1], p[1].Weights[0] = 5, 6
	a.Swap(p)
	if !slices.Equal(p[0].Weights, []float32{1, 2}) || p[1].Weights[0] != 3 || a.Mean[0][1] != 5 || a.Mean[1][0] != 6 {
		t.Errorf("after a swap the parameters are %v, %v", p[0].Weights, p[1].Weights)
	}
	if a.Swap(p); !slices.Equal(p[0].Weights, []float32{1, 5}) || p[1].Weights[0] != 6 {
		t.Errorf("after two swaps the parameters are %v, %v", p[0].Weights, p[1].Weights)
	}
}

func TestOff(t *testing.T) {
	p, a := params([]float32{1}), &Average{}
	a.Start(p)
	a.Add(p, 1)
	if a.Swap(p); a.On() || a.Mean != nil || p[0].Weights[0] != 1 {
		t.Errorf("without a decay the mean is %v, the parameters are %v", a.Mean, p[0].Weights)
	}
}

// An average of a large tensor has the same bits for any number of threads.
func TestThreads(t *testing.T) {
	const n = 100_003
	mean := func(w *kernel.Workers) []float32 {
		p := params(make([]float32, n))
		a := &Average{Decay: .99, Workers: w}
		a.Start(p)
		for step := range int64(3) {
			for i := range p[0].Weights {
				p[0].Weights[i] = float32(math.Sin(float64(i) * float64(step+1)))
			}
			a.Add(p, step+1)
		}
		return a.Mean[0]
	}
	want := mean(nil)
	for threads := range 4 {
		if !slices.Equal(mean(kernel.NewWorkers(threads)), want) {
			t.Errorf("%d threads give other bits", threads)
		}
	}
}
