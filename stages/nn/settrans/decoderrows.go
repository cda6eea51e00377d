package settrans

import (
	"wrone2set/stages/nn/op"
)

// Keep drops all rows but the given ones, indices in rising order. Asking about rows has to wait for the next Step.
func (d *Decoder[T]) Keep(rows []int) {
	d.forget()
	n, past := d.length*d.m.Width, d.step*d.m.Width
	for _, c := range d.cache {
		for to, from := range rows {
			if to != from {
				copy(c.K[to*n:(to+1)*n], c.K[from*n:]) // [D, length]
				copy(c.V[to*n:][:past], c.V[from*n:])  // [length, D]: what later steps will write is not moved
			}
		}
	}
	for to, from := range rows {
		d.rows[to] = d.rows[from]
	}
	d.cut(len(rows))
}

// Reorder makes row i a copy of row from[i], for all i: the same past, whatever comes. Asking about rows has to wait for the
// next Step.
func (d *Decoder[T]) Reorder(from []int) {
	d.forget()
	n, past := d.length*d.m.Width, d.step*d.m.Width
	for i, c := range d.cache {
		k, v := d.pass.Pool.Get(len(from)*n), d.pass.Pool.Get(len(from)*n)
		for to, row := range from {
			copy(k[to*n:(to+1)*n], c.K[row*n:]) // [D, length]
			copy(v[to*n:][:past], c.V[row*n:])  // [length, D]
		}
		d.pass.Pool.Put(c.K, c.V)
		d.cache[i] = op.Keyed[T]{K: k, V: v}
	}
	rows := make([]Row, len(from))
	for to, row := range from {
		rows[to] = d.rows[row]
	}
	d.rows = rows
	d.arrange()
}

// cut shortens the caches to n rows; what is behind stays lent until Free.
func (d *Decoder[T]) cut(n int) {
	d.rows = d.rows[:n]
	for i, c := range d.cache {
		d.cache[i] = op.Keyed[T]{K: c.K[:n*d.length*d.m.Width], V: c.V[:n*d.length*d.m.Width]}
	}
	d.arrange()
}

// Fork adds copies of the given rows behind the last row: the same past, another future. Asking about rows has to
// wait for the next Step.
func (d *Decoder[T]) Fork(rows []int) {
	d.forget()
	if len(rows) == 0 {
		return
	}
	n, old := d.length*d.m.Width, len(d.rows)
	grow := func(x []T) []T {
		y := d.pass.Pool.Get((old + len(rows)) * n)
		copy(y, x)
		for i, from := range rows {
			copy(y[(old+i)*n:(old+i+1)*n], x[from*n:])
		}
		d.pass.Pool.Put(x)
		return y
	}
	for i, c := range d.cache {
		d.cache[i] = op.Keyed[T]{K: grow(c.K), V: grow(c.V)}
	}
	for _, from := range rows {
		d.rows = append(d.rows, d.rows[from])
	}
	d.arrange()
}
