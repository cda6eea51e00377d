package bert

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Model is the encoder's parameters. Encode may run several times at once, but not during a step of an optimiser.
type Model[T kernel.Float] struct {
	Config
	Head *Head[T] // nil if the folder has none; not among the Params

	params []*op.Param[T]
	input  op.PieceEmbedParams[T]
	layers []layer[T]
	pool   *op.Pool[T] // scratch memory of Encode
}

type layer[T kernel.Float] struct {
	attention op.AttentionParams[T]
	ff        op.FeedForwardParams[T]
}

// First leaves only the first n of the layers, 1 ≤ n ≤ L, as if the folder had no others.
func (m *Model[T]) First(n int) {
	m.Config.Layers, m.layers = n, m.layers[:n]
	m.params = m.params[:len(New[T](m.Config).params)] // those of layers come last
}

// Params returns all trained tensors, in the order of the network.
func (m *Model[T]) Params() []*op.Param[T] { return m.params }

// Embedding returns the table of piece vectors [V, D], one of the Params.
func (m *Model[T]) Embedding() op.Embedding[T] { return m.input.Embedding }

// Pack packs the weights once for the passes without gradients, which become faster and give the same bits. The model
// must not be trained afterwards.
func (m *Model[T]) Pack(w *kernel.Workers) {
	for _, l := range m.Maps() {
		l.Pack(w)
	}
}

// QuantiseHeads makes the passes without gradients attend in 8 bits (op.QuantiseHeads); Reader names its exceptions. The
// model must not be trained afterwards.
func QuantiseHeads(m *Model[float32]) {
	for i := range m.layers {
		op.QuantiseHeads(&m.layers[i].attention)
	}
}

// Maps returns the linear maps of all layers, in the order of the network.
func (m *Model[T]) Maps() []*op.Linear[T] {
	var all []*op.Linear[T]
	for i := range m.layers {
		l := &m.layers[i]
		all = append(all, l.attention.Q, l.attention.K, l.attention.V, l.attention.Out, l.ff.W1, l.ff.W2)
	}
	return all
}

// builder makes parameters with names and shapes but no numbers.
type builder[T kernel.Float] struct{ params []*op.Param[T] }

func (b *builder[T]) param(name string, shape ...int) *op.Param[T] {
	p := &op.Param[T]{Name: name, Shape: shape}
	b.params = append(b.params, p)
	return p
}

func (b *builder[T]) linear(name string, out, in int) *op.Linear[T] {
	return &op.Linear[T]{W: b.param(name+".weight", out, in), B: b.param(name+".bias", out)}
}

func (b *builder[T]) norm(name string, c Config) *op.Norm[T] {
	return &op.Norm[T]{Gain: b.param(name+".weight", c.Width), Bias: b.param(name+".bias", c.Width), Epsilon: c.Epsilon}
}

// New returns a model of that shape whose parameters have names and shapes but no numbers. The shape must be valid, see
// Config.Check.
func New[T kernel.Float](c Config) *Model[T] {
	b := &builder[T]{}
	m := &Model[T]{Config: c, pool: new(op.Pool[T])}
	m.input.Embedding = op.Embedding[T]{Param: b.param("embeddings.word_embeddings.weight", c.Vocab, c.Width), Padding: c.Pad}
	m.input.Positions = b.param("embeddings.position_embeddings.weight", c.Positions, c.Width)
	m.input.Types = b.param("embeddings.token_type_embeddings.weight", c.Types, c.Width)
	m.input.Norm = b.norm("embeddings.LayerNorm", c)
	for i := range c.Layers {
		name := fmt.Sprintf("encoder.layer.%d.", i)
		var l layer[T]
		l.attention.Heads, l.attention.Post, l.ff.Post = c.Heads, true, true
		l.attention.Q = b.linear(name+"attention.self.query", c.Width, c.Width)
		l.attention.K = b.linear(name+"attention.self.key", c.Width, c.Width)
		l.attention.V = b.linear(name+"attention.self.value", c.Width, c.Width)
		l.attention.Out = b.linear(name+"attention.output.dense", c.Width, c.Width)
		l.attention.Norm = b.norm(name+"attention.output.LayerNorm", c)
		l.ff.W1 = b.linear(name+"intermediate.dense", c.FF, c.Width)
		l.ff.W2 = b.linear(name+"output.dense", c.Width, c.FF)
		l.ff.Norm = b.norm(name+"output.LayerNorm", c)
		m.layers = append(m.layers, l)
	}
	m.params = b.params
	return m
}
