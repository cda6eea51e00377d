package slots

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// New returns a model with random start values. The distributions are those of the authors' code: uniform in ±√(6/(D+D)) for
// attention weights (Glorot, Bengio 2010), in ±1/√(input width) for other weights and all biases, in ±0.1 for embeddings (the
// padding row too) and control codes; norms start at 1 and 0. A value depends only on the seed, the name of the parameter and
// the index in it.
func New[T kernel.Float](c Config, seed uint64) (*Model[T], error) {
	m, spread, err := build[T](c)
	if err != nil {
		return nil, err
	}
	m.complete()
	for i, p := range m.params {
		Start(p, spread[i], seed)
	}
	return m, nil
}

// Start gives a parameter its start values, which depend only on the seed, its name and the index: those of U(−spread, spread), or
// 1 if the spread is one.
func Start[T kernel.Float](p *op.Param[T], spread float64, seed uint64) {
	key := random.Named(seed, 0, p.Name)
	for j := range p.Weights {
		if spread == one {
			p.Weights[j] = 1
		} else if spread > 0 {
			p.Weights[j] = T((2*float64(random.Uniform(key, uint64(j))) - 1) * spread)
		}
	}
}

// one is the spread of a parameter that starts at 1. A parameter of spread s ≥ 0 starts with values of U(−s, s).
const one = -1

// Param adds a parameter with start values of U(−spread, spread).
func (b *builder[T]) Param(name string, spread float64, shape ...int) *op.Param[T] {
	p := &op.Param[T]{Name: name, Shape: shape}
	b.params, b.spread = append(b.params, p), append(b.spread, spread)
	return p
}

// Linear adds a linear layer with a bias.
func (b *builder[T]) Linear(name string, out, in int) *op.Linear[T] {
	s := 1 / math.Sqrt(float64(in))
	return &op.Linear[T]{W: b.Param(name+".weight", s, out, in), B: b.Param(name+".bias", s, out)}
}

func (b *builder[T]) projection(name string, d int) *op.Linear[T] {
	return &op.Linear[T]{W: b.Param(name+".weight", math.Sqrt(6/float64(d+d)), d, d), B: b.Param(name+".bias", 1/math.Sqrt(float64(d)), d)}
}

func (b *builder[T]) norm(name string, d int) *op.Norm[T] {
	return &op.Norm[T]{Gain: b.Param(name+".weight", one, d), Bias: b.Param(name+".bias", 0, d)}
}

func (b *builder[T]) attention(name, norm string, c Config) op.AttentionParams[T] {
	p := op.AttentionParams[T]{Heads: c.Heads}
	p.Q, p.K = b.projection(name+".q_proj", c.Width), b.projection(name+".k_proj", c.Width)
	p.V, p.Out = b.projection(name+".v_proj", c.Width), b.projection(name+".out_proj", c.Width)
	p.Norm = b.norm(norm, c.Width)
	return p
}

func (b *builder[T]) feedForward(name string, c Config) op.FeedForwardParams[T] {
	return op.FeedForwardParams[T]{W1: b.Linear(name+".0", c.FF, c.Width), W2: b.Linear(name+".3", c.Width, c.FF)}
}

// build returns a model of names and shapes, without values, and the spread of each parameter's start values.
func build[T kernel.Float](c Config) (*Model[T], []float64, error) {
	if err := c.Check(); err != nil {
		return nil, nil, err
	}
	own, err := bodyOf[T](c)
	if err != nil {
		return nil, nil, err
	}
	b := &builder[T]{Config: c}
	own.Build(b)
	return &Model[T]{Config: c, body: own, params: b.params, bert: b.bert, embedding: b.Embedding, head: b.Head, pool: new(op.Pool[T])}, b.spread, nil
}

// Embed adds the word embeddings.
func (b *builder[T]) Embed() {
	b.Embedding = op.Embedding[T]{Param: b.Param("encoder.embed.weight", 0.1, b.Vocab, b.Width), Padding: text.Pad}
}

// Words adds the output layer and the copy gate.
func (b *builder[T]) Words() {
	b.Head.Words = &op.Words[T]{W: b.Embedding.Param}
	if !b.Tied {
		b.Head.Words.W = b.Param("decoder.output_layer.weight", 1/math.Sqrt(float64(b.Width)), b.Vocab, b.Width)
	}
	b.Head.Gen = b.Linear("decoder.p_gen_linear", 1, b.Width)
}

// Filled returns a model of the shape c, to whose parameters, which have no weights yet, fill gives some.
func Filled[T kernel.Float](c Config, fill func([]*op.Param[T]) error) (*Model[T], error) {
	m, _, err := build[T](c)
	if err != nil {
		return nil, err
	}
	if err := fill(m.params); err != nil {
		return nil, err
	}
	m.complete()
	return m, nil
}

// complete sets parameters that have no values yet to zero and makes the body ready.
func (m *Model[T]) complete() {
	for _, p := range m.params {
		if p.Weights == nil {
			p.Weights = make([]T, p.Len())
		}
	}
	m.body.Ready()
}
