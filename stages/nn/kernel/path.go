package kernel

import "unsafe"

// isa is an instruction set that twins are written in.
type isa uint8

const (
	plain          isa = iota // the loops of ref*.go
	avx2                      // with FMA
	avx512                    // F, DQ, BW, VL
	avx512BFloat16            // beside them BF16, for products in bfloat16 only: no path
)

// String is "plain", "avx2" or "avx512".
func (i isa) String() string { return [...]string{"plain", "avx2", "avx512", "avx512bfloat16"}[i] }

// Path names what the float32 kernels run on: "plain", "avx2" or "avx512".
func Path() string { return path.String() }

// fast reports whether the twins compute in T: they are written in float32.
func fast[T Float]() bool {
	var t T
	return path != plain && unsafe.Sizeof(t) == 4
}

// as32 is x, of which fast says that it holds float32s.
func as32[T Float](x []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}
