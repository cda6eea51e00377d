package slots

import (
	"fmt"
	"math"

	"wrone2set/stages/data/random"
	"wrone2set/stages/data/text"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// New is a model with start values drawn for the seed as the authors' code draws them: attention maps ±√(6/(D+D))
// (Glorot, Bengio 2010), other maps and all biases ±1/√(width of the input), embeddings and control codes ±0.1
// (the padding row as well), norms 1 and 0; those of a GRU ±1/√(length of its state), as PyTorch draws them. A number depends on the seed, the parameter's name and its place only.
func New[T kernel.Float](c Config, seed uint64) (*Model[T], error) {
	m, spread, err := build[T](c)
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

// builder makes parameters in the order of the authors' checkpoint.
type builder[T kernel.Float] struct {
	params []*op.Param[T]
	spread []float64
}

func (b *builder[T]) param(name string, spread float64, shape ...int) *op.Param[T] {
	p := &op.Param[T]{Name: name, Shape: shape}
	b.params, b.spread = append(b.params, p), append(b.spread, spread)
	return p
}

func (b *builder[T]) linear(name string, out, in int) *op.Linear[T] {
	s := 1 / math.Sqrt(float64(in))
	return &op.Linear[T]{W: b.param(name+".weight", s, out, in), B: b.param(name+".bias", s, out)}
}

func (b *builder[T]) projection(name string, d int) *op.Linear[T] {
	return &op.Linear[T]{W: b.param(name+".weight", math.Sqrt(6/float64(d+d)), d, d), B: b.param(name+".bias", 1/math.Sqrt(float64(d)), d)}
}

func (b *builder[T]) norm(name string, d int) *op.Norm[T] {
	return &op.Norm[T]{Gain: b.param(name+".weight", one, d), Bias: b.param(name+".bias", 0, d)}
}

func (b *builder[T]) attention(name, norm string, c Config) op.AttentionParams[T] {
	p := op.AttentionParams[T]{Heads: c.Heads}
	p.Q, p.K = b.projection(name+".q_proj", c.Width), b.projection(name+".k_proj", c.Width)
	p.V, p.Out = b.projection(name+".v_proj", c.Width), b.projection(name+".out_proj", c.Width)
	p.Norm = b.norm(norm, c.Width)
	return p
}

func (b *builder[T]) feedForward(name string, c Config) op.FeedForwardParams[T] {
	return op.FeedForwardParams[T]{W1: b.linear(name+".0", c.FF, c.Width), W2: b.linear(name+".3", c.Width, c.FF)}
}

// build makes a model of names and shapes, without numbers, and the spread of each parameter's start values.
func build[T kernel.Float](c Config) (*Model[T], []float64, error) {
	if err := c.Check(); err != nil {
		return nil, nil, err
	}
	b := &builder[T]{}
	m := &Model[T]{Config: c, pool: new(op.Pool[T])}
	if c.Network == GRU {
		m.recurrent(b)
	} else {
		m.transformer(b)
	}
	m.params = b.params
	return m, b.spread, nil
}

// transformer makes the network of SetTrans.
func (m *Model[T]) transformer(b *builder[T]) {
	c := m.Config
	if c.Pretrained() {
		m.pretrained(b)
	} else {
		m.own(b)
	}
	m.decoderIn = op.DecoderEmbedParams[T]{Embedding: m.embedding, InputFC: b.linear("decoder.input_fc", c.Width, c.Width)}
	for i := range c.DecoderLayers {
		name := fmt.Sprintf("decoder.layer_stacks.%d.", i)
		var l decoderLayer[T]
		l.self = b.attention(name+"self_attn", name+"self_attn_layer_norm", c)
		l.cross = b.attention(name+"encoder_attn", name+"encoder_attn_layer_norm", c)
		l.ff = b.feedForward(name+"ffn", c)
		l.ff.Norm = b.norm(name+"final_layer_norm", c.Width)
		m.decoder = append(m.decoder, l)
	}
	m.head = op.HeadParams[T]{Norm: b.norm("decoder.layer_norm", c.Width), OutputFC: b.linear("decoder.output_fc", c.Width, c.Width)}
	m.words(b)
	m.decoderIn.Control = b.param("decoder.control_code.weight", 0.1, c.Slots, c.Width)
}

// words makes the vocabulary and the copy gate behind a decoder.
func (m *Model[T]) words(b *builder[T]) {
	m.head.Words = &op.Words[T]{W: m.embedding.Param}
	if !m.Tied {
		m.head.Words.W = b.param("decoder.output_layer.weight", 1/math.Sqrt(float64(m.Width)), m.Vocab, m.Width)
	}
	m.head.Gen = b.linear("decoder.p_gen_linear", 1, m.Width)
}

// embed makes the vectors of words.
func (m *Model[T]) embed(b *builder[T]) {
	m.embedding = op.Embedding[T]{Param: b.param("encoder.embed.weight", 0.1, m.Vocab, m.Width), Padding: text.Pad}
}

// own makes our encoder.
func (m *Model[T]) own(b *builder[T]) {
	c := m.Config
	m.embed(b)
	m.encoderIn = b.linear("encoder.input_fc", c.Width, c.Width)
	for i := range c.EncoderLayers {
		name := fmt.Sprintf("encoder.layer_stacks.%d.", i)
		var l encoderLayer[T]
		l.self = b.attention(name+"self_attn", name+"attn_layer_norm", c)
		norm := b.norm(name+"ffn_layer_norm", c.Width)
		l.ff = b.feedForward(name+"ffn", c)
		l.ff.Norm = norm
		m.encoder = append(m.encoder, l)
	}
	m.norm = b.norm("encoder.layer_norm", c.Width)
}

// complete makes what numbers are still missing: zeros for parameters, the table of positions.
func (m *Model[T]) complete() {
	for _, p := range m.params {
		if p.Weights == nil {
			p.Weights = make([]T, p.Len())
		}
	}
	if m.rnn != nil {
		return // its places show in the order
	}
	m.positions = op.Positions[T](positionRows, m.Width)
	m.decoderIn.Positions = m.positions
}
