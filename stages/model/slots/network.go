package slots

import (
	"fmt"

	"wrone2set/stages/data/text"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// chain strings sub-layers together: in a graph, which computes them when it has them all, or, without one, by computing
// each at once. The first error sticks and makes the rest of the chain empty.
type chain[T kernel.Float] struct {
	*op.Pass[T]
	graph op.Graph[T] // nil: compute at once
	err   error
}

// value is a point of the stream: a node of the graph, or the numbers themselves.
type value[T kernel.Float] struct {
	node op.Node
	flow *op.Flow[T]
	lent bool // the numbers are someone else's
}

// then puts l behind in. Computing at once it uses up the stream of in[0], unless it is lent; the other inputs stay.
func (c *chain[T]) then(l op.Layer[T], err error, in ...value[T]) value[T] {
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return value[T]{}
	}
	if c.graph != nil {
		n, err := c.graph.Then(l, nodes(in)...)
		c.err = err
		return value[T]{node: n}
	}
	flows := make([]*op.Flow[T], len(in))
	for i, v := range in {
		flows[i] = v.flow
	}
	out := l.Forward(flows)
	// Only now: a layer reads its input to the end. The memory and the copy weights are read by later layers, too.
	if len(in) > 0 && !in[0].lent {
		flows[0].FreeX()
	}
	return value[T]{flow: out}
}

func nodes[T kernel.Float](in []value[T]) []op.Node {
	ns := make([]op.Node, len(in))
	for i, v := range in {
		ns[i] = v.node
	}
	return ns
}

// layer makes a sub-layer as an op.Layer, nil on error.
func layer[T kernel.Float, L op.Layer[T]](l L, err error) (op.Layer[T], error) {
	if err != nil {
		return nil, err
	}
	return l, nil
}

// encode strings the encoder together: the memory [S, D].
func (m *Model[T]) encode(c *chain[T], docs Docs) value[T] {
	if m.rnn != nil {
		return m.encodeStates(c, docs)
	}
	if m.bert != nil {
		return m.encodePieces(c, docs)
	}
	rows, segs := len(docs.Source), docs.segments()
	l, err := layer[T](op.NewEncoderEmbed(c.Pass, m.embedding, m.encoderIn, m.positions, docs.Source, docs.places()))
	x := c.then(l, err)
	for i, e := range m.encoder {
		site := fmt.Sprintf("enc.layer%d", i)
		l, err = layer[T](op.NewSelfAttention(c.Pass, site, e.self, segs, rows))
		x = c.then(l, err, x)
		l, err = layer[T](op.NewFeedForward(c.Pass, site, e.ff, rows))
		x = c.then(l, err, x)
	}
	l, err = layer[T](op.NewFinalNorm(c.Pass, m.norm, rows))
	return c.then(l, err, x)
}

// decode strings the decoder together: the last layer's stream [R, D] and the flow that carries the copy weights.
// The memory is a value of the chain, or, if known is not nil, one whose keys and values exist for every layer.
func (m *Model[T]) decode(c *chain[T], t *teacher, memory value[T], keys int, known []op.Keyed[T]) (x, copies value[T]) {
	if m.rnn != nil {
		return m.decodeStates(c, t, memory, keys)
	}
	rows := len(t.tokens)
	l, err := layer[T](op.NewDecoderEmbed(c.Pass, m.decoderIn, t.tokens, t.places, t.slots))
	x = c.then(l, err)
	for i, d := range m.decoder {
		site := fmt.Sprintf("dec.layer%d", i)
		l, err = layer[T](op.NewSelfAttention(c.Pass, site, d.self, t.self, rows))
		x = c.then(l, err, x)

		cross, err := op.NewCrossAttention(c.Pass, site, d.cross, t.cross, rows, keys, i == len(m.decoder)-1)
		if err == nil && known != nil {
			err = cross.Known(known[i])
			copies = c.then(cross, err, x)
		} else {
			copies = c.then(cross, err, x, memory)
		}

		l, err = layer[T](op.NewFeedForward(c.Pass, site, d.ff, rows))
		x = c.then(l, err, copies)
	}
	return x, copies
}

// teacher is the decoder's side of a teacher-forced pass: a row for each position that carries a loss.
type teacher struct {
	tokens, places, slots []int32          // [R]
	self, cross           []kernel.Segment // a target each; a run of targets of one document each
	spans                 []kernel.Range   // a target each: its document
	positions             []op.Position    // [R]
}

// teach lays the targets out. The inputs are <bos> and the target but its last token, words beyond the vocabulary as
// <unk>.
func teach(c Config, docs Docs, targets []Target) (*teacher, error) {
	t := &teacher{}
	for i, g := range targets {
		if err := g.check(c, docs); err != nil {
			return nil, fmt.Errorf("settrans: target %d: %w", i, err)
		}
		lo := len(t.tokens)
		input := text.Bos
		for j, y := range g.Tokens {
			t.tokens = append(t.tokens, input)
			t.places = append(t.places, int32(j))
			t.slots = append(t.slots, int32(g.Slot))
			t.positions = append(t.positions, op.Position{Target: y, First: j == 0, Source: docs.extended(g.Doc)})
			input = known(c, y)
		}
		rows := kernel.Range{Lo: lo, Hi: len(t.tokens)}
		t.spans = append(t.spans, docs.span(g.Doc))
		t.self = append(t.self, kernel.Segment{Q: rows, K: rows, Causal: true})
		if i > 0 && targets[i-1].Doc == g.Doc {
			t.cross[len(t.cross)-1].Q.Hi = rows.Hi
		} else {
			t.cross = append(t.cross, kernel.Segment{Q: rows, K: docs.span(g.Doc)})
		}
	}
	return t, nil
}

// known is id as the network reads it: a word beyond the vocabulary is <unk>.
func known(c Config, id int32) int32 {
	if int(id) >= c.Vocab {
		return text.Unk
	}
	return id
}
