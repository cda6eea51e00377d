package slots

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// states is the state of the recurrent body.
type states[T kernel.Float] struct {
	*recurrent[T]
	d     *Decoder[T]
	state []T // [rows, D]
}

// Begin implements body: every row gets the first state of its document.
func (r *recurrent[T]) Begin(d *Decoder[T]) (state[T], error) {
	rows, docs := d.Rows(), d.memory.Docs
	spans := make([]kernel.Range, len(rows))
	for i, r := range rows {
		spans[i] = docs.Span(r.Doc)
	}
	g := &op.Graph[T]{Pass: d.pass}
	first := g.FirstState(r.first, spans, op.NewFlow(nil, d.memory.X, len(docs.Source), r.width))
	return &states[T]{recurrent: r, d: d, state: first.X}, g.Err
}

// Past implements state.
func (s *states[T]) Past() []past[T] {
	return []past[T]{{X: &s.state, Each: s.width, Written: s.width}}
}

// Step implements state. The stream [rows, 2D] holds the states and their attention to the memory.
func (s *states[T]) Step(tokens []int32) (x *op.Flow[T], copies []T, err error) {
	pass, rows := s.d.pass, len(tokens)
	pool, memory := pass.Pool, s.d.memory
	read := make([]int32, rows)
	for i, y := range tokens {
		read[i] = s.d.m.ReadAs(y)
	}
	g := &op.Graph[T]{Pass: pass}
	word := g.WordEmbed(s.embedding, read)
	if g.Err != nil {
		return nil, nil, g.Err
	}
	next, y := pool.Get(rows*s.width), pool.Get(2*rows*s.width)
	s.decoder.Step(pass, next, word.X, s.state, rows)
	word.Free()
	pool.Put(s.state)
	s.state = next
	q, copies := op.Look(pass, s.attention, y, s.state, rows, memory.keyed[0], s.d.cross)
	pool.Put(q)
	return op.NewFlow(pool, y, rows, 2*s.width), copies, nil
}
