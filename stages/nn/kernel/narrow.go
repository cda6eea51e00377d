package kernel

import "fmt"

// Narrow quantises b[n,k] for a file: element (j,q) is about
// scale[j]·whole[j·k+q], with the scales and the integers from −127 to 127 that
// Quantise finds. A row of zeros has scale 1; a row that is not finite has scale
// NaN.
func Narrow(b []float32, n, k int) (whole []int8, scale []float32) {
	if n < 0 || k < 0 || len(b) != n*k {
		panic(fmt.Sprintf("kernel: Narrow: b has %d elements, n=%d k=%d", len(b), n, k))
	}
	whole, scale = make([]int8, n*k), make([]float32, n)
	row := make([]uint8, bytesOf(k))
	for j := range n {
		if scale[j] = quantiseRow(row, b[j*k:(j+1)*k]); scale[j] == 0 {
			scale[j] = 1
		}
		for q, v := range row[:k] {
			whole[j*k+q] = int8(int(v) - byteZero)
		}
	}
	return whole, scale
}

// Widen computes the floats b[n,k] of an 8-bit form. Quantise turns them into the
// same 8-bit form again, to the bit. A scale s is the float nearest to f/127 for
// some float f; with t the float nearest to 127·s, the float nearest to t/127 is s
// again (TestNarrowScales).
func Widen[T Float](b []T, whole []int8, scale []float32) {
	n := len(scale)
	if len(b) != len(whole) || n == 0 && len(b) > 0 || n > 0 && len(b)%n != 0 {
		panic(fmt.Sprintf("kernel: Widen: b has %d elements, whole %d, scale %d", len(b), len(whole), n))
	}
	for j, s := range scale {
		k := len(b) / n
		for q := j * k; q < (j+1)*k; q++ {
			b[q] = T(s * float32(whole[q]))
		}
	}
}
