package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

func normPart() {
	twins("fastNormRow", "(y, x, gain, bias []float32, eps float32) (mean, rstd float32)", "is refNormRow.", normRow)
	twins("fastNormGradRow", "(dx, dy, x, gain []float32, mean, rstd float32)", "is refNormGradRow.", normGradRow)
	twins("fastNormGradColumns", "(dgain, dbias, dy, x []float32, mean, rstd float32)", "is refNormGradColumns.", normGradColumns)
}

// count puts n as a float into the lowest lane of a register.
func count(n GPVirtual, x VecPhysical) {
	VXORPS(x.AsX(), x.AsX(), x.AsX())
	VCVTSI2SSQ(n, x.AsX(), x.AsX())
}

func normRow(s isa) {
	y, x, gain, bias, n := param("y"), param("x"), param("gain"), param("bias"), length("x")
	const meanC, rstdC, epsC = 2, 3, 4
	s.broadcast("eps", s.c(epsC))
	sum := s.v(0)
	number, tmp := s.v(3)[0], s.v(1)[0]

	x1, n1 := copied(x), copied(n)
	s.clear(sum)
	r := &row{isa: s, n: n1, ptrs: []GPVirtual{x1}, prefix: "mean"}
	r.loop(func() {
		r.load(x1, s.v(1))
		s.parts(func(i int) { VADDPS(s.v(1)[i], sum[i], sum[i]) })
	})
	mean := s.fold(sum, tmp, addps)
	count(n, number)
	VDIVSS(number.AsX(), mean, mean)
	result(mean, 0)
	spread(mean, s.c(meanC))

	MOVQ(x, x1)
	MOVQ(n, n1)
	s.clear(sum)
	r = &row{isa: s, n: n1, ptrs: []GPVirtual{x1}, prefix: "variance"}
	r.loop(func() {
		r.load(x1, s.v(1))
		s.parts(func(i int) { VSUBPS(s.c(meanC), s.v(1)[i], s.v(1)[i]) })
		r.cut(s.v(1))
		s.parts(func(i int) { VFMADD231PS(s.v(1)[i], s.v(1)[i], sum[i]) })
	})
	rstd := s.fold(sum, tmp, addps)
	VDIVSS(number.AsX(), rstd, rstd)
	VADDSS(s.c(epsC).AsX(), rstd, rstd)
	VSQRTSS(rstd, rstd, rstd)
	VMOVSS(constant("normOne", 1), tmp.AsX())
	VDIVSS(rstd, tmp.AsX(), rstd)
	result(rstd, 1)
	spread(rstd, s.c(rstdC))

	r = &row{isa: s, n: n, ptrs: []GPVirtual{x, y, gain, bias}, prefix: "set"}
	r.loop(func() {
		r.load(x, s.v(0))
		r.load(gain, s.v(1))
		r.load(bias, s.v(2))
		s.parts(func(i int) { VSUBPS(s.c(meanC), s.v(0)[i], s.v(0)[i]) })
		s.parts(func(i int) { VMULPS(s.c(rstdC), s.v(0)[i], s.v(0)[i]) })
		s.parts(func(i int) { VFMADD213PS(s.v(2)[i], s.v(1)[i], s.v(0)[i]) })
		r.store(s.v(0), y)
	})
}

// Constants of the gradients.
const (
	gradMean = 2 + iota
	gradRstd
	gradSum
	gradDot
)

func normGradRow(s isa) {
	dx, dy, x, gain, n := param("dx"), param("dy"), param("x"), param("gain"), length("x")
	s.broadcast("mean", s.c(gradMean))
	s.broadcast("rstd", s.c(gradRstd))
	g, norm, sum, dot := s.v(0), s.v(1), s.v(2), s.v(3)
	load := func(r *row, dy, x, gain GPVirtual) {
		r.load(dy, g)
		r.load(gain, norm)
		s.parts(func(i int) { VMULPS(norm[i], g[i], g[i]) })
		r.load(x, norm)
		s.parts(func(i int) { VSUBPS(s.c(gradMean), norm[i], norm[i]) })
		s.parts(func(i int) { VMULPS(s.c(gradRstd), norm[i], norm[i]) })
	}
	dy1, x1, gain1, n1 := copied(dy), copied(x), copied(gain), copied(n)
	s.clear(sum)
	s.clear(dot)
	r := &row{isa: s, n: n1, ptrs: []GPVirtual{dy1, x1, gain1}, prefix: "sum"}
	r.loop(func() {
		load(r, dy1, x1, gain1)
		s.parts(func(i int) { VADDPS(g[i], sum[i], sum[i]) })
		s.parts(func(i int) { VFMADD231PS(g[i], norm[i], dot[i]) })
	})
	total := s.fold(sum, g[0], addps)
	product := s.fold(dot, g[0], addps)
	count(n, g[0])
	VDIVSS(g[0].AsX(), total, total)
	VDIVSS(g[0].AsX(), product, product)
	spread(total, s.c(gradSum))
	spread(product, s.c(gradDot))
	r = &row{isa: s, n: n, ptrs: []GPVirtual{dx, dy, x, gain}, prefix: "set"}
	r.loop(func() {
		load(r, dy, x, gain)
		s.parts(func(i int) { VSUBPS(s.c(gradSum), g[i], g[i]) })
		s.parts(func(i int) { VFNMADD231PS(s.c(gradDot), norm[i], g[i]) })
		r.load(dx, sum)
		s.parts(func(i int) { VFMADD231PS(s.c(gradRstd), g[i], sum[i]) })
		r.store(sum, dx)
	})
}

func normGradColumns(s isa) {
	dgain, dbias, dy, x, n := param("dgain"), param("dbias"), param("dy"), param("x"), length("x")
	s.broadcast("mean", s.c(gradMean))
	s.broadcast("rstd", s.c(gradRstd))
	r := &row{isa: s, n: n, ptrs: []GPVirtual{dgain, dbias, dy, x}}
	r.loop(func() {
		r.load(dy, s.v(0))
		r.load(dbias, s.v(1))
		s.parts(func(i int) { VADDPS(s.v(0)[i], s.v(1)[i], s.v(1)[i]) })
		r.store(s.v(1), dbias)
		r.load(x, s.v(1))
		s.parts(func(i int) { VSUBPS(s.c(gradMean), s.v(1)[i], s.v(1)[i]) })
		s.parts(func(i int) { VMULPS(s.c(gradRstd), s.v(1)[i], s.v(1)[i]) })
		r.load(dgain, s.v(2))
		s.parts(func(i int) { VFMADD231PS(s.v(0)[i], s.v(1)[i], s.v(2)[i]) })
		r.store(s.v(2), dgain)
	})
}
