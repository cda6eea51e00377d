package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func geluPart() {
	twins("fastGELU", "(y, x []float32)", "is refGELU.", gelu)
	twins("fastGELUGrad", "(dx, dy, x []float32)", "is refGELUGrad.", geluGrad)
}

// erf writes the error function of x/√2 to p; z, t and q are overwritten, q last, so that it may be x. The steps are those
// of erf32 in ref_gelu.go, with fused multiply-adds.
func (s isa) erf(x, z, t, p, q vec) {
	each := func(f func(i int)) { s.parts(f) }
	each(func(i int) { VMULPS(constant("erfRoot", math.Sqrt2/2), x[i], z[i]) })
	each(func(i int) { VMINPS(constant("erfHigh", 4), z[i], z[i]) })
	each(func(i int) { VMAXPS(constant("erfLow", -4), z[i], z[i]) })
	each(func(i int) { VMULPS(z[i], z[i], t[i]) })
	each(func(i int) { VMOVUPS(constant("erfP6", -2.72614225801306e-10), p[i]) })
	for _, c := range []Mem{constant("erfP5", 2.77068142495902e-08), constant("erfP4", -2.10102402082508e-06), constant("erfP3", -5.69250639462346e-05),
		constant("erfP2", -7.34990630326855e-04), constant("erfP1", -2.95459980854025e-03), constant("erfP0", -1.60960333262415e-02)} {
		each(func(i int) { VFMADD213PS(c, t[i], p[i]) })
	}
	each(func(i int) { VMULPS(z[i], p[i], p[i]) })
	each(func(i int) { VMOVUPS(constant("erfQ4", -1.45660718464996e-05), q[i]) })
	for _, c := range []Mem{constant("erfQ3", -2.13374055278905e-04), constant("erfQ2", -1.68282697438203e-03),
		constant("erfQ1", -7.37332916720468e-03), constant("erfQ0", -1.42647390514189e-02)} {
		each(func(i int) { VFMADD213PS(c, t[i], q[i]) })
	}
	each(func(i int) { VDIVPS(q[i], p[i], p[i]) })
}

func gelu(s isa) {
	y, x, n := param("y"), param("x"), length("x")
	value, erf := s.v(0), s.v(3)
	r := &row{isa: s, n: n, ptrs: []GPVirtual{y, x}}
	r.loop(func() {
		r.load(x, value)
		s.erf(value, s.v(1), s.v(2), erf, s.v(4))
		s.parts(func(i int) { VMULPS(constant("geluHalf", 0.5), value[i], value[i]) })
		s.parts(func(i int) { VFMADD213PS(value[i], value[i], erf[i]) })
		r.store(erf, y)
	})
}

func geluGrad(s isa) {
	dx, dy, x, n := param("dx"), param("dy"), param("x"), length("x")
	s.expConstants()
	half := constant("geluHalf", 0.5)
	density, erf, value := s.v(0), s.v(3), s.v(4)
	r := &row{isa: s, n: n, ptrs: []GPVirtual{dx, dy, x}}
	r.loop(func() {
		r.load(x, density)
		s.parts(func(i int) { VMULPS(density[i], density[i], density[i]) })
		s.parts(func(i int) { VMULPS(constant("geluMinusHalf", -0.5), density[i], density[i]) })
		s.exp([]vec{density}, []vec{s.v(1)}, []vec{s.v(2)}, s.v(3))
		r.load(x, value)
		s.parts(func(i int) { VMULPS(constant("geluDensity", 1/math.Sqrt(2*math.Pi)), density[i], density[i]) })
		s.parts(func(i int) { VMULPS(value[i], density[i], density[i]) })
		s.erf(value, s.v(1), s.v(2), erf, value)
		s.parts(func(i int) { VFMADD231PS(half, erf[i], density[i]) })
		s.parts(func(i int) { VADDPS(half, density[i], density[i]) })
		r.load(dy, s.v(1))
		s.parts(func(i int) { VMULPS(s.v(1)[i], density[i], density[i]) })
		r.store(density, dx)
	})
}
