package slots

import (
	"errors"
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// recurrent is the body of CatSeq(R) (Yuan et al., ACL 2020) and, before it, CopyRNN (Meng et al., ACL 2017):
//
//	words ─► embeddings ─► (GRU, both directions)* ─┬─► memory ────────────────┐
//	                                                └─► tanh(W·last states) ─┐ │
//	words ─► embeddings ────────────────────────────────────────────────► GRU ─► attention ─► head
//
// The paper leaves much open. The layout follows the reproduction that later papers cite (Chan et al., ACL 2019:
// github.com/kenchan0226/keyphrase-generation-rl): an encoder with two directions of width D/2, a decoder with one layer of
// width D, and shared word embeddings, which have width D here and a third of the decoder's width there. The first state is
// that code's "dense_nonlinear". The attention is its "general" (Luong et al., EMNLP 2015) instead of its "concat" (Bahdanau
// et al., ICLR 2015), which needs a tanh of D numbers per pair of position and source token where this one needs a product;
// both are known to work about equally well. The head is that of the other systems; the copy gate of that code also reads
// the input word. Dropout precedes the recurrent layers and follows the attention.
type recurrent[T kernel.Float] struct {
	embedding op.Embedding[T]
	encoder   [][]op.GRUParams[T] // per layer: forward and backward
	first     *op.Linear[T]       // [D, D]
	decoder   op.GRUParams[T]
	attention *op.Linear[T] // [D, D], no bias
	width     int
}

// Check implements body.
func (r *recurrent[T]) Check(c Config) error {
	var errs []error
	for _, s := range []struct {
		name    string
		v, want int
	}{{"heads", c.Heads, 0}, {"ff", c.FF, 0}, {"decoder_layers", c.DecoderLayers, 1}} {
		if s.v != s.want {
			errs = append(errs, fmt.Errorf("%s is %d, want %d for network %s", s.name, s.v, s.want, GRU))
		}
	}
	if c.Width%2 != 0 {
		errs = append(errs, fmt.Errorf("d_model is %d, network %s needs an even number: half of it for each direction", c.Width, GRU))
	}
	if c.Pretrained() {
		errs = append(errs, fmt.Errorf("network %s has an encoder of its own, and encoder is set", GRU))
	}
	return errors.Join(errs...)
}

// Build implements body. Start values of recurrent layers are uniform in ±1/√(width of the state), as in PyTorch.
func (r *recurrent[T]) Build(b *builder[T]) {
	d := b.Width
	b.Embed()
	r.embedding, r.width = b.Embedding, d
	for i := range b.EncoderLayers {
		r.encoder = append(r.encoder, []op.GRUParams[T]{gru(b, "encoder.rnn", fmt.Sprintf("l%d", i), d/2, d), gru(b, "encoder.rnn", fmt.Sprintf("l%d_reverse", i), d/2, d)})
	}
	r.first = b.Linear("decoder.first_state", d, d)
	r.decoder = gru(b, "decoder.rnn", "l0", d, d)
	r.attention = &op.Linear[T]{W: b.Param("decoder.attention.weight", 1/math.Sqrt(float64(d)), d, d)}
	b.Head.OutputFC = b.Linear("decoder.output_fc", d, 2*d)
	b.Words()
}

// gru adds one direction of a recurrent layer with states of width h, under the names of PyTorch.
func gru[T kernel.Float](b *builder[T], name, layer string, h, in int) op.GRUParams[T] {
	s := 1 / math.Sqrt(float64(h))
	part := func(of string, in int) *op.Linear[T] {
		return &op.Linear[T]{W: b.Param(name+".weight_"+of+"_"+layer, s, 3*h, in), B: b.Param(name+".bias_"+of+"_"+layer, s, 3*h)}
	}
	return op.GRUParams[T]{Input: part("ih", in), Hidden: part("hh", h)}
}

// Ready does nothing: a recurrent network needs no table of positions.
func (r *recurrent[T]) Ready() {}

// Maps returns the linear layers. Never quantised are those after the embeddings, and those of states, whose errors would add
// up over time.
func (r *recurrent[T]) Maps() (all, exact []*op.Linear[T]) {
	exact = append(exact, r.encoder[0][0].Input, r.encoder[0][1].Input, r.decoder.Input, r.first, r.decoder.Hidden, r.attention)
	for _, ways := range r.encoder {
		exact = append(exact, ways[0].Hidden, ways[1].Hidden)
	}
	all = append(all, exact...)
	for _, ways := range r.encoder[1:] {
		all = append(all, ways[0].Input, ways[1].Input)
	}
	return all, exact
}

// Heads returns nil: the body has no self-attention.
func (r *recurrent[T]) Heads() []*op.AttentionParams[T] { return nil }

// Cross returns nil: the attention reads the memory itself.
func (r *recurrent[T]) Cross() []*op.AttentionParams[T] { return nil }

// EncodeTokens implements body. Many documents are encoded at a time: a step of the recurrence multiplies one row per document.
func (r *recurrent[T]) EncodeTokens() int { return 8000 }

// Encode implements body.
func (r *recurrent[T]) Encode(g *op.Graph[T], docs Docs) *op.Flow[T] {
	spans := docs.spans()
	x := g.WordEmbed(r.embedding, docs.Source)
	for i, ways := range r.encoder {
		x = g.GRU(fmt.Sprintf("enc.layer%d", i), ways, spans, x, nil)
	}
	return x
}

// Decode implements body. The stream [R, 2D] holds states and their attention to the memory, and carries the copy
// weights.
func (r *recurrent[T]) Decode(g *op.Graph[T], t *teacher, memory *op.Flow[T], _ []op.Keyed[T]) (x, copies *op.Flow[T]) {
	targets := make([]kernel.Range, len(t.Self))
	for i, s := range t.Self {
		targets[i] = s.Q
	}
	first := g.FirstState(r.first, t.Spans, memory)
	x = g.WordEmbed(r.embedding, t.Tokens)
	x = g.GRU("dec.layer0", []op.GRUParams[T]{r.decoder}, targets, x, first)
	x = g.GlobalAttention("dec.attention", r.attention, t.Cross, x, memory)
	return x, x
}
