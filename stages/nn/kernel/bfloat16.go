package kernel

// NewBFloat16Workers returns n workers whose products of float32 (MulNT, MulNN, MulTN) are those of operands rounded to
// bfloat16, the upper half of a float32: to the nearest, of two as near to the even one, numbers below 2⁻¹²⁶ to 0. Sums
// are float32, and so is all else that these workers compute: products of Packed matrices, attention, norms, softmax.
//
// An element of a product starts as ever and takes k two by two, k = 1, 0, 3, 2, …, the last of an odd number of k in
// front of a 0: exact products, each sum rounded to the nearest float32, sums below 2⁻¹²⁶ to 0. That is what VDPBF16PS
// does (Intel 325383, volume 2), and what the plain loop does to the bit. bfloat16 of a CPU without AVX512_BF16 is the
// plain loop's, many times slower than float32: see LackingBFloat16.
func NewBFloat16Workers(n int) *Workers {
	w := NewWorkers(n)
	w.bfloat16, w.alone.bfloat16 = true, true
	return w
}

// rounds says whether w multiplies x in bfloat16.
func rounds[T Float](w *Workers) bool {
	var t T
	_, is32 := any(t).(float32)
	return is32 && w != nil && w.bfloat16
}

// LackingBFloat16 names what this CPU, or this build, lacks for fast products in bfloat16; "" if that is nothing.
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
