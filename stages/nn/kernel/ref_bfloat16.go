package kernel

import "math"

// refMulBFloat16 is the plain product of operands rounded to bfloat16. A task computes one row of C.
func refMulBFloat16(w *Workers, p product[float32]) {
	pairs := p.k + p.k%2
	rounded := func(x []float32, ld int, byK bool, n int) []float32 {
		y := make([]float32, n*pairs)
		for i := range n {
			for q := range p.k {
				at := i*ld + q
				if byK {
					at = q*ld + i
				}
				y[i*pairs+q] = roundBFloat16(x[at])
			}
		}
		return y
	}
	a, b := rounded(p.a, p.lda, p.aByK, p.m), rounded(p.b, p.ldb, p.bByK, p.n)
	w.each(p.m, func(i int) {
		c := p.c[i*p.ldc:][:p.n]
		for j := range c {
			s := float32(0)
			if p.e.Accumulate {
				s = c[j]
			}
			c[j] = refPairs(s, a[i*pairs:][:pairs], b[j*pairs:][:pairs])
		}
		refFinish(c, p.e, 0)
	})
}

// refPairs adds the products of pairs of a and b to s. A float64 holds the product of two bfloat16 exactly, and the sum
// rounds as a fused multiply-add does: where it is not exact in float64, the smaller term is below half the last digit of
// the larger.
func refPairs(s float32, a, b []float32) float32 {
	if len(a) > 0 {
		s = flushed(s)
	}
	for q := 0; q < len(a); q += 2 {
		s = flushed(float32(float64(s) + float64(a[q+1])*float64(b[q+1])))
		s = flushed(float32(float64(s) + float64(a[q])*float64(b[q])))
	}
	return s
}

// roundBFloat16 returns the bfloat16 nearest to x, as a float32.
func roundBFloat16(x float32) float32 {
	bits := math.Float32bits(flushed(x))
	if x != x {
		return math.Float32frombits((bits | 1<<22) &^ 0xffff)
	}
	bits += 0x7fff + bits>>16&1
	return math.Float32frombits(bits &^ 0xffff)
}

// flushed returns x, or a 0 of its sign if |x| is below 2⁻¹²⁶.
func flushed(x float32) float32 {
	bits := math.Float32bits(x)
	if bits&(0xff<<23) == 0 {
		bits &= 1 << 31
	}
	return math.Float32frombits(bits)
}
