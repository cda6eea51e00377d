package op

import (
	"math"
	"testing"
)

// TestAdam compares three steps with the textbook's formulas.
func TestAdam(t *testing.T) {
	p := []*Param[float64]{zeros[float64]("a", 2, 3), zeros[float64]("b", 4)}
	a := &Adam[float64]{LearningRate: 0.01, Beta1: 0.9, Beta2: 0.998, Epsilon: 1e-9, Clip: 1}
	var theta, m, v [10]float64
	for i := range theta {
		theta[i] = float64(i) - 4
	}
	set := func(i int, w, g float64) {
		if i < 6 {
			p[0].Weights[i], p[0].Grads[i] = w, g
		} else {
			p[1].Weights[i-6], p[1].Grads[i-6] = w, g
		}
	}
	p[0].ZeroGrad()
	p[1].ZeroGrad()
	for step := 1; step <= 3; step++ {
		var g [10]float64
		total := 0.0
		for i := range g {
			g[i] = math.Sin(float64(i*step)) / float64(step*step)
			total += g[i] * g[i]
			set(i, theta[i], g[i])
		}
		norm := math.Sqrt(total)
		factor := min(1, 1/(norm+1e-6))
		if err := a.Step(p); err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.Norm-norm) > 1e-12 || a.Steps != int64(step) {
			t.Errorf("step %d: norm %v after %d steps, want %v", step, a.Norm, a.Steps, norm)
		}
		for i := range theta {
			x := g[i] * factor
			m[i] = 0.9*m[i] + 0.1*x
			v[i] = 0.998*v[i] + 0.002*x*x
			theta[i] -= 0.01 / (1 - math.Pow(0.9, float64(step))) * m[i] / (math.Sqrt(v[i])/math.Sqrt(1-math.Pow(0.998, float64(step))) + 1e-9)
			if got := element(p, i); math.Abs(got-theta[i]) > 1e-12 {
				t.Errorf("step %d, element %d: %v, want %v", step, i, got, theta[i])
			}
		}
	}
}

func element(p []*Param[float64], i int) float64 {
	if i < 6 {
		return p[0].Weights[i]
	}
	return p[1].Weights[i-6]
}

func TestAdamRefuses(t *testing.T) {
	p, q := zeros[float64]("a", 2), zeros[float64]("b", 3)
	p.ZeroGrad()
	a := &Adam[float64]{LearningRate: 0.01, Beta1: 0.9, Beta2: 0.998, Epsilon: 1e-9}
	if a.Step([]*Param[float64]{q}) == nil {
		t.Error("a parameter without gradient is accepted")
	}
	if err := a.Step([]*Param[float64]{p}); err != nil {
		t.Fatal(err)
	}
	q.ZeroGrad()
	if a.Step([]*Param[float64]{q}) == nil || a.Step([]*Param[float64]{p, q}) == nil {
		t.Error("parameters other than those of the first step are accepted")
	}
}
