package slots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// pieces is small with a BERT encoder, whose number of heads and inner width differ from the decoder's.
var pieces = func() Config {
	c := small
	c.Encoder = bert.Config{ModelType: "bert", Vocab: c.Vocab, Width: c.Width, Layers: c.EncoderLayers, Heads: 2, FF: 28, Activation: "gelu",
		Positions: 14, Types: 2, Epsilon: 1e-12, Pad: text.FirstPiece}
	return c
}()

// elsewhere returns a pretrained encoder over the word pieces of c.
func elsewhere[T kernel.Float](c Config) *bert.Model[T] {
	of := c.Encoder
	of.Vocab -= int(text.FirstPiece)
	of.Pad -= text.FirstPiece
	m := bert.New[T](of)
	for k, p := range m.Params() {
		p.Weights = make([]T, p.Len())
		for i := range p.Weights {
			p.Weights[i] = T(math.Sin(float64(i*(k+3)))) / 2
		}
		if strings.HasSuffix(p.Name, "LayerNorm.weight") {
			for i := range p.Weights {
				p.Weights[i]++
			}
		}
	}
	return m
}

// examplesOf returns examples, for word pieces without words outside the vocabulary.
func examplesOf(c Config, n int) []schemas.Example {
	all := examples(c, n)
	for i := range all {
		if !c.Pretrained() {
			break
		}
		e := &all[i]
		for j, id := range e.Source {
			if id < text.FirstPiece {
				e.Source[j] = text.FirstPiece + int32(j)
			}
		}
		e.Extended, e.OOV = e.Source, nil
	}
	return all
}

// TestAdopt: the memory equals the output of the adopted encoder to the bit. Its parameters come first, and words before the
// word pieces keep their start values.
func TestAdopt(t *testing.T) {
	m, of := fresh[float32](t, pieces), elsewhere[float32](pieces)
	before := slices.Clone(m.embedding.Weights[:int(text.FirstPiece)*m.Width])
	last := slices.Clone(m.head.Words.W.Weights[:int(text.FirstPiece)*m.Width])
	if err := m.Adopt(of); err != nil {
		t.Fatal(err)
	}
	d := pack(t, examplesOf(pieces, 5))
	memory := encode(t, m, nil, d)
	defer memory.Free()
	b := bert.Batch{Pieces: slices.Clone(d.Source), Offsets: d.Offsets}
	for i := range b.Pieces {
		b.Pieces[i] -= text.FirstPiece
	}
	want, err := of.Encode(nil, b)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(memory.X, want) {
		t.Error("the memory is not the output of the encoder")
	}
	for i, p := range m.Params() {
		if strings.HasPrefix(p.Name, "bert.") != (i < m.Pretrained()) {
			t.Errorf("parameter %d is %s, %d are the encoder's", i, p.Name, m.Pretrained())
		}
	}
	if !slices.Equal(m.embedding.Weights[:len(before)], before) || !slices.Equal(m.head.Words.W.Weights[:len(last)], last) {
		t.Error("embeddings of words before the word pieces changed")
	}
	if table := of.Embedding().Weights; !slices.Equal(m.embedding.Weights[len(before):], table) || !slices.Equal(m.head.Words.W.Weights[len(last):], table) {
		t.Error("the output layer does not start with the embeddings of word pieces")
	}
	if m.embedding.Padding != text.FirstPiece || fresh[float32](t, small).Pretrained() != 0 {
		t.Errorf("padding %d; pretrained without an encoder: %d", m.embedding.Padding, fresh[float32](t, small).Pretrained())
	}
	other := pieces
	other.Encoder.Heads = 3
	if err := fresh[float32](t, other).Adopt(of); err == nil {
		t.Error("an encoder of another shape is adopted")
	}
}

// TestPretrainedLength: a document longer than the encoder's positions is refused.
func TestPretrainedLength(t *testing.T) {
	long := schemas.Example{Source: slices.Repeat([]int32{9}, 15), Extended: slices.Repeat([]int32{9}, 15)}
	const want = "slots: document 0 of the batch has 15 tokens, want at most 14"
	if _, err := fresh[float32](t, pieces).Encode(nil, pack(t, []schemas.Example{long})); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
