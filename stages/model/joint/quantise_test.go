package joint

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestQuantisedHeads: Quantise quantises linear layers and heads of the encoder.
func TestQuantisedHeads(t *testing.T) {
	c := shape(UniKeyphrase)
	c.Encoder.Width = 32
	m, of := model[float32](t, c), model[float32](t, c)
	Quantise(nil, m)
	slots.RoundEmbeddings(of.bert.Embedding().Weights)
	for _, l := range of.bert.Maps() {
		op.Quantise(nil, l)
	}
	read := func(m *Model[float32]) []float32 {
		t.Helper()
		x, err := m.bert.Reader(nil, []int{8}).Read([]bert.Run{{Pieces: ids(t, "[CLS] graph cut ##ting of a net ##work [SEP]")[:8]}})
		if err != nil {
			t.Fatal(err)
		}
		return x.X
	}
	if slices.Equal(read(m), read(of)) {
		t.Error("the encoder attends in float32")
	}
	bert.QuantiseHeads(of.bert)
	if !slices.Equal(read(m), read(of)) {
		t.Error("the encoder differs from one with quantised linear layers and heads and rounded embeddings")
	}
}
