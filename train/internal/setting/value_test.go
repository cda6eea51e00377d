package setting

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// TestAdam: encoder_lr moves the encoder and lr the rest, both by the schedule of lr.
func TestAdam(t *testing.T) {
	c := Defaults()
	if c.EncoderLR != 2e-5 {
		t.Errorf("encoder_lr is %g by default", c.EncoderLR)
	}
	c.LR, c.EncoderLR = .5, .125
	shape := tinybert.Config(20)
	m, err := model.New(model.Shape{Config: slots.Config{Vocab: 28, Slots: 2, PhraseLen: 3, Width: tinybert.Width, Heads: 2, FF: 4, DecoderLayers: 1}.On(slots.PieceEncoder(shape))}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var before [][]float32
	for _, p := range m.Params() {
		before = append(before, slices.Clone(p.Weights))
		p.ZeroGrad()
		for i := range p.Grads {
			p.Grads[i] = 1
		}
	}
	// Without moments a step of Adam is the rate of each weight; the rate is half of lr here, as in a warm-up.
	a := c.Adam(nil, m)
	a.LearningRate, a.Clip, a.Beta1, a.Beta2 = .25, 0, 0, 0
	if err := a.Step(m.Params()); err != nil {
		t.Fatal(err)
	}
	for i, p := range m.Params() {
		want := float32(.25)
		if strings.HasPrefix(p.Name, "bert.") {
			want = .0625
		}
		if got := before[i][0] - p.Weights[0]; max(got-want, want-got) > 1e-6 {
			t.Errorf("%s moves by %v, want %v", p.Name, got, want)
		}
	}
	a.Factors = a.Factors[1:]
	if err := a.Step(m.Params()); err == nil {
		t.Error("too few factors are accepted")
	}
	words, err := model.New(model.Shape{Config: slots.Config{Vocab: 28, Slots: 2, PhraseLen: 3, Width: 4, Heads: 2, FF: 4, EncoderLayers: 1, DecoderLayers: 1}}, 1)
	if err != nil || c.Adam(nil, words).Factors != nil {
		t.Errorf("a model without an encoder has factors, %v", err)
	}
}
