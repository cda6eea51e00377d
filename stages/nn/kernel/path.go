package kernel

import "unsafe"

// isa is an instruction set of the assembly twins.
type isa uint8

const (
	plain          isa = iota // the loops of ref*.go
	avx2                      // with FMA
	avx512                    // F, DQ, BW, VL
	avx512BFloat16            // also BF16; used for products in bfloat16 only, never as the path
)

// String returns "plain", "avx2", "avx512" or "avx512bfloat16".
func (i isa) String() string { return [...]string{"plain", "avx2", "avx512", "avx512bfloat16"}[i] }

// Path names the instruction set that the float32 kernels run on: "plain", "avx2" or "avx512".
func Path() string { return path.String() }

// fast reports whether T has twins: path is not plain and T is float32.
func fast[T Float]() bool {
	var t T
	return path != plain && unsafe.Sizeof(t) == 4
}

// as32 converts x to float32s without a copy. fast[T] must be true.
func as32[T Float](x []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}
