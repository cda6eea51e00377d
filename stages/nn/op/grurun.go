package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// run is one recurrence with the results that its derivative needs. Rows are in the order of the steps.
type run[T kernel.Float] struct {
	stepOrder
	x    []T // [R, in]
	a, b []T // [R, 3h] as kernel.GRU leaves them
	h    []T // [R, h] the states before each row
}

// forward computes the states [R, h] after x [R, in]. x and the first states [sequences, h] (nil: zeros) are in the order
// of the stream.
func (r *run[T]) forward(pass *Pass[T], p *GRUParams[T], x, first []T) []T {
	pool, w, rows, in, size := pass.Pool, pass.Workers, len(r.rows), p.Input.In(), p.Size()
	r.x, r.a, r.b, r.h = pool.Get(rows*in), pool.Get(rows*3*size), pool.Get(rows*3*size), pool.Get(rows*size)
	y := pool.Get(rows * size)
	gather(w, r.x, x, r.rows, in, in, 0)
	p.Input.Forward(w, r.a, r.x, rows, false)
	// Packed products are never rounded to bfloat16, see GRU.
	hidden := p.Hidden.forSteps(w)
	for t, at := 0, 0; t < len(r.alive); t++ {
		n := r.alive[t]
		h, b := r.h[at*size:(at+n)*size], r.b[at*3*size:(at+n)*3*size]
		switch {
		case t > 0:
			// The sequences that continue are the first of the previous step.
			copy(h, y[(at-r.alive[t-1])*size:])
		case first != nil:
			gather(w, h, first, r.sequences, size, size, 0)
		default:
			clear(h)
		}
		hidden.Forward(w, b, h, n, false)
		kernel.GRU(w, y[at*size:(at+n)*size], r.a[at*3*size:(at+n)*3*size], b, h, n, size)
		at += n
	}
	return y
}

// forSteps returns l with packed weights, for many products of few rows each.
func (l *Linear[T]) forSteps(w *kernel.Workers) *Linear[T] {
	if l.isPacked() {
		return l
	}
	return &Linear[T]{W: l.W, B: l.B, packed: kernel.Pack(w, l.W.Weights, l.Out(), l.In())}
}

// backward adds to the gradients of the weights, and to dx [R, in] in the order of the stream, given dy [R, h], the
// derivative of the states. It overwrites dy. It returns the derivative of the first states, in the order of the steps.
func (r *run[T]) backward(pass *Pass[T], p *GRUParams[T], dx, dy []T) []T {
	pool, w, rows, in, size := pass.Pool, pass.Workers, len(r.rows), p.Input.In(), p.Size()
	room := pool.Get(3 * size * size)
	// Pack the transpose once for all steps. The plain loops refer to room, so it goes back to the pool after the last one.
	across := kernel.Pack(w, transposed(room, p.Hidden.W), size, 3*size)
	dh := pool.Get(len(r.sequences) * size)
	for t, at := len(r.alive)-1, rows; t >= 0; t-- {
		n := r.alive[t]
		at -= n
		d, b := dy[at*size:(at+n)*size], r.b[at*3*size:(at+n)*3*size]
		if t+1 < len(r.alive) { // add the derivative from the next step for sequences that continue
			on := r.alive[t+1] * size
			kernel.Add(w, d[:on], dh[:on])
		}
		kernel.GRUGrad(w, dh[:n*size], r.a[at*3*size:(at+n)*3*size], b, d, r.h[at*size:(at+n)*size], n, size)
		kernel.MulPacked(w, dh[:n*size], b, across, n, kernel.Epilogue[T]{Accumulate: true})
	}
	pool.Put(room)
	// GRUGrad left the derivatives of the products in a and b: each gradient of weights is one product over all steps.
	p.Hidden.Backward(w, nil, r.b, r.h, rows, false)
	back := pool.Get(rows * in)
	p.Input.Backward(w, back, r.a, r.x, rows, false)
	scatter(w, dx, back, r.rows, in, 1, -1)
	pool.Put(back)
	return dh
}

// transposed writes the weights [out, in] to t as [in, out].
func transposed[T kernel.Float](t []T, p *Param[T]) []T {
	out, in := p.rows(), p.cols()
	for i := range out {
		for j, v := range p.Weights[i*in : (i+1)*in] {
			t[j*out+i] = v
		}
	}
	return t
}
