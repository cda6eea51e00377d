package slots

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// transformer is the body of SetTrans (Vaswani et al. 2017; Ye et al., ACL 2021). Its encoder may be BERT's.
type transformer[T kernel.Float] struct {
	positions []T // [3000, D], not trained

	bert      *bert.Model[T] // nil: the encoder is made of the four fields below
	embedding op.Embedding[T]
	encoderIn *op.Linear[T]
	encoder   []encoderLayer[T]
	norm      *op.Norm[T]

	decoderIn op.DecoderEmbedParams[T]
	decoder   []decoderLayer[T]
	width     int
}

type encoderLayer[T kernel.Float] struct {
	self op.AttentionParams[T]
	ff   op.FeedForwardParams[T]
}

type decoderLayer[T kernel.Float] struct {
	self, cross op.AttentionParams[T]
	ff          op.FeedForwardParams[T]
}

// Check implements body.
func (m *transformer[T]) Check(c Config) error {
	errs := []error{
		between("heads", c.Heads, 1, mostWide),
		between("ff", c.FF, 1, mostWide),
		between("decoder_layers", c.DecoderLayers, 1, mostLayers),
	}
	if c.Heads > 0 && c.Width%c.Heads != 0 {
		errs = append(errs, fmt.Errorf("heads is %d, want a divisor of d_model, %d", c.Heads, c.Width))
	}
	return errors.Join(errs...)
}

// Build implements body.
func (m *transformer[T]) Build(b *builder[T]) {
	c := b.Config
	m.width = c.Width
	if c.Pretrained() {
		m.pretrained(b)
	} else {
		m.own(b)
	}
	m.embedding = b.Embedding
	m.decoderIn = op.DecoderEmbedParams[T]{Embedding: m.embedding, InputFC: b.Linear("decoder.input_fc", c.Width, c.Width)}
	for i := range c.DecoderLayers {
		name := fmt.Sprintf("decoder.layer_stacks.%d.", i)
		var l decoderLayer[T]
		l.self = b.attention(name+"self_attn", name+"self_attn_layer_norm", c)
		l.cross = b.attention(name+"encoder_attn", name+"encoder_attn_layer_norm", c)
		l.ff = b.feedForward(name+"ffn", c)
		l.ff.Norm = b.norm(name+"final_layer_norm", c.Width)
		m.decoder = append(m.decoder, l)
	}
	b.Head = op.HeadParams[T]{Norm: b.norm("decoder.layer_norm", c.Width), OutputFC: b.Linear("decoder.output_fc", c.Width, c.Width)}
	b.Words()
	m.decoderIn.Control = b.Param("decoder.control_code.weight", 0.1, c.Slots, c.Width)
}

// own adds the Transformer's own encoder.
func (m *transformer[T]) own(b *builder[T]) {
	c := b.Config
	b.Embed()
	m.encoderIn = b.Linear("encoder.input_fc", c.Width, c.Width)
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

// Ready computes the table of positions.
func (m *transformer[T]) Ready() {
	m.positions = op.Positions[T](positionRows, m.width)
	m.decoderIn.Positions = m.positions
}

// Maps returns the linear layers. Never quantised are those after the embeddings, and the queries and keys of the last
// cross-attention, which give the copy weights.
func (m *transformer[T]) Maps() (all, exact []*op.Linear[T]) {
	exact = append(exact, m.decoderIn.InputFC)
	if m.bert != nil {
		all = append(all, m.bert.Maps()...)
	} else {
		exact = append(exact, m.encoderIn)
	}
	all = append(all, exact...)
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
	last := &m.decoder[len(m.decoder)-1].cross
	return all, append(exact, last.Q, last.K)
}

// Heads returns the self-attention of the Transformer's own encoder.
func (m *transformer[T]) Heads() []*op.AttentionParams[T] {
	heads := make([]*op.AttentionParams[T], len(m.encoder))
	for i := range m.encoder {
		heads[i] = &m.encoder[i].self
	}
	return heads
}

// Cross returns the cross-attention of the decoder's layers.
func (m *transformer[T]) Cross() []*op.AttentionParams[T] {
	cross := make([]*op.AttentionParams[T], len(m.decoder))
	for i := range m.decoder {
		cross[i] = &m.decoder[i].cross
	}
	return cross
}

// encodeTokens is about the number of tokens that pass through the layers at a time: enough for fast matrix products, and
// few enough that the output of a layer is still in the cache when the next one reads it. It changes no bit, since
// documents do not depend on each other.
const encodeTokens = 1000

// EncodeTokens implements body.
func (m *transformer[T]) EncodeTokens() int { return encodeTokens }

// Encode implements body.
func (m *transformer[T]) Encode(g *op.Graph[T], docs Docs) *op.Flow[T] {
	if m.bert != nil {
		return m.bert.Forward(g, bert.Batch{Pieces: docs.Source, Offsets: docs.Offsets})
	}
	segs := docs.segments()
	x := g.EncoderEmbed(m.embedding, m.encoderIn, m.positions, docs.Source, docs.places())
	for i, e := range m.encoder {
		site := fmt.Sprintf("enc.layer%d", i)
		x = g.SelfAttention(site, e.self, segs, x)
		x = g.FeedForward(site, e.ff, x)
	}
	return g.Norm(m.norm, x)
}

// Decode implements body.
func (m *transformer[T]) Decode(g *op.Graph[T], t *teacher, memory *op.Flow[T], known []op.Keyed[T]) (x, copies *op.Flow[T]) {
	x = g.DecoderEmbed(m.decoderIn, t.Tokens, t.places, t.slots)
	for i, d := range m.decoder {
		var keys *op.Keyed[T]
		if known != nil {
			keys = &known[i]
		}
		site := fmt.Sprintf("dec.layer%d", i)
		x = g.SelfAttention(site, d.self, t.Self, x)
		copies = g.CrossAttention(site, d.cross, t.Cross, x, memory, keys, i == len(m.decoder)-1)
		x = g.FeedForward(site, d.ff, copies)
	}
	return x, copies
}
