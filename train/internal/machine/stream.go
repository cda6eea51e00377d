package machine

import (
	"fmt"
	"unsafe"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// stream is a flow as a gorgonia value: a matrix of T.
type stream[T kernel.Float] struct{ *op.Flow[T] }

// Clone returns an empty stream for the derivative; see the package comment.
func (s stream[T]) Clone() any { return stream[T]{s.Derivative()} }

// ZeroValue empties s and returns it.
func (s stream[T]) ZeroValue() gorgonia.Value {
	s.Free()
	return s
}

// Shape returns [Rows, Width].
func (s stream[T]) Shape() tensor.Shape { return tensor.Shape{s.Rows, s.Width} }

// Size returns Rows × Width.
func (s stream[T]) Size() int { return s.Rows * s.Width }

// Data returns X.
func (s stream[T]) Data() any { return s.X }

// Dtype returns that of T.
func (s stream[T]) Dtype() tensor.Dtype { return dtype[T]() }

// Type returns a matrix of T.
func (s stream[T]) Type() hm.Type { return matrix[T]() }

// Uintptr returns the address of X, 0 if it is empty.
func (s stream[T]) Uintptr() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s.X))) }

// MemSize returns the size of X in bytes.
func (s stream[T]) MemSize() uintptr { return uintptr(len(s.X)) * unsafe.Sizeof(T(0)) }

// Format writes the shape, never the numbers.
func (s stream[T]) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "stream[%d, %d]", s.Rows, s.Width) }

func matrix[T kernel.Float]() hm.Type { return gorgonia.TensorType{Dims: 2, Of: dtype[T]()} }

func dtype[T kernel.Float]() tensor.Dtype {
	if unsafe.Sizeof(T(0)) == 4 {
		return tensor.Float32
	}
	return tensor.Float64
}

// scalar is a loss as a gorgonia value.
func scalar[T kernel.Float](x T) gorgonia.Value {
	if dtype[T]() == tensor.Float32 {
		return gorgonia.NewF32(float32(x))
	}
	return gorgonia.NewF64(float64(x))
}

// number converts a gorgonia scalar to a flow of one number that belongs to no pool.
func number[T kernel.Float](v gorgonia.Value) (*op.Flow[T], error) {
	var x T
	switch v := v.(type) {
	case *gorgonia.F32:
		x = T(*v)
	case *gorgonia.F64:
		x = T(*v)
	default:
		return nil, fmt.Errorf("a %T, want a number", v)
	}
	return op.NewFlow(new(op.Pool[T]), []T{x}, 1, 1), nil
}
