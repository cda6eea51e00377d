package slots

import (
	"slices"

	"wrone2set/stages/nn/bert"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// Model is the network's parameters. Encode, Decoder, Rollout, Greedy and Evaluate may run at the same time; Loss may
// not run beside anything, and nothing beside a step of an optimiser.
type Model[T kernel.Float] struct {
	Config

	params    []*op.Param[T]
	embedding op.Embedding[T] // [V, D], encoder and decoder
	rnn       *recurrent[T]   // of network GRU, which has nothing of what follows but the head; or nil

	positions []T // [3000, D], not trained

	bert      *bert.Model[T] // or nil and:
	encoderIn *op.Linear[T]
	encoder   []encoderLayer[T]
	norm      *op.Norm[T]

	decoderIn op.DecoderEmbedParams[T]
	decoder   []decoderLayer[T]
	head      op.HeadParams[T]
	short     *op.Words[T] // see Shortlist; nil: all words

	pool *op.Pool[T] // scratch memory of all passes
}

type encoderLayer[T kernel.Float] struct {
	self op.AttentionParams[T]
	ff   op.FeedForwardParams[T]
}

type decoderLayer[T kernel.Float] struct {
	self, cross op.AttentionParams[T]
	ff          op.FeedForwardParams[T]
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
// front of the vocabulary, the copy gate, and the queries and keys whose attention says what is copied; and those of the
// states of GRUs, in which errors would add up.
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
	for i := range m.encoder {
		op.QuantiseHeads(&m.encoder[i].self)
	}
	if m.bert != nil {
		bert.QuantiseHeads(m.bert)
	}
	op.QuantiseWords(w, m.head.Words)
}

// exact are the maps that are never taken to 8 bits.
func (m *Model[T]) exact() []*op.Linear[T] {
	exact := append(m.behindWords(), m.head.OutputFC, m.head.Gen)
	if m.rnn != nil {
		exact = append(exact, m.rnn.states()...)
	}
	if n := len(m.decoder); n > 0 {
		last := &m.decoder[n-1].cross
		exact = append(exact, last.Q, last.K)
	}
	return exact
}

// behindWords are the maps behind the embeddings; BERT has none.
func (m *Model[T]) behindWords() []*op.Linear[T] {
	if m.rnn != nil {
		return m.rnn.behindWords()
	}
	if m.bert != nil {
		return []*op.Linear[T]{m.decoderIn.InputFC}
	}
	return []*op.Linear[T]{m.encoderIn, m.decoderIn.InputFC}
}

// maps are the linear layers but the copy gate.
func (m *Model[T]) maps() []*op.Linear[T] {
	all := append(m.behindWords(), m.head.OutputFC)
	if m.bert != nil {
		all = append(all, m.bert.Maps()...)
	}
	if m.rnn != nil {
		all = append(all, append(m.rnn.states(), m.rnn.between()...)...)
	}
	add := func(p *op.AttentionParams[T]) { all = append(all, p.Q, p.K, p.V, p.Out) }
	for i := range m.encoder {
		l := &m.encoder[i]
		add(&l.self)
		all = append(all, l.ff.W1, l.ff.W2)
	}
	for i := range m.decoder {
		l := &m.decoder[i]
		add(&l.self)
		add(&l.cross)
		all = append(all, l.ff.W1, l.ff.W2)
	}
	return all
}
