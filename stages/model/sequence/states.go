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
	rows, docs, pool := d.Rows(), d.Memory().Docs, d.Pass().Pool
	spans := make([]kernel.Range, len(rows))
	for i, r := range rows {
		spans[i] = docs.Span(r.Doc)
	}
	first, err := op.NewFirstState(d.Pass(), r.first, spans, len(docs.Source))
	if err != nil {
		return nil, err
	}
	x := first.Forward([]*op.Flow[T]{op.NewFlow(pool, d.Memory().X, len(docs.Source), r.width)}).X
	return &states[T]{recurrent: r, d: d, state: x}, nil
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
	e, err := op.NewWordEmbed(pass, s.embedding, read)
	if err != nil {
		return nil, nil, err
	}
	word, next, y := e.Forward(nil), pool.Get(rows*s.width), pool.Get(2*rows*s.width)
	s.decoder.Step(pass, next, word.X, s.state, rows)
	word.Free()
	pool.Put(s.state)
	s.state = next
	q, copies := op.Look(pass, s.attention, y, s.state, rows, memory.Keyed(0), s.d.Runs())
	pool.Put(q)
	return op.NewFlow(pool, y, rows, 2*s.width), copies, nil
}
