package slots

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Model is the network's parameters. Encode, Decoder, Rollout, Greedy and Evaluate may run at the same time; Loss may
// not run beside anything, and nothing beside a step of an optimiser.
type Model[T kernel.Float] struct {
	Config

	params    []*op.Param[T]
	body      Body[T]
	bert      *bert.Model[T]  // the body's encoder, if it was trained elsewhere; or nil
	embedding op.Embedding[T] // [V, D], encoder and decoder
	head      op.HeadParams[T]
	short     *op.Words[T] // see Shortlist; nil: all words

	pool *op.Pool[T] // scratch memory of all passes
}

// Params are all trained tensors, in the order of the model file.
func (m *Model[T]) Params() []*op.Param[T] { return m.params }

// Size is the number of trained numbers.
func (m *Model[T]) Size() int { return op.Size(m.params) }

// ZeroGrad sets every gradient to zero; Loss adds to them.
func (m *Model[T]) ZeroGrad() { op.ZeroGrad(m.params) }

// Pack lays the weights out once for the passes without gradients, which get faster and give the same bits. The
// model must not be trained afterwards.
func (m *Model[T]) Pack(w *kernel.Workers) {
	for _, l := range m.maps() {
		l.Pack(w)
	}
	m.head.Gen.Pack(w)
	m.head.Words.Pack(w)
}

// Quantise makes the passes without gradients multiply in 8 bits: the weights of the encoder's and decoder's layers and
// the vocabulary with a scale for each output, activations with one for each row, and the encoder's self-attention queries,
// keys and values with one for each row (kernel.AttendBytes); the decoder's attention, norms and softmax stay as they
// are. A few small maps on which the words depend most stay in float32 too: those behind the embeddings and in
// front of the vocabulary, the copy gate, and those that the body names (see Transformer.Maps).
//
// The passes get much faster and give about the same probabilities; a document's still depend on the document alone.
// The model must not be trained afterwards.
func Quantise(w *kernel.Workers, m *Model[float32]) {
	exact := m.exact()
	for _, l := range exact {
		l.Pack(w)
	}
	for _, l := range m.maps() {
		if !slices.Contains(exact, l) {
			op.Quantise(w, l)
		}
	}
	for _, p := range m.body.Heads() {
		op.QuantiseHeads(p)
	}
	if m.bert != nil {
		bert.QuantiseHeads(m.bert)
	}
	op.QuantiseWords(w, m.head.Words)
}

// exact are the maps that are never taken to 8 bits.
func (m *Model[T]) exact() []*op.Linear[T] {
	_, exact := m.body.Maps()
	return append(exact, m.head.OutputFC, m.head.Gen)
}

// maps are the linear layers but the copy gate.
func (m *Model[T]) maps() []*op.Linear[T] {
	all, _ := m.body.Maps()
	return append(all, m.head.OutputFC)
}
