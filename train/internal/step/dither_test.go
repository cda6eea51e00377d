package step

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestDither: rounded rows get noise within half a step and without a lean, other matrices none. A small move of all weights,
// which rounding would undo, is kept on average.
func TestDither(t *testing.T) {
	const rows, width = 6, 500
	made := func() *op.Param[float32] {
		p := &op.Param[float32]{Name: "w", Shape: []int{rows, width}, Weights: make([]float32, rows*width)}
		for i := range (rows - 1) * width { // the last row stays zero
			p.Weights[i] = float32(math.Sin(float64(i * i)))
		}
		return p
	}
	free := made()
	Dither(free, 1)
	if !slices.Equal(free.Weights, made().Weights) {
		t.Error("weights that nothing has rounded get noise")
	}
	stored := made()
	whole, scale := kernel.Narrow(stored.Weights, rows, width)
	kernel.Widen(stored.Weights, whole, scale)
	dithered := func(seed uint64) *op.Param[float32] {
		p := made()
		copy(p.Weights, stored.Weights)
		Dither(p, seed)
		return p
	}
	p, move := dithered(1), .2*scale[0]
	var lean, most, kept float64
	for i := range (rows - 1) * width {
		step := scale[i/width]
		noise := float64((p.Weights[i] - stored.Weights[i]) / step)
		lean, most = lean+noise, max(most, math.Abs(noise))
		kept += math.Round(float64((p.Weights[i]+move)/step)) - float64(whole[i])
	}
	n := float64((rows - 1) * width)
	if math.Abs(lean/n) > .02 || most > .501 || most < .45 {
		t.Errorf("noise of %.3f on average, up to %.3f steps", lean/n, most)
	}
	if kept /= n; math.Abs(kept-.2) > .03 {
		t.Errorf("of a move of .2 steps rounding keeps %.3f", kept)
	}
	if zeros := p.Weights[(rows-1)*width:]; slices.ContainsFunc(zeros, func(v float32) bool { return v != 0 }) {
		t.Error("a row of zeros gets noise")
	}
	if !slices.Equal(p.Weights, dithered(1).Weights) || slices.Equal(p.Weights, dithered(2).Weights) {
		t.Error("the noise does not depend on the seed alone")
	}
}
