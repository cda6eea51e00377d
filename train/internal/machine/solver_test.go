package machine

import (
	"slices"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// zeros is a parameter of zeros.
func zeros[T kernel.Float](name string, shape ...int) *op.Param[T] {
	p := &op.Param[T]{Name: name, Shape: shape}
	p.Weights = make([]T, p.Len())
	return p
}

// parameters are a matrix and a vector with gradients.
func parameters() []*op.Param[float32] {
	p := []*op.Param[float32]{zeros[float32]("a", 2, 3), zeros[float32]("b", 4)}
	for _, p := range p {
		p.ZeroGrad()
		for i := range p.Weights {
			p.Weights[i], p.Grads[i] = float32(i)/4, float32(2*i-3)
		}
	}
	return p
}

// TestStep: through gorgonia's Solver the parameters move as with Adam itself.
func TestStep(t *testing.T) {
	adam := func() *op.Adam[float32] {
		return &op.Adam[float32]{LearningRate: .01, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1}
	}
	got, want, a, b := parameters(), parameters(), adam(), adam()
	for range 3 {
		if err := Step(a, got); err != nil {
			t.Fatal(err)
		}
		if err := b.Step(want); err != nil {
			t.Fatal(err)
		}
	}
	for i := range got {
		if !slices.Equal(got[i].Weights, want[i].Weights) || slices.Equal(got[i].Weights, parameters()[i].Weights) {
			t.Errorf("%s is %v, want %v", got[i].Name, got[i].Weights, want[i].Weights)
		}
	}
	if a.Norm != b.Norm || a.Steps != 3 {
		t.Errorf("norm %v after %d steps, want %v after 3", a.Norm, a.Steps, b.Norm)
	}
}

func TestStepRefuses(t *testing.T) {
	a := &op.Adam[float32]{LearningRate: .01}
	if err := Step(a, []*op.Param[float32]{zeros[float32]("c", 2)}); err == nil || !strings.Contains(err.Error(), "c has no gradient") {
		t.Errorf("without gradient: error %v", err)
	}
	other := parameter[float64]{zeros[float64]("c", 2)}
	if err := (solver[float32]{a}).Step([]gorgonia.ValueGrad{other}); err == nil {
		t.Error("a parameter of another type was taken")
	}
	if _, err := other.Grad(); err == nil {
		t.Error("a gradient that is not there was given")
	}
}
