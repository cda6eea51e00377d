package slots

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// New is a model of this package's network with start values drawn for the seed as the authors' code draws them: attention
// maps ±√(6/(D+D)) (Glorot, Bengio 2010), other maps and all biases ±1/√(width of the input), embeddings and control codes
// ±0.1 (the padding row as well), norms 1 and 0. A number depends on the seed, the parameter's name and its place only.
func New[T kernel.Float](c Config, seed uint64) (*Model[T], error) {
	return Make(c, NewTransformer[T](), seed)
}

// Make is New with another body.
func Make[T kernel.Float](c Config, body Body[T], seed uint64) (*Model[T], error) {
	m, spread, err := build(c, body)
	if err != nil {
		return nil, err
	}
	m.complete()
	for i, p := range m.params {
		key, s := random.Named(seed, 0, p.Name), spread[i]
		for j := range p.Weights {
			if s == one {
				p.Weights[j] = 1
			} else if s > 0 {
				p.Weights[j] = T((2*random.Uniform(key, uint64(j)) - 1) * s)
			}
		}
	}
	return m, nil
}

// one marks a parameter that starts at 1, 0 one that starts at 0; any other spread s is U(−s, s).
const one = -1

// Param makes a parameter with start values U(−spread, spread).
func (b *Builder[T]) Param(name string, spread float64, shape ...int) *op.Param[T] {
	p := &op.Param[T]{Name: name, Shape: shape}
	b.params, b.spread = append(b.params, p), append(b.spread, spread)
	return p
}

// Linear makes a map with a bias.
func (b *Builder[T]) Linear(name string, out, in int) *op.Linear[T] {
	s := 1 / math.Sqrt(float64(in))
	return &op.Linear[T]{W: b.Param(name+".weight", s, out, in), B: b.Param(name+".bias", s, out)}
}

func (b *Builder[T]) projection(name string, d int) *op.Linear[T] {
	return &op.Linear[T]{W: b.Param(name+".weight", math.Sqrt(6/float64(d+d)), d, d), B: b.Param(name+".bias", 1/math.Sqrt(float64(d)), d)}
}

func (b *Builder[T]) norm(name string, d int) *op.Norm[T] {
	return &op.Norm[T]{Gain: b.Param(name+".weight", one, d), Bias: b.Param(name+".bias", 0, d)}
}

func (b *Builder[T]) attention(name, norm string, c Config) op.AttentionParams[T] {
	p := op.AttentionParams[T]{Heads: c.Heads}
	p.Q, p.K = b.projection(name+".q_proj", c.Width), b.projection(name+".k_proj", c.Width)
	p.V, p.Out = b.projection(name+".v_proj", c.Width), b.projection(name+".out_proj", c.Width)
	p.Norm = b.norm(norm, c.Width)
	return p
}

func (b *Builder[T]) feedForward(name string, c Config) op.FeedForwardParams[T] {
	return op.FeedForwardParams[T]{W1: b.Linear(name+".0", c.FF, c.Width), W2: b.Linear(name+".3", c.Width, c.FF)}
}

// build makes a model of names and shapes, without numbers, and the spread of each parameter's start values.
func build[T kernel.Float](c Config, body Body[T]) (*Model[T], []float64, error) {
	if err := body.Check(c); err != nil {
		return nil, nil, err
	}
	b := &Builder[T]{Config: c}
	body.Build(b)
	return &Model[T]{Config: c, body: body, params: b.params, bert: b.bert, embedding: b.Embedding, head: b.Head, pool: new(op.Pool[T])}, b.spread, nil
}

// Embed makes the vectors of words.
func (b *Builder[T]) Embed() {
	b.Embedding = op.Embedding[T]{Param: b.Param("encoder.embed.weight", 0.1, b.Vocab, b.Width), Padding: text.Pad}
}

// Words makes the vocabulary and the copy gate behind a decoder.
func (b *Builder[T]) Words() {
	b.Head.Words = &op.Words[T]{W: b.Embedding.Param}
	if !b.Tied {
		b.Head.Words.W = b.Param("decoder.output_layer.weight", 1/math.Sqrt(float64(b.Width)), b.Vocab, b.Width)
	}
	b.Head.Gen = b.Linear("decoder.p_gen_linear", 1, b.Width)
}

// complete makes what numbers are still missing: zeros for parameters, and what the body has beside them.
func (m *Model[T]) complete() {
	for _, p := range m.params {
		if p.Weights == nil {
			p.Weights = make([]T, p.Len())
		}
	}
	m.body.Ready()
}
