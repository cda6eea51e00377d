package slots

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// encoderPrefix precedes the names of BERT's tensors, as in other networks with a BERT encoder.
const encoderPrefix = "bert."

// Spread returns the spread of the start values of a parameter of BERT, or of a layer on top of it: norms start at 1 and 0,
// biases at 0, and other weights uniformly with BERT's standard deviation of 0.02.
func Spread[T kernel.Float](p *op.Param[T]) float64 {
	switch {
	case strings.HasSuffix(p.Name, "LayerNorm.weight"):
		return one
	case len(p.Shape) == 1:
		return 0
	}
	return 0.0346410162 // 0.02·√3
}

// pretrained adds the BERT encoder.
func (m *transformer[T]) pretrained(b *builder[T]) {
	m.bert = bert.New[T](b.Encoder)
	for _, p := range m.bert.Params() {
		p.Name = encoderPrefix + p.Name
		b.params, b.spread = append(b.params, p), append(b.spread, Spread(p))
	}
	b.Embedding, b.bert = m.bert.Embedding(), m.bert
}

// Pretrained returns the number of parameters of the BERT encoder, which are the first of Params.
func (m *Model[T]) Pretrained() int {
	if m.bert == nil {
		return 0
	}
	return len(m.bert.Params())
}

// PieceEncoder returns the shape of an encoder after its word pieces have become words of a vocabulary, in which they follow
// the special tokens and text.Digit.
func PieceEncoder(c bert.Config) bert.Config {
	c.Vocab += int(text.FirstPiece)
	c.Pad += text.FirstPiece
	return c
}

// Adopt copies the weights of a pretrained encoder. If PieceEncoder of its shape is not Config.Encoder, that is an error. The
// embeddings of words before the word pieces keep their values. The embeddings of pieces also become the start values of the
// output layer, so pieces that do not occur in training documents start near similar ones.
func (m *Model[T]) Adopt(from *bert.Model[T]) error {
	if want := PieceEncoder(from.Config); m.Encoder != want {
		return fmt.Errorf("slots: the encoder has shape %+v, want that of the network, %+v", want, m.Encoder)
	}
	own := m.bert.Params()
	for i, p := range from.Params() {
		w := own[i].Weights
		copy(w[len(w)-len(p.Weights):], p.Weights)
	}
	pieces := from.Embedding().Weights
	words := m.head.Words.W.Weights
	copy(words[len(words)-len(pieces):], pieces)
	return nil
}
