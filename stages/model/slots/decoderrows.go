package slots

import (
	"cmp"
	"slices"
)

// past returns everything that the rows keep.
func (d *Decoder[T]) past() []Past[T] {
	if d.state == nil {
		return nil
	}
	return d.state.Past()
}

// Keep drops all rows except the given ones, indices in rising order. Rows cannot be asked about until the next Step.
func (d *Decoder[T]) Keep(rows []int) {
	d.forget()
	for _, p := range d.past() {
		for to, from := range rows {
			if to != from {
				p.move(*p.X, to, from)
			}
		}
		*p.X = (*p.X)[:len(rows)*p.Each] // the tail returns to the pool with Free
	}
	for to, from := range rows {
		d.rows[to] = d.rows[from]
	}
	d.rows = d.rows[:len(rows)]
	d.arrange()
}

// Reorder replaces the rows: row i becomes a copy of the former row from[i]. Rows cannot be asked about until the next Step.
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

// Fork appends copies of the given rows, which may then read other tokens. Rows cannot be asked about until the next Step.
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

// goOn replaces the rows by those of the next step, and appends the tokens that they read to tokens. Rows of one document become
// adjacent, in the order of next: the decoder is faster with fewer groups of rows.
func (d *Decoder[T]) goOn(tokens []int32, next []fork) []int32 {
	slices.SortStableFunc(next, func(a, b fork) int { return cmp.Compare(a.row.Doc, b.row.Doc) })
	from, rises := make([]int, len(next)), true
	for i, f := range next {
		from[i], tokens = f.from, append(tokens, f.word)
		rises = rises && (i == 0 || from[i-1] < f.from)
	}
	switch {
	case !rises:
		d.Reorder(from)
	case len(from) < len(d.rows):
		d.Keep(from)
	}
	for i, f := range next { // an alternative may go on in the place of a row that ended
		d.rows[i] = f.row
	}
	return tokens
}
