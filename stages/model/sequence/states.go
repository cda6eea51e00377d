package sequence

import (
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// states is the slots.State of the recurrent body.
type states[T kernel.Float] struct {
	*recurrent[T]
	d     *slots.Decoder[T]
	state []T // [rows, D]
}

// Begin implements slots.Body: every row gets the first state of its document.
func (r *recurrent[T]) Begin(d *slots.Decoder[T]) (slots.State[T], error) {
	rows, docs := d.Rows(), d.Memory().Docs
	spans := make([]kernel.Range, len(rows))
	for i, r := range rows {
		spans[i] = docs.Span(r.Doc)
	}
	g := &op.Graph[T]{Pass: d.Pass()}
	first := g.FirstState(r.first, spans, op.NewFlow(nil, d.Memory().X, len(docs.Source), r.width))
	return &states[T]{recurrent: r, d: d, state: first.X}, g.Err
}

// Past implements slots.State.
func (s *states[T]) Past() []slots.Past[T] {
	return []slots.Past[T]{{X: &s.state, Each: s.width, Written: s.width}}
}

// Step implements slots.State. The stream [rows, 2D] holds the states and their attention to the memory.
func (s *states[T]) Step(tokens []int32) (x *op.Flow[T], copies []T, err error) {
	pass, rows := s.d.Pass(), len(tokens)
	pool, memory := pass.Pool, s.d.Memory()
	read := make([]int32, rows)
	for i, y := range tokens {
		read[i] = s.d.ReadAs(y)
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
	q, copies := op.Look(pass, s.attention, y, s.state, rows, memory.Keyed(0), s.d.Runs())
	pool.Put(q)
	return op.NewFlow(pool, y, rows, 2*s.width), copies, nil
}
