package settrans

import (
	"gorgonia.org/gorgonia"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// Model is the network's parameters. Encode, Decoder, Rollout, Greedy and Evaluate may run at the same time; Loss may
// not run beside anything, and nothing beside a step of a solver.
type Model[T kernel.Float] struct {
	Config

	params    []*op.Param[T]
	embedding *op.Param[T] // [V, D], encoder and decoder
	positions []T          // [3000, D], not trained

	encoderIn *op.Linear[T]
	encoder   []encoderLayer[T]
	norm      *op.Norm[T]

	decoderIn op.DecoderEmbedParams[T]
	decoder   []decoderLayer[T]
	head      op.HeadParams[T]

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

// Learned are the parameters as a gorgonia.Solver takes them, in the order of Params.
func (m *Model[T]) Learned() []gorgonia.ValueGrad {
	out := make([]gorgonia.ValueGrad, len(m.params))
	for i, p := range m.params {
		out[i] = p
	}
	return out
}

// Size is the number of trained numbers.
func (m *Model[T]) Size() int {
	n := 0
	for _, p := range m.params {
		n += p.Len()
	}
	return n
}

// ZeroGrad sets every gradient to zero; Loss adds to them.
func (m *Model[T]) ZeroGrad() {
	for _, p := range m.params {
		p.ZeroGrad()
	}
}

// Pack lays the weights out once for the passes without gradients, which get faster and give the same bits. The
// model must not be trained afterwards.
func (m *Model[T]) Pack(w *kernel.Workers) {
	attention := func(p *op.AttentionParams[T]) {
		for _, l := range []*op.Linear[T]{p.Q, p.K, p.V, p.Out} {
			l.Pack(w)
		}
	}
	m.encoderIn.Pack(w)
	for i := range m.encoder {
		l := &m.encoder[i]
		attention(&l.self)
		l.ff.W1.Pack(w)
		l.ff.W2.Pack(w)
	}
	m.decoderIn.InputFC.Pack(w)
	for i := range m.decoder {
		l := &m.decoder[i]
		attention(&l.self)
		attention(&l.cross)
		l.ff.W1.Pack(w)
		l.ff.W2.Pack(w)
	}
	m.head.OutputFC.Pack(w)
	m.head.Gen.Pack(w)
	m.head.Words.Pack(w)
}
