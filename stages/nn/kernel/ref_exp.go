package kernel

import (
	"math"
	"unsafe"
)

// Constants of the float32 exponential: x = n·ln2 + r with ln2 in two parts
// (Cody and Waite), e^r by a polynomial of degree 6 on |r| ≤ ln2/2, the result
// scaled by 2ⁿ in two steps so that neither factor overflows.
const (
	expLog2e = 1.44269504088896341
	expLn2Hi = 0.693359375
	expLn2Lo = -2.12194440e-4
	expLow   = -87.33654475055310898657 // ln 2⁻¹²⁶
	expHigh  = 88.72283905206835        // ln of the largest float32
	expRound = 1.5 * (1 << 23)          // adding and subtracting it rounds to an integer

	// Coefficients of the Cephes library (Moshier): e^r ≈ 1 + r + r²·p(r).
	expP0 = 1.9875691500e-4
	expP1 = 1.3981999507e-3
	expP2 = 8.3334519073e-3
	expP3 = 4.1665795894e-2
	expP4 = 1.6666665459e-1
	expP5 = 5.0000001201e-1
)

// expOf is e^x. For float64 it is math.Exp.
func expOf[T Float](x T) T {
	if unsafe.Sizeof(x) == 8 {
		return T(math.Exp(float64(x)))
	}
	return T(exp32(float32(x)))
}

func exp32(x float32) float32 {
	switch {
	case x != x:
		return x
	case x < expLow:
		return 0
	case x > expHigh:
		return float32(math.Inf(1))
	}
	n := float32(float32(float32(x*expLog2e)+expRound) - expRound)
	r := x - float32(n*expLn2Hi)
	r -= float32(n * float32(expLn2Lo))
	p := float32(expP0)
	p = float32(p*r) + expP1
	p = float32(p*r) + expP2
	p = float32(p*r) + expP3
	p = float32(p*r) + expP4
	p = float32(p*r) + expP5
	y := float32(p*float32(r*r)) + r + 1
	h := int32(n) >> 1
	return y * pow2(h) * pow2(int32(n)-h)
}

// pow2 is 2ⁿ for −126 ≤ n ≤ 127.
func pow2(n int32) float32 { return math.Float32frombits(uint32(n+127) << 23) }

func refExp[T Float](x []T) {
	for i, v := range x {
		x[i] = expOf(v)
	}
}

func refSoftmax[T Float](x []T) {
	s := 1 / refExpSum(x, refMax(x), true)
	for i := range x {
		x[i] *= s
	}
}

func refLogSumExp[T Float](x []T) T {
	top := refMax(x)
	if math.IsInf(float64(top), 0) {
		return top
	}
	return top + Log(refExpSum(x, top, false))
}

// refExpSum returns Σ e^(x[i]−top). With keep it leaves the terms in x.
func refExpSum[T Float](x []T, top T, keep bool) T {
	var lanes [lanes]T
	for i, v := range x {
		e := expOf(v - top)
		if keep {
			x[i] = e
		}
		lanes[i%len(lanes)] += e
	}
	return fold(&lanes)
}

func refMax[T Float](x []T) T {
	top := T(math.Inf(-1))
	for _, v := range x {
		if v > top || v != v {
			top = v
		}
		if top != top {
			return top
		}
	}
	return top
}

func refArgMax[T Float](x []T) int {
	if len(x) == 0 {
		return -1
	}
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// lanes is the number of virtual lanes of every reduction.
const lanes = 16

// fold adds 16 lanes 16→8→4→2→1, the upper half onto the lower.
func fold[T Float](l *[lanes]T) T {
	for h := lanes / 2; h > 0; h /= 2 {
		for i := range h {
			l[i] += l[i+h]
		}
	}
	return l[0]
}

// Log is the natural logarithm. It is computed in float64 by operations that no
// compiler fuses, so it is equal on every architecture (relative error below 1e-15
// before rounding to T). Log(0) is −Inf; Log of a negative number is NaN.
//
// Method of the FreeBSD library (e_log.c): x = 2ᵉ·(1+f), s = f/(2+f),
// log(1+f) = f − (f²/2 − s·(f²/2 + R(s²))).
func Log[T Float](x T) T {
	v := float64(x)
	switch {
	case v != v || math.IsInf(v, 1):
		return x
	case v < 0:
		return T(math.NaN())
	case v == 0:
		return T(math.Inf(-1))
	}
	m, exponent := math.Frexp(v)
	if m < math.Sqrt2/2 {
		m *= 2
		exponent--
	}
	f, e := m-1, float64(exponent)
	s := f / (2 + f)
	z := s * s
	u := float64(z * z)
	r := float64(z*(6.666666666666735130e-01+float64(u*(2.857142874366239149e-01+float64(u*(1.818357216161805012e-01+float64(u*1.479819860511658591e-01))))))) +
		float64(u*(3.999999999940941908e-01+float64(u*(2.222219843214978396e-01+float64(u*1.531383769920937332e-01)))))
	half := float64(0.5 * float64(f*f))
	return T(float64(e*6.93147180369123816490e-01) - ((half - (float64(s*(half+r)) + float64(e*1.90821492927058770002e-10))) - f))
}
