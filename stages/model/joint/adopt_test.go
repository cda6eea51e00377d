package joint

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
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
