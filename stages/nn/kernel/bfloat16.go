package kernel

// NewBFloat16Workers returns n workers that round the operands of float32 products (MulNT, MulNN, MulTN) to bfloat16, the
// upper half of a float32. Rounding goes to the nearest, ties to even, and numbers below 2⁻¹²⁶ become 0. Sums stay float32,
// and so does all else that these workers compute: products of Packed matrices, attention, norms, softmax.
//
// An element of a product starts as in float32 and takes k in pairs: k = 1, 0, 3, 2, …; an odd last k is paired with a 0.
// Products are exact, each sum is rounded to the nearest float32, and sums below 2⁻¹²⁶ become 0. This is what VDPBF16PS
// does (Intel 325383, volume 2), and the plain loop gives the same bits. On a CPU without AVX512_BF16 the plain loop
// computes them, many times slower than float32: see LackingBFloat16.
func NewBFloat16Workers(n int) *Workers {
	w := NewWorkers(n)
	w.bfloat16, w.alone.bfloat16 = true, true
	return w
}

// rounds reports whether w rounds operands of x's type to bfloat16.
func rounds[T Float](w *Workers) bool {
	var t T
	_, is32 := any(t).(float32)
	return is32 && w != nil && w.bfloat16
}

// LackingBFloat16 names what this CPU, or this build, lacks for fast products in bfloat16; "" if nothing is missing.
func LackingBFloat16() string { return lackingBFloat16(path, hasBFloat16) }

func lackingBFloat16(i isa, has bool) string {
	switch {
	case i != avx512:
		return "AVX-512 (F, DQ, BW, VL)"
	case !has:
		return "AVX512_BF16"
	}
	return ""
}
