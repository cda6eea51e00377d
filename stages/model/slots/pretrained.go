package slots

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// encoderPrefix precedes the names of BERT's tensors, as in other networks with a BERT encoder.
const encoderPrefix = "bert."

// pretrainedSpread is 0.02·√3: uniform start values of this spread have BERT's standard deviation of 0.02.
const pretrainedSpread = 0.0346410162

// pretrained adds the BERT encoder.
func (m *transformer[T]) pretrained(b *builder[T]) {
	m.bert = bert.New[T](b.Encoder)
	for _, p := range m.bert.Params() {
		spread := pretrainedSpread
		if len(p.Shape) == 1 {
			spread = 0
		}
		if strings.HasSuffix(p.Name, "LayerNorm.weight") {
			spread = one
		}
		p.Name = encoderPrefix + p.Name
		b.params, b.spread = append(b.params, p), append(b.spread, spread)
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
