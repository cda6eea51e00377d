package kernel

import (
	"math"
	"unsafe"
)

// Coefficients of the rational approximation of erf that Eigen and XLA use for
// float32 (generic_fast_erf_float in Eigen 3.4): erf(z) ≈ z·P(z²)/Q(z²) for
// |z| ≤ 4; beyond, erf is ±1 to within a bit.
const (
	erfP0 = -1.60960333262415e-02
	erfP1 = -2.95459980854025e-03
	erfP2 = -7.34990630326855e-04
	erfP3 = -5.69250639462346e-05
	erfP4 = -2.10102402082508e-06
	erfP5 = 2.77068142495902e-08
	erfP6 = -2.72614225801306e-10
	erfQ0 = -1.42647390514189e-02
	erfQ1 = -7.37332916720468e-03
	erfQ2 = -1.68282697438203e-03
	erfQ3 = -2.13374055278905e-04
	erfQ4 = -1.45660718464996e-05
)

// erfOf is erf(x/√2). For float64 it is math.Erf.
func erfOf[T Float](x T) T {
	if unsafe.Sizeof(x) == 8 {
		return T(math.Erf(float64(x) / math.Sqrt2))
	}
	return T(erf32(float32(x)))
}

func erf32(x float32) float32 {
	z := max(min(float32(x*(math.Sqrt2/2)), 4), -4)
	t := float32(z * z)
	p := float32(erfP6)
	p = float32(p*t) + erfP5
	p = float32(p*t) + erfP4
	p = float32(p*t) + erfP3
	p = float32(p*t) + erfP2
	p = float32(p*t) + erfP1
	p = float32(p*t) + erfP0
	q := float32(erfQ4)
	q = float32(q*t) + erfQ3
	q = float32(q*t) + erfQ2
	q = float32(q*t) + erfQ1
	q = float32(q*t) + erfQ0
	return float32(p*z) / q
}

func refGELU[T Float](y, x []T) {
	for i, v := range x {
		half := T(0.5 * v)
		y[i] = T(half*erfOf(v)) + half
	}
}

func refGELUGrad[T Float](dx, dy, x []T) {
	for i, v := range x {
		density := T(expOf(T(-0.5*T(v*v))) * T(1/math.Sqrt(2*math.Pi)))
		dx[i] = dy[i] * (T(density*v) + T(0.5*erfOf(v)) + 0.5)
	}
}
