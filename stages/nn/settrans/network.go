package settrans

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// pass strings sub-layers together: into a gorgonia graph, to be run later by a machine, or, without a graph, by
// computing each at once. The first error sticks and makes the rest of the pass empty.
type pass[T kernel.Float] struct {
	*op.Run[T]
	graph *gorgonia.ExprGraph // nil: compute at once
	err   error
}

// value is a point of the stream: a node of the graph, or the numbers themselves.
type value[T kernel.Float] struct {
	node *gorgonia.Node
	flow *op.Flow[T]
}

// then puts l behind in. Computing at once it uses up the stream of in[0]; the other inputs stay.
func (p *pass[T]) then(l op.Layer[T], err error, in ...value[T]) value[T] {
	if p.err == nil {
		p.err = err
	}
	if p.err != nil {
		return value[T]{}
	}
	if p.graph == nil {
		flows := make([]*op.Flow[T], len(in))
		for i, v := range in {
			flows[i] = v.flow
		}
		out := l.Forward(flows)
		if len(in) > 0 {
			flows[0].FreeX()
		}
		return value[T]{flow: out}
	}
	nodes := make([]*gorgonia.Node, len(in))
	for i, v := range in {
		nodes[i] = v.node
	}
	n, err := op.New(p.Run, l).Node(p.graph, nodes...)
	p.err = err
	return value[T]{node: n}
}

// layer makes a sub-layer as an op.Layer, nil on error.
func layer[T kernel.Float, L op.Layer[T]](l L, err error) (op.Layer[T], error) {
	if err != nil {
		return nil, err
	}
	return l, nil
}

// encode strings the encoder together: the memory [S, D].
func (m *Model[T]) encode(p *pass[T], docs Docs) value[T] {
	rows, segs := len(docs.Source), docs.segments()
	l, err := layer[T](op.NewEncoderEmbed(p.Run, m.embedding, m.encoderIn, m.positions, docs.Source, docs.places()))
	x := p.then(l, err)
	for i, e := range m.encoder {
		site := fmt.Sprintf("enc.layer%d", i)
		l, err = layer[T](op.NewSelfAttention(p.Run, site, e.self, segs, rows))
		x = p.then(l, err, x)
		l, err = layer[T](op.NewFeedForward(p.Run, site, e.ff, rows))
		x = p.then(l, err, x)
	}
	l, err = layer[T](op.NewFinalNorm(p.Run, m.norm, rows))
	return p.then(l, err, x)
}

// decode strings the decoder together: the last layer's stream [R, D] and the flow that carries the copy weights.
// The memory is a value of the pass, or, if known is not nil, one whose keys and values exist for every layer.
func (m *Model[T]) decode(p *pass[T], t *teacher, memory value[T], keys int, known []op.Keyed[T]) (x, copies value[T]) {
	rows := len(t.tokens)
	l, err := layer[T](op.NewDecoderEmbed(p.Run, m.decoderIn, t.tokens, t.places, t.slots))
	x = p.then(l, err)
	for i, d := range m.decoder {
		site := fmt.Sprintf("dec.layer%d", i)
		l, err = layer[T](op.NewSelfAttention(p.Run, site, d.self, t.self, rows))
		x = p.then(l, err, x)

		cross, err := op.NewCrossAttention(p.Run, site, d.cross, t.cross, rows, keys, i == len(m.decoder)-1)
		if err == nil && known != nil {
			err = cross.Known(known[i])
			copies = p.then(cross, err, x)
		} else {
			copies = p.then(cross, err, x, memory)
		}

		l, err = layer[T](op.NewFeedForward(p.Run, site, d.ff, rows))
		x = p.then(l, err, copies)
	}
	return x, copies
}

// teacher is the decoder's side of a teacher-forced pass: a row for each position that carries a loss.
type teacher struct {
	tokens, places, slots []int32          // [R]
	self, cross           []kernel.Segment // a target each; a run of targets of one document each
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
		input := bos
		for j, y := range g.Tokens {
			t.tokens = append(t.tokens, input)
			t.places = append(t.places, int32(j))
			t.slots = append(t.slots, int32(g.Slot))
			t.positions = append(t.positions, op.Position{Target: y, First: j == 0, Source: docs.extended(g.Doc)})
			input = known(c, y)
		}
		rows := kernel.Range{Lo: lo, Hi: len(t.tokens)}
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
		return unk
	}
	return id
}
