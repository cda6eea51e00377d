package step

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Dither adds noise to a matrix of weights that --store int8 has rounded: uniform numbers within half a step of the rounding. A
// fine-tuning moves most weights by less than half a step, and in 8 bits each of them would be rounded back to where it began.
// With the noise, the weights of a layer move on average as far as they were trained to. Any other matrix stays as it is.
func Dither(p *op.Param[float32], seed uint64) {
	if len(p.Shape) != 2 {
		return
	}
	width := p.Shape[1]
	whole, scale := kernel.Narrow(p.Weights, p.Shape[0], width)
	rounded := make([]float32, len(p.Weights))
	kernel.Widen(rounded, whole, scale)
	if !slices.Equal(rounded, p.Weights) {
		return
	}
	key := random.Named(seed, 1, p.Name)
	for row, step := range scale {
		if !slices.ContainsFunc(whole[row*width:(row+1)*width], func(v int8) bool { return v != 0 }) {
			continue // zeros have no step
		}
		for i := row * width; i < (row+1)*width; i++ {
			p.Weights[i] += step * float32(random.Uniform(key, uint64(i))-.5)
		}
	}
}
