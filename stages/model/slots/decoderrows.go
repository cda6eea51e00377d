package slots

import "wrone2set/stages/nn/kernel"

// past is what the decoder keeps of its rows: so many numbers each, of which the first ones are written.
type past[T kernel.Float] struct {
	x             *[]T
	each, written int
}

// past is all that a row has behind it.
func (d *Decoder[T]) past() (all []past[T]) {
	if d.m.rnn != nil {
		return []past[T]{{&d.state, d.m.Width, d.m.Width}}
	}
	n := d.length * d.m.Width
	for i := range d.cache {
		// Keys stand element by element, all steps of each; values step by step: those to come are not moved.
		all = append(all, past[T]{&d.cache[i].K, n, n}, past[T]{&d.cache[i].V, n, d.step * d.m.Width})
	}
	return all
}

// move makes row to of y of row from.
func (p past[T]) move(y []T, to, from int) { copy(y[to*p.each:][:p.written], (*p.x)[from*p.each:]) }

// Keep drops all rows but the given ones, indices in rising order. Asking about rows has to wait for the next Step.
func (d *Decoder[T]) Keep(rows []int) {
	d.forget()
	for _, p := range d.past() {
		for to, from := range rows {
			if to != from {
				p.move(*p.x, to, from)
			}
		}
		*p.x = (*p.x)[:len(rows)*p.each] // what is behind stays lent until Free
	}
	for to, from := range rows {
		d.rows[to] = d.rows[from]
	}
	d.rows = d.rows[:len(rows)]
	d.arrange()
}

// Reorder makes row i a copy of row from[i], for all i: the same past, whatever comes. Asking about rows has to wait for the
// next Step.
func (d *Decoder[T]) Reorder(from []int) {
	d.forget()
	for _, p := range d.past() {
		y := d.pass.Pool.Get(len(from) * p.each)
		for to, row := range from {
			p.move(y, to, row)
		}
		d.pass.Pool.Put(*p.x)
		*p.x = y
	}
	rows := make([]Row, len(from))
	for to, row := range from {
		rows[to] = d.rows[row]
	}
	d.rows = rows
	d.arrange()
}

// Fork adds copies of the given rows behind the last row: the same past, another future. Asking about rows has to
// wait for the next Step.
func (d *Decoder[T]) Fork(rows []int) {
	d.forget()
	if len(rows) == 0 {
		return
	}
	old := len(d.rows)
	for _, p := range d.past() {
		y := d.pass.Pool.Get((old + len(rows)) * p.each)
		copy(y, *p.x)
		for i, from := range rows {
			p.move(y, old+i, from)
		}
		d.pass.Pool.Put(*p.x)
		*p.x = y
	}
	for _, from := range rows {
		d.rows = append(d.rows, d.rows[from])
	}
	d.arrange()
}
