package op

import (
	"fmt"
	"unsafe"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"wrone2set/stages/nn/kernel"
)

// Flow is what passes between operations: the residual stream, and beside it, from the last cross-attention only, the
// weights that the copy mechanism reads. It is a gorgonia value.
//
// The LispMachine clones every value to have a place for its derivative. A Flow's clone is empty: its slices are taken
// from the pool when the first gradient arrives and handed on, not copied, where a gradient passes straight through.
// A nil X (or Copy) of a derivative therefore means zero.
type Flow[T kernel.Float] struct {
	Rows, Width int
	X           []T // [Rows, Width]
	Copy        []T // head 0's cross-attention weights after dropout, row after row, as many as the row's document has tokens; else nil

	pool *Pool[T]
}

// NewFlow is a flow over x [rows, width], which belongs to p or to nobody.
func NewFlow[T kernel.Float](p *Pool[T], x []T, rows, width int) *Flow[T] {
	return &Flow[T]{Rows: rows, Width: width, X: x, pool: p}
}

// Free gives the slices back to the pool.
func (f *Flow[T]) Free() {
	f.pool.Put(f.X, f.Copy)
	f.X, f.Copy = nil, nil
}

// FreeX gives X alone back and leaves Copy.
func (f *Flow[T]) FreeX() {
	f.pool.Put(f.X)
	f.X = nil
}

// AddX adds dx [Rows, Width] to a derivative and takes dx over: the caller must not use it again.
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

// take removes X from a derivative; zeros if no gradient arrived.
func (f *Flow[T]) take() []T {
	x := f.X
	if x == nil {
		x = f.pool.Zeros(f.Rows * f.Width)
	}
	f.X = nil
	return x
}

// Clone is an empty flow of the same shape: see Flow.
func (f *Flow[T]) Clone() any { return &Flow[T]{Rows: f.Rows, Width: f.Width, pool: f.pool} }

// ZeroValue empties f and returns it.
func (f *Flow[T]) ZeroValue() gorgonia.Value {
	f.Free()
	return f
}

// Shape is [Rows, Width].
func (f *Flow[T]) Shape() tensor.Shape { return tensor.Shape{f.Rows, f.Width} }

// Size is Rows × Width.
func (f *Flow[T]) Size() int { return f.Rows * f.Width }

// Data is X.
func (f *Flow[T]) Data() any { return f.X }

// Dtype is that of T.
func (f *Flow[T]) Dtype() tensor.Dtype { return dtype[T]() }

// Type is a matrix of T.
func (f *Flow[T]) Type() hm.Type { return gorgonia.TensorType{Dims: 2, Of: dtype[T]()} }

// Uintptr is the address of X, 0 if it is empty.
func (f *Flow[T]) Uintptr() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(f.X))) }

// MemSize is the size of X in bytes.
func (f *Flow[T]) MemSize() uintptr { return uintptr(len(f.X)) * unsafe.Sizeof(T(0)) }

// Format writes the shape, never the numbers.
func (f *Flow[T]) Format(s fmt.State, _ rune) { fmt.Fprintf(s, "flow[%d, %d]", f.Rows, f.Width) }

func dtype[T kernel.Float]() tensor.Dtype {
	if unsafe.Sizeof(T(0)) == 4 {
		return tensor.Float32
	}
	return tensor.Float64
}

// scale is y *= s.
func scale[T kernel.Float](w *kernel.Workers, y []T, s T) {
	w.Split(len(y), 1<<14, func(lo, hi int) {
		y := y[lo:hi]
		for i := range y {
			y[i] *= s
		}
	})
}
