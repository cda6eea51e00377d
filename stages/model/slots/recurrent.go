package slots

import (
	"fmt"
	"math"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
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
	encoder   [][]op.GRUParams[T] // a layer each: forth and back
	first     *op.Linear[T]       // [D, D]
	decoder   op.GRUParams[T]
	attention *op.Linear[T] // [D, D], no bias
}

// recurrent makes the network.
func (m *Model[T]) recurrent(b *builder[T]) {
	d := m.Width
	m.embed(b)
	m.rnn = &recurrent[T]{}
	for i := range m.EncoderLayers {
		m.rnn.encoder = append(m.rnn.encoder, []op.GRUParams[T]{b.gru("encoder.rnn", fmt.Sprintf("l%d", i), d/2, d), b.gru("encoder.rnn", fmt.Sprintf("l%d_reverse", i), d/2, d)})
	}
	m.rnn.first = b.linear("decoder.first_state", d, d)
	m.rnn.decoder = b.gru("decoder.rnn", "l0", d, d)
	m.rnn.attention = &op.Linear[T]{W: b.param("decoder.attention.weight", 1/math.Sqrt(float64(d)), d, d)}
	m.head.OutputFC = b.linear("decoder.output_fc", d, 2*d)
	m.words(b)
}

// gru makes a way of a recurrent layer with states of h numbers, under the names of PyTorch.
func (b *builder[T]) gru(name, layer string, h, in int) op.GRUParams[T] {
	s := 1 / math.Sqrt(float64(h))
	part := func(of string, in int) *op.Linear[T] {
		return &op.Linear[T]{W: b.param(name+".weight_"+of+"_"+layer, s, 3*h, in), B: b.param(name+".bias_"+of+"_"+layer, s, 3*h)}
	}
	return op.GRUParams[T]{Input: part("ih", in), Hidden: part("hh", h)}
}

// behindWords are the maps behind the vectors of words.
func (r *recurrent[T]) behindWords() []*op.Linear[T] {
	return []*op.Linear[T]{r.encoder[0][0].Input, r.encoder[0][1].Input, r.decoder.Input}
}

// states are the maps of states.
func (r *recurrent[T]) states() []*op.Linear[T] {
	all := []*op.Linear[T]{r.first, r.decoder.Hidden, r.attention}
	for _, ways := range r.encoder {
		all = append(all, ways[0].Hidden, ways[1].Hidden)
	}
	return all
}

// between are the maps from one layer of the encoder to the next.
func (r *recurrent[T]) between() (all []*op.Linear[T]) {
	for _, ways := range r.encoder[1:] {
		all = append(all, ways[0].Input, ways[1].Input)
	}
	return all
}

// encodeStates strings the encoder together: the memory [S, D].
func (m *Model[T]) encodeStates(c *chain[T], docs Docs) value[T] {
	rows, spans := len(docs.Source), make([]kernel.Range, docs.Len())
	for b := range spans {
		spans[b] = docs.span(b)
	}
	l, err := layer[T](op.NewWordEmbed(c.Pass, m.embedding, docs.Source))
	x := c.then(l, err)
	for i, ways := range m.rnn.encoder {
		l, err = layer[T](op.NewGRU(c.Pass, fmt.Sprintf("enc.layer%d", i), ways, spans, rows, false))
		x = c.then(l, err, x)
	}
	return x
}

// decodeStates strings the decoder together: the stream [R, 2D] of states and what they see, which carries the copy weights.
func (m *Model[T]) decodeStates(c *chain[T], t *teacher, memory value[T], keys int) (x, copies value[T]) {
	rows, targets := len(t.tokens), make([]kernel.Range, len(t.self))
	for i, s := range t.self {
		targets[i] = s.Q
	}
	l, err := layer[T](op.NewFirstState(c.Pass, m.rnn.first, t.spans, keys))
	first := c.then(l, err, memory)
	l, err = layer[T](op.NewWordEmbed(c.Pass, m.embedding, t.tokens))
	x = c.then(l, err)
	l, err = layer[T](op.NewGRU(c.Pass, "dec.layer0", []op.GRUParams[T]{m.rnn.decoder}, targets, rows, true))
	x = c.then(l, err, x, first)
	if first.flow != nil {
		first.flow.Free()
	}
	l, err = layer[T](op.NewGlobalAttention(c.Pass, "dec.attention", m.rnn.attention, t.cross, rows, keys))
	x = c.then(l, err, x, memory)
	return x, x
}
