package sequence

import (
	"errors"
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// recurrent is the network of CatSeq(R) (Yuan et al., ACL 2020) and of CopyRNN before it (Meng et al., ACL 2017):
//
//	words ─► vectors ─► (GRU forth and back)* ─┬─► memory ────────────────┐
//	                                           └─► tanh(W·last states) ─┐ │
//	words ─► vectors ──────────────────────────────────────────────► GRU ─► attention ─► head
//
// The paper leaves much of it open. Layout and shares of the sizes are those of the reproduction whose numbers the tables of
// later papers have (Chan et al., ACL 2019: github.com/kenchan0226/keyphrase-generation-rl): the encoder has two ways of
// D/2 each, the decoder one layer of D, and both share the vectors of words, which are D wide here and a third of the
// decoder there. The first state is that code's "dense_nonlinear", the attention its "general" (Luong et al., EMNLP 2015),
// not its "concat" (Bahdanau et al., ICLR 2015): that one takes a tanh of D numbers for every pair of a position and a
// source token, where this one takes a product; they are known to do about as well. The head, and so the copy gate, which
// there looks at the word that was read as well, is that of the other systems. Dropout is in front of the recurrent layers
// and behind the attention.
type recurrent[T kernel.Float] struct {
	embedding op.Embedding[T]
	encoder   [][]op.GRUParams[T] // a layer each: forth and back
	first     *op.Linear[T]       // [D, D]
	decoder   op.GRUParams[T]
	attention *op.Linear[T] // [D, D], no bias
	width     int
}

// Check refuses sizes that it does not have.
func (r *recurrent[T]) Check(c slots.Config) error { return c.CheckWith(checkGRU(c)) }

func checkGRU(c slots.Config) error {
	var errs []error
	for _, s := range []struct {
		name    string
		v, want int
	}{{"heads", c.Heads, 0}, {"ff", c.FF, 0}, {"decoder_layers", c.DecoderLayers, 1}} {
		if s.v != s.want {
			errs = append(errs, fmt.Errorf("%s is %d, network %s has %d", s.name, s.v, GRU, s.want))
		}
	}
	if c.Width%2 != 0 {
		errs = append(errs, fmt.Errorf("d_model is %d, network %s needs an even number: half of it for each way through a document", c.Width, GRU))
	}
	if c.Pretrained() {
		errs = append(errs, fmt.Errorf("network %s has an encoder of its own, and encoder is set", GRU))
	}
	return errors.Join(errs...)
}

// Build makes the parameters. Start values are ±1/√(length of the state), as PyTorch draws them.
func (r *recurrent[T]) Build(b *slots.Builder[T]) {
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

// gru makes a way of a recurrent layer with states of h numbers, under the names of PyTorch.
func gru[T kernel.Float](b *slots.Builder[T], name, layer string, h, in int) op.GRUParams[T] {
	s := 1 / math.Sqrt(float64(h))
	part := func(of string, in int) *op.Linear[T] {
		return &op.Linear[T]{W: b.Param(name+".weight_"+of+"_"+layer, s, 3*h, in), B: b.Param(name+".bias_"+of+"_"+layer, s, 3*h)}
	}
	return op.GRUParams[T]{Input: part("ih", in), Hidden: part("hh", h)}
}

// Ready has nothing to do: places show in the order of the states.
func (r *recurrent[T]) Ready() {}

// Maps are the linear layers. Those behind the vectors of words, and those of states, in which errors would add up, are never
// quantised.
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

// Heads and Cross are none: the attention looks at the memory itself.
func (r *recurrent[T]) Heads() []*op.AttentionParams[T] { return nil }

// Cross is none, see Heads.
func (r *recurrent[T]) Cross() []*op.AttentionParams[T] { return nil }

// encodeTokens is for documents enough that a row of each makes a product: a recurrence multiplies one of each at a time.
const encodeTokens = 8000

// EncodeTokens implements slots.Body.
func (r *recurrent[T]) EncodeTokens() int { return encodeTokens }

// Encode strings the encoder together.
func (r *recurrent[T]) Encode(c *slots.Chain[T], docs slots.Docs) slots.Value[T] {
	rows, spans := len(docs.Source), make([]kernel.Range, docs.Len())
	for b := range spans {
		spans[b] = docs.Span(b)
	}
	x := c.Then(slots.Layer[T](op.NewWordEmbed(c.Pass, r.embedding, docs.Source)))
	for i, ways := range r.encoder {
		x = c.Then(slots.Layer[T](op.NewGRU(c.Pass, fmt.Sprintf("enc.layer%d", i), ways, spans, rows, false)), x)
	}
	return x
}

// Decode strings the decoder together: the stream [R, 2D] of states and what they see, which carries the copy weights.
func (r *recurrent[T]) Decode(c *slots.Chain[T], t *slots.Teacher, memory slots.Value[T], keys int, _ []op.Keyed[T]) (x, copies slots.Value[T]) {
	rows, targets := len(t.Tokens), make([]kernel.Range, len(t.Self))
	for i, s := range t.Self {
		targets[i] = s.Q
	}
	first := c.Then(slots.Layer[T](op.NewFirstState(c.Pass, r.first, t.Spans, keys)), memory)
	x = c.Then(slots.Layer[T](op.NewWordEmbed(c.Pass, r.embedding, t.Tokens)))
	x = c.Then(slots.Layer[T](op.NewGRU(c.Pass, "dec.layer0", []op.GRUParams[T]{r.decoder}, targets, rows, true)), x, first)
	first.Free()
	x = c.Then(slots.Layer[T](op.NewGlobalAttention(c.Pass, "dec.attention", r.attention, t.Cross, rows, keys)), x, memory)
	return x, x
}
