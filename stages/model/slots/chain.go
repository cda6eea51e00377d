package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Chain composes sub-layers. With a graph it adds them there, to be run later; without one it computes each at once. After
// the first error it does nothing.
type Chain[T kernel.Float] struct {
	*op.Pass[T]
	graph op.Graph[T] // nil: compute at once
	err   error
}

// Value is the result of a sub-layer: a node of the graph, or a computed flow.
type Value[T kernel.Float] struct {
	node op.Node
	flow *op.Flow[T]
	lent bool // the flow belongs to a Memory and must not be freed
}

// Then appends a sub-layer with the inputs in. Without a graph it frees the stream of in[0], unless that is lent; the other
// inputs stay.
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
	// Free after Forward, which reads its input to the end. Later layers still read the memory and the copy weights.
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

// Sublayer is the result of a constructor of package op: a layer or an error.
type Sublayer[T kernel.Float] struct {
	layer op.Layer[T]
	err   error
}

// Layer returns the Sublayer of a constructor's results.
func Layer[T kernel.Float, L op.Layer[T]](l L, err error) Sublayer[T] { return Sublayer[T]{l, err} }

// Free returns a computed flow to the pool. A graph frees its own.
func (v Value[T]) Free() {
	if v.flow != nil {
		v.flow.Free()
	}
}

// Teacher is the input of the decoder in a teacher-forced pass: one row for each position with a loss.
type Teacher struct {
	Tokens []int32          // [R] input tokens
	Self   []kernel.Segment // one per target
	Cross  []kernel.Segment // one per group of adjacent targets of one document
	Spans  []kernel.Range   // per target, the tokens of its document

	places, slots []int32       // [R] step in the target, and slot
	positions     []op.Position // [R] what the loss needs
}

// teach packs the targets. The inputs of a target are <bos> and its tokens except the last, with <unk> for words outside the
// vocabulary.
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
			input = c.ReadAs(y)
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

// ReadAs returns the id that the network reads for an extended id: <unk> for words outside the vocabulary.
func (c Config) ReadAs(id int32) int32 {
	if int(id) >= c.Vocab {
		return text.Unk
	}
	return id
}
