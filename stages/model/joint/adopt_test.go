package joint

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestAdopt: an encoder's weights are taken over with its head, if it has one; what stands in front of the pieces keeps its
// start values, and so does all that no encoder has.
func TestAdopt(t *testing.T) {
	for _, system := range []string{UniKeyphrase, PromptKP} {
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
				t.Errorf("%s, head %v: %d parameters are taken over, want %d", system, with, m.Pretrained(), len(params))
			}
			for i, p := range m.Params() {
				want, drawn := fresh.Params()[i].Weights, 0
				if i < len(params) {
					if drawn = p.Len() - params[i].Len(); drawn != 0 && drawn != front*p.Len()/p.Shape[0] {
						t.Errorf("%s has %d numbers of its own", p.Name, drawn)
					}
					want = append(slices.Clone(want[:drawn]), params[i].Weights...)
				}
				if !slices.Equal(p.Weights, want) {
					t.Errorf("%s, head %v: %s is not what it was to be", system, with, p.Name)
				}
			}
		}
	}
}

// own is the shape of the encoder under one of its pieces behind the special tokens.
func own(c bert.Config) bert.Config {
	c.Vocab -= int(text.FirstPiece)
	c.Pad -= text.FirstPiece
	return c
}

// TestHeadBias: the bias of the head counts, in training and in labelling.
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
			said = append(said, say(p.Pieces))
		}
		return said
	}
	before, wrote := loss(), phrases()
	at := slices.IndexFunc(m.params, func(p *op.Param[float64]) bool { return p.Name == "cls.predictions.bias" })
	m.params[at].Weights[ids(t, "image")[0]] = 1000
	if after := loss(); after <= before {
		t.Errorf("loss %v, with one word alone %v", before, after)
	}
	if after := phrases(); slices.Equal(wrote, after) {
		t.Errorf("%q whatever the bias", after)
	}
}
