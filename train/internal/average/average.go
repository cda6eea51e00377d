// Package average keeps an exponential moving average of a run's parameters. Single steps wander about a good place
// while the learning rate is high; their mean lies nearer to it (Polyak, Juditsky 1992, "Acceleration of stochastic
// approximation by averaging") and is often the better model.
package average

import (
	"slices"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// Average is the mean m of the parameters θ over the steps of a run, counted from 1:
//
//	m₀ = θ₀, the start values
//	mᵢ = xᵢ·mᵢ₋₁ + (1−xᵢ)·θᵢ, xᵢ = min(Decay, (1+i)/(10+i))
//
// The ramp x₁ = 2/11, x₂ = 3/12, … is the bias correction: it looks back over about a tenth of the steps while they are
// few, and a hundred steps in the start values weigh 10⁻¹² (TensorFlow, tf.train.ExponentialMovingAverage, num_updates).
// Decay 0.999 looks back over a thousand steps and holds from step 8990 on.
//
// In float32 a parameter that is nearer to its mean than 3·10⁻⁸/(1−xᵢ) of it does not move it.
type Average struct {
	Decay   float64 // 0 to less than 1; 0: there is none, and all methods do nothing
	Workers *kernel.Workers
	Mean    [][]float32 // all that the next step depends on: a slice a parameter, in their order
}

// On reports whether there is an average.
func (a *Average) On() bool { return a.Decay > 0 }

// Start takes the parameters before the first step for the mean.
func (a *Average) Start(params []*op.Param[float32]) {
	if !a.On() {
		return
	}
	a.Mean = make([][]float32, len(params))
	for i, p := range params {
		a.Mean[i] = slices.Clone(p.Weights)
	}
}

// Add takes the parameters after a step into the mean. The bits do not depend on the number of threads.
func (a *Average) Add(params []*op.Param[float32], step int64) {
	if !a.On() {
		return
	}
	keep := min(a.Decay, float64(1+step)/float64(10+step))
	for i, p := range params {
		kernel.Average(a.Workers, a.Mean[i], p.Weights, float32(1-keep))
	}
}

// Swap exchanges parameters and mean, without copying: the model is the mean until the next Swap.
func (a *Average) Swap(params []*op.Param[float32]) {
	if !a.On() {
		return
	}
	for i, p := range params {
		p.Weights, a.Mean[i] = a.Mean[i], p.Weights
	}
}
