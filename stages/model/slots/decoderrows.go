package slots

// past is all that the rows keep.
func (d *Decoder[T]) past() []Past[T] {
	if d.state == nil {
		return nil
	}
	return d.state.Past()
}

// Keep drops all rows but the given ones, indices in rising order. Asking about rows has to wait for the next Step.
func (d *Decoder[T]) Keep(rows []int) {
	d.forget()
	for _, p := range d.past() {
		for to, from := range rows {
			if to != from {
				p.move(*p.X, to, from)
			}
		}
		*p.X = (*p.X)[:len(rows)*p.Each] // what is behind stays lent until Free
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
		y := d.pass.Pool.Get(len(from) * p.Each)
		for to, row := range from {
			p.move(y, to, row)
		}
		d.pass.Pool.Put(*p.X)
		*p.X = y
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
		y := d.pass.Pool.Get((old + len(rows)) * p.Each)
		copy(y, *p.X)
		for i, from := range rows {
			p.move(y, old+i, from)
		}
		d.pass.Pool.Put(*p.X)
		*p.X = y
	}
	for _, from := range rows {
		d.rows = append(d.rows, d.rows[from])
	}
	d.arrange()
}
