package op

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Adam clips gradients by their global norm and then takes a step of Adam with bias correction (Kingma, Ba 2015). It is
// dense: rows of an embedding without gradient still move by their momentum. Its exported state is all that the next step
// depends on. Step does not change the gradients.
type Adam[T kernel.Float] struct {
	Workers *kernel.Workers

	LearningRate float64
	Beta1, Beta2 float64
	Epsilon      float64
	Clip         float64 // largest global norm of the gradients; 0: no clipping
	// Factors of the learning rate, one per parameter in the order given to Step; nil: 1 for all.
	Factors []float64

	Steps int64 // taken so far
	M, V  [][]T // first and second moments, one slice per parameter in the order given to Step; nil before the first step

	Norm float64 // of the last step's gradients, before clipping: the 2-norm of the 2-norms of the tensors
}

// Step updates every parameter. Each must have a gradient, and every step must get the same parameters.
func (a *Adam[T]) Step(params []*Param[T]) error {
	if err := a.check(params); err != nil {
		return err
	}
	total := 0.0
	for _, p := range params {
		total += kernel.SumSquares(a.Workers, p.Grads)
	}
	a.Norm = math.Sqrt(total)
	factor := 1.0
	if a.Clip > 0 {
		// 1e-6 as in PyTorch's clip_grad_norm_.
		factor = min(1, a.Clip/(a.Norm+1e-6))
	}
	a.Steps++
	step := kernel.AdamStep{LearningRate: a.LearningRate, Beta1: a.Beta1, Beta2: a.Beta2, Eps: a.Epsilon, Step: a.Steps}
	for i, p := range params {
		if a.Factors != nil {
			step.LearningRate = a.LearningRate * a.Factors[i]
		}
		kernel.Adam(a.Workers, p.Weights, a.M[i], a.V[i], p.Grads, T(factor), step)
	}
	return nil
}

// check validates params and allocates the moments before the first step.
func (a *Adam[T]) check(params []*Param[T]) error {
	for _, p := range params {
		if len(p.Grads) != len(p.Weights) {
			return fmt.Errorf("op: adam: %s has no gradient", p.Name)
		}
	}
	if a.Factors != nil && len(a.Factors) != len(params) {
		return fmt.Errorf("op: adam: %d factors of the learning rate, %d parameters", len(a.Factors), len(params))
	}
	if a.M == nil {
		a.M, a.V = moments(params), moments(params)
	}
	if len(a.M) != len(params) || len(a.V) != len(params) {
		return fmt.Errorf("op: adam: moments of %d and %d parameters, %d given", len(a.M), len(a.V), len(params))
	}
	for i, p := range params {
		if len(a.M[i]) != len(p.Weights) || len(a.V[i]) != len(p.Weights) {
			return fmt.Errorf("op: adam: %s has %d elements and its moments %d and %d", p.Name, len(p.Weights), len(a.M[i]), len(a.V[i]))
		}
	}
	return nil
}

func moments[T kernel.Float](params []*Param[T]) [][]T {
	ms := make([][]T, len(params))
	for i, p := range params {
		ms[i] = make([]T, len(p.Weights))
	}
	return ms
}
