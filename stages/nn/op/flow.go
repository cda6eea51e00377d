package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Flow is what passes between layers: the residual stream and, from the last cross-attention only, the weights that the
// copy mechanism reads.
//
// A derivative begins empty: the first gradient that arrives becomes its X (or Copy), without a copy. A nil X of a
// derivative therefore means zero.
type Flow[T kernel.Float] struct {
	Rows, Width int
	X           []T // [Rows, Width]
	Copy        []T // head 0's cross-attention weights after dropout, row after row, one per token of the row's document; or nil

	pool *Pool[T]
}

// NewFlow returns a flow over x [rows, width], a slice of p. With a nil p nobody frees x: several layers may read it even without
// training.
func NewFlow[T kernel.Float](p *Pool[T], x []T, rows, width int) *Flow[T] {
	return &Flow[T]{Rows: rows, Width: width, X: x, pool: p}
}

// Derivative returns an empty flow of the same shape for the derivative of f.
func (f *Flow[T]) Derivative() *Flow[T] { return NewFlow[T](f.pool, nil, f.Rows, f.Width) }

// Free gives the slices back to the pool.
func (f *Flow[T]) Free() {
	if f.pool != nil {
		f.pool.Put(f.X, f.Copy)
		f.X, f.Copy = nil, nil
	}
}

// FreeX gives only X back and keeps Copy.
func (f *Flow[T]) FreeX() {
	if f.pool != nil {
		f.pool.Put(f.X)
		f.X = nil
	}
}

// AddX adds dx [Rows, Width] to a derivative and takes ownership of dx: the caller must not use it again.
func (f *Flow[T]) AddX(w *kernel.Workers, dx []T) { f.X = join(w, f.pool, f.X, dx) }

// AddCopy is AddX for the copy weights.
func (f *Flow[T]) AddCopy(w *kernel.Workers, dc []T) { f.Copy = join(w, f.pool, f.Copy, dc) }

func join[T kernel.Float](w *kernel.Workers, p *Pool[T], sum, x []T) []T {
	if sum == nil {
		return x
	}
	kernel.Add(w, sum, x)
	p.Put(x)
	return sum
}

// take removes X from a derivative and returns it; zeros if no gradient arrived.
func (f *Flow[T]) take() []T {
	x := f.X
	if x == nil {
		x = f.pool.Zeros(f.Rows * f.Width)
	}
	f.X = nil
	return x
}

// scale computes y *= s.
func scale[T kernel.Float](w *kernel.Workers, y []T, s T) {
	w.Split(len(y), 1<<14, func(lo, hi int) {
		y := y[lo:hi]
		for i := range y {
			y[i] *= s
		}
	})
}
