package joint

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestAdopt: the model gets the weights of the encoder, and of its head if there is one. Words before the word pieces and all
// other parameters keep their start values.
func TestAdopt(t *testing.T) {
	for _, system := range systems {
		for _, with := range []bool{false, true} {
			c := shape(system)
			from, front := bert.New[float32](own(c.Encoder)), int(text.FirstPiece)
			params := slices.Clone(from.Params())
			if with {
				head, more := bert.NewHead[float32](from.Config)
				from.Head, params = head, append(params, more...)
			}
			for i, p := range params {
				p.Weights = make([]float32, p.Len())
				for k := range p.Weights {
					p.Weights[k] = float32(i) + float32(k)/1024
				}
			}
			m, err := New[float32](c, 3)
			if err != nil {
				t.Fatal(err)
			}
			fresh, _ := New[float32](c, 3)
			if err := m.Adopt(from); err != nil {
				t.Fatal(err)
			}
			if m.Pretrained() != len(params) {
				t.Errorf("%s, head %v: %d parameters are pretrained, want %d", system, with, m.Pretrained(), len(params))
			}
			for i, p := range m.Params() {
				want, drawn := fresh.Params()[i].Weights, 0
				if i < len(params) {
					if drawn = p.Len() - params[i].Len(); drawn != 0 && drawn != front*p.Len()/p.Shape[0] {
						t.Errorf("%s keeps %d start values", p.Name, drawn)
					}
					want = append(slices.Clone(want[:drawn]), params[i].Weights...)
				}
				if !slices.Equal(p.Weights, want) {
					t.Errorf("%s, head %v: %s has other weights", system, with, p.Name)
				}
			}
		}
	}
}

// own is the inverse of slots.PieceEncoder.
func own(c bert.Config) bert.Config {
	c.Vocab -= int(text.FirstPiece)
	c.Pad -= text.FirstPiece
	return c
}

// TestHeadBias: the bias of the output layer changes the loss and the labels.
func TestHeadBias(t *testing.T) {
	m := model[float64](t, shape(PromptKP))
	loss := func() float64 {
		sum, _, err := m.Evaluate(nil, documents(t), slots.Train{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	phrases := func() (said []string) {
		found, err := m.Label(nil, [][]int32{documents(t)[3].Source})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found[0] {
			said = append(said, say(p.Tokens))
		}
		return said
	}
	before, wrote := loss(), phrases()
	at := slices.IndexFunc(m.params, func(p *op.Param[float64]) bool { return p.Name == "cls.predictions.bias" })
	m.params[at].Weights[ids(t, "image")[0]] = 1000
	if after := loss(); after <= before {
		t.Errorf("loss %v, with a bias for one word %v", before, after)
	}
	if after := phrases(); slices.Equal(wrote, after) {
		t.Errorf("%q with and without a bias", after)
	}
}
