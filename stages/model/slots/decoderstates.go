package slots

import (
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// beginStates gives every row the first state of its document.
func (d *Decoder[T]) beginStates() error {
	spans, docs := make([]kernel.Range, len(d.rows)), d.memory.Docs
	for i, r := range d.rows {
		spans[i] = docs.span(r.Doc)
	}
	first, err := op.NewFirstState(d.pass, d.m.rnn.first, spans, len(docs.Source))
	if err != nil {
		return err
	}
	d.state = first.Forward([]*op.Flow[T]{op.NewFlow(d.pass.Pool, d.memory.X, len(docs.Source), d.m.Width)}).X
	return nil
}

// stepStates takes the state of every row a token further: the states and what they see [rows, 2D].
func (d *Decoder[T]) stepStates(tokens []int32) (*op.Flow[T], error) {
	pool, rows, width := d.pass.Pool, len(tokens), d.m.Width
	read := make([]int32, rows)
	for i, y := range tokens {
		read[i] = known(d.m.Config, y)
	}
	e, err := op.NewWordEmbed(d.pass, d.m.embedding, read)
	if err != nil {
		return nil, err
	}
	x, next, y := e.Forward(nil), pool.Get(rows*width), pool.Get(2*rows*width)
	d.m.rnn.decoder.Step(d.pass, next, x.X, d.state, rows)
	x.Free()
	pool.Put(d.state)
	d.state = next
	q, weights := op.Look(d.pass, d.m.rnn.attention, y, d.state, rows, d.memory.keyed[0], d.cross)
	pool.Put(q)
	d.copies = weights
	return op.NewFlow(pool, y, rows, 2*width), nil
}
