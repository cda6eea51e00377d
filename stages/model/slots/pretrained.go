package slots

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// encoderPrefix stands in front of the names of BERT's tensors, as it does in other networks that have such an encoder.
const encoderPrefix = "bert."

// pretrainedSpread is of the standard deviation of BERT's start values, 0.02.
const pretrainedSpread = 0.0346410162

// pretrained makes BERT's encoder.
func (m *Transformer[T]) pretrained(b *Builder[T]) {
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

// encodePieces strings BERT's encoder together: the memory [S, D].
func (m *Transformer[T]) encodePieces(c *Chain[T], docs Docs) (x Value[T]) {
	layers, err := m.bert.Layers(c.Pass, bert.Batch{Pieces: docs.Source, Offsets: docs.Offsets})
	if err != nil {
		c.err = err
	}
	for i, l := range layers {
		if i == 0 {
			x = c.Then(Layer[T](l, nil))
		} else {
			x = c.Then(Layer[T](l, nil), x)
		}
	}
	return x
}

// Pretrained is how many of the Params, from the first, are those of BERT's encoder.
func (m *Model[T]) Pretrained() int {
	if m.bert == nil {
		return 0
	}
	return len(m.bert.Params())
}

// PieceEncoder is the shape of an encoder whose pieces have become words of a vocabulary, behind the special tokens and
// text.Digit.
func PieceEncoder(c bert.Config) bert.Config {
	c.Vocab += int(text.FirstPiece)
	c.Pad += text.FirstPiece
	return c
}

// Adopt takes over the weights of an encoder that was trained elsewhere; that PieceEncoder of its shape is not the one of
// the model is an error. The vectors of words in front of the pieces stay as they are. Those of pieces are also what the
// vocabulary starts with at the end of the decoder: words that training documents do not have then stand near their like.
func (m *Model[T]) Adopt(from *bert.Model[T]) error {
	if want := PieceEncoder(from.Config); m.Encoder != want {
		return fmt.Errorf("slots: the encoder has the shape %+v, not that of the network, %+v", want, m.Encoder)
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
