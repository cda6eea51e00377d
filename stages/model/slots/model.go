package slots

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Model holds the parameters of a network. Encode, Decoder, Greedy and Evaluate may run concurrently. Nothing may run
// concurrently with Predict, Learn or a step of an optimiser.
type Model[T kernel.Float] struct {
	Config

	params    []*op.Param[T]
	body      body[T]
	bert      *bert.Model[T]  // the body's encoder if it is pretrained, or nil
	embedding op.Embedding[T] // [V, D], shared by encoder and decoder
	head      op.HeadParams[T]
	short     *op.Words[T] // see Shortlist; nil: all words

	pool *op.Pool[T] // scratch memory of all passes
}

// Params returns the trained tensors, in the order of the model file.
func (m *Model[T]) Params() []*op.Param[T] { return m.params }

// Size returns the number of elements of all parameters.
func (m *Model[T]) Size() int { return op.Size(m.params) }

// ZeroGrad sets every gradient to zero. Learn adds to the gradients.
func (m *Model[T]) ZeroGrad() { op.ZeroGrad(m.params) }

// Pack copies the weights into the layout of the fast kernels. Passes without gradients become faster and give the same
// bits. The model must not be trained afterwards.
func (m *Model[T]) Pack(w *kernel.Workers) {
	all, _ := m.maps()
	for _, l := range all {
		l.Pack(w)
	}
	m.head.Gen.Pack(w)
	m.head.Words.Pack(w)
}

// Quantise makes the passes without gradients multiply in 8 bits. Weights of the encoder's and decoder's layers and of the
// output layer get one scale per output. Activations get one scale per row, and so do the queries, keys and values of the
// encoder's self-attention (kernel.AttendBytes). Word embeddings are rounded to 16 bits. Norms, softmax and the decoder's
// attention stay in float32. So do the few small layers on which the words depend most: the one before the output layer, the
// copy gate, and those that the body names (see Transformer.Maps).
//
// The passes become much faster and give about the same probabilities. Those of a document still depend on that document
// alone. The model must not be trained afterwards.
func Quantise(w *kernel.Workers, m *Model[float32]) {
	RoundEmbeddings(m.embedding.Weights) // first: tied, they are also the weights of the output layer
	all, exact := m.maps()
	for _, l := range exact {
		l.Pack(w)
	}
	for _, l := range all {
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

// maps returns the linear layers except the copy gate, and those of all that are never quantised.
func (m *Model[T]) maps() (all, exact []*op.Linear[T]) {
	all, exact = m.body.Maps()
	return append(all, m.head.OutputFC), append(exact, m.head.OutputFC, m.head.Gen)
}
