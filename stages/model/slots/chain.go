package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Chain strings sub-layers together: in a graph, which computes them when it has them all, or, without one, by computing
// each at once. The first error sticks and makes the rest of the chain empty.
type Chain[T kernel.Float] struct {
	*op.Pass[T]
	graph op.Graph[T] // nil: compute at once
	err   error
}

// Value is a point of the stream: a node of the graph, or the numbers themselves.
type Value[T kernel.Float] struct {
	node op.Node
	flow *op.Flow[T]
	lent bool // the numbers are someone else's
}

// Then puts a sub-layer behind in. Computing at once it uses up the stream of in[0], unless it is lent; the other inputs stay.
func (c *Chain[T]) Then(l Sublayer[T], in ...Value[T]) Value[T] {
	if c.err == nil {
		c.err = l.err
	}
	if c.err != nil {
		return Value[T]{}
	}
	if c.graph != nil {
		n, err := c.graph.Then(l.layer, nodes(in)...)
		c.err = err
		return Value[T]{node: n}
	}
	flows := make([]*op.Flow[T], len(in))
	for i, v := range in {
		flows[i] = v.flow
	}
	out := l.layer.Forward(flows)
	// Only now: a layer reads its input to the end. The memory and the copy weights are read by later layers, too.
	if len(in) > 0 && !in[0].lent {
		flows[0].FreeX()
	}
	return Value[T]{flow: out}
}

func nodes[T kernel.Float](in []Value[T]) []op.Node {
	ns := make([]op.Node, len(in))
	for i, v := range in {
		ns[i] = v.node
	}
	return ns
}

// Sublayer is a layer, or why there is none.
type Sublayer[T kernel.Float] struct {
	layer op.Layer[T]
	err   error
}

// Layer is what a constructor of package op returns.
func Layer[T kernel.Float, L op.Layer[T]](l L, err error) Sublayer[T] { return Sublayer[T]{l, err} }

// Free gives the numbers back that nothing reads any more; those of a graph are its own.
func (v Value[T]) Free() {
	if v.flow != nil {
		v.flow.Free()
	}
}

// Teacher is the decoder's side of a teacher-forced pass: a row for each position that carries a loss.
type Teacher struct {
	Tokens      []int32          // [R]
	Self, Cross []kernel.Segment // a target each; a run of targets of one document each
	Spans       []kernel.Range   // a target each: its document

	places, slots []int32       // [R]
	positions     []op.Position // [R]
}

// teach lays the targets out. The inputs are <bos> and the target but its last token, words beyond the vocabulary as
// <unk>.
func teach(c Config, docs Docs, targets []Target) (*Teacher, error) {
	t := &Teacher{}
	for i, g := range targets {
		if err := g.check(c, docs); err != nil {
			return nil, fmt.Errorf("slots: target %d: %w", i, err)
		}
		lo := len(t.Tokens)
		input := text.Bos
		for j, y := range g.Tokens {
			t.Tokens = append(t.Tokens, input)
			t.places = append(t.places, int32(j))
			t.slots = append(t.slots, int32(g.Slot))
			t.positions = append(t.positions, op.Position{Target: y, First: j == 0, Source: docs.extended(g.Doc)})
			input = c.Known(y)
		}
		rows := kernel.Range{Lo: lo, Hi: len(t.Tokens)}
		t.Spans = append(t.Spans, docs.Span(g.Doc))
		t.Self = append(t.Self, kernel.Segment{Q: rows, K: rows, Causal: true})
		if i > 0 && targets[i-1].Doc == g.Doc {
			t.Cross[len(t.Cross)-1].Q.Hi = rows.Hi
		} else {
			t.Cross = append(t.Cross, kernel.Segment{Q: rows, K: docs.Span(g.Doc)})
		}
	}
	return t, nil
}

// Known is id as the network reads it: a word beyond the vocabulary is <unk>.
func (c Config) Known(id int32) int32 {
	if int(id) >= c.Vocab {
		return text.Unk
	}
	return id
}
