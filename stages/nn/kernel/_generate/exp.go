package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func expPart() {
	twins("fastExpSum", "(x []float32, top float32) (sum float32)", "replaces x[i] by e^(x[i]-top) and returns the sum.", func(s isa) { expSum(s, true) })
	twins("fastExpTotal", "(x []float32, top float32) (sum float32)", "returns the sum of e^(x[i]-top).", func(s isa) { expSum(s, false) })
	twins("fastMax", "(x []float32) (top float32)", "returns the largest element, -Inf for none; NaN is ignored.", maximum)
	twins("fastIndex", "(x []float32, y float32) (i int)", "returns the first i with x[i] = y, or a number of at least len(x).", indexOf)
	twins("fastSoftmax", "(x []float32)", "is refSoftmax.", softmax)
	twins("fastSoftmaxGrad", "(dp, p []float32)", "computes dp = p*(dp - sum of p*dp).", softmaxGrad)
}

// Constants of the exponential that stay in registers.
const (
	expMasks = iota
	_
	expLow
	expHigh
	expLog2e
	expTop
)

// expConstants loads them.
func (s isa) expConstants() {
	VMOVUPS(constant("expLow", -87.33654475055310898657), s.c(expLow))
	VMOVUPS(constant("expHigh", 89), s.c(expHigh)) // e^89 overflows, as it should
	VMOVUPS(constant("expLog2e", math.Log2E), s.c(expLog2e))
}

// expSide is the number of vectors whose exponentials are computed side by side.
// AVX2 has too few registers for more than one, which takes two.
func (s isa) expSide() int {
	if s.lanes == 16 {
		return 4
	}
	return 1
}

// exp replaces each of xs by e^x; ns and ps are overwritten, and on AVX2 also low. The steps are those of exp32 in
// ref_exp.go, with fused multiply-adds. AVX-512 has an instruction for p·2ⁿ, which rounds once, as the two steps do.
func (s isa) exp(xs, ns, ps []vec, low vec) {
	type one struct {
		x, n, p, low VecPhysical
		mask         OpmaskPhysical
	}
	masks := []OpmaskPhysical{K2, K3, K4, K5}
	var all []one
	for k := range xs {
		s.parts(func(i int) {
			o := one{x: xs[k][i], n: ns[k][i], p: ps[k][i]}
			if s.lanes == 16 {
				o.mask = masks[k]
			} else {
				o.low = low[i]
			}
			all = append(all, o)
		})
	}
	each := func(f func(o one)) {
		for _, o := range all {
			f(o)
		}
	}
	wide := s.lanes == 16
	each(func(o one) {
		if wide {
			VCMPPS(Imm(5), s.c(expLow), o.x, o.mask) // not less: NaN counts
		} else {
			VCMPPS(Imm(1), s.c(expLow), o.x, o.low)
		}
	})
	// The second source of max and min wins where one is NaN.
	each(func(o one) { VMAXPS(o.x, s.c(expLow), o.x) })
	each(func(o one) { VMINPS(o.x, s.c(expHigh), o.x) })
	each(func(o one) { VMULPS(s.c(expLog2e), o.x, o.n) })
	each(func(o one) {
		if wide {
			VRNDSCALEPS(Imm(0), o.n, o.n)
		} else {
			VROUNDPS(Imm(0), o.n, o.n)
		}
	})
	each(func(o one) { VFNMADD231PS(constant("expLn2Hi", 0.693359375), o.n, o.x) })
	each(func(o one) { VFNMADD231PS(constant("expLn2Lo", -2.12194440e-4), o.n, o.x) })
	each(func(o one) { VMOVUPS(constant("expP0", 1.9875691500e-4), o.p) })
	for _, c := range []Mem{constant("expP1", 1.3981999507e-3), constant("expP2", 8.3334519073e-3), constant("expP3", 4.1665795894e-2),
		constant("expP4", 1.6666665459e-1), constant("expP5", 5.0000001201e-1)} {
		each(func(o one) { VFMADD213PS(c, o.x, o.p) })
	}
	each(func(o one) { VMULPS(o.x, o.p, o.p) })
	each(func(o one) { VFMADD213PS(o.x, o.x, o.p) })
	each(func(o one) { VADDPS(constant("expOne", 1), o.p, o.p) })
	if wide {
		each(func(o one) { VSCALEFPS_Z(o.n, o.p, o.mask, o.x) })
		return
	}
	each(func(o one) { VCVTPS2DQ(o.n, o.n) })
	each(func(o one) { VPSRAD(Imm(1), o.n, o.x) })
	each(func(o one) { VPSUBD(o.x, o.n, o.n) })
	for _, h := range []func(o one) VecPhysical{func(o one) VecPhysical { return o.x }, func(o one) VecPhysical { return o.n }} {
		each(func(o one) { VPADDD(whole("expBias", 127), h(o), h(o)) })
		each(func(o one) { VPSLLD(Imm(23), h(o), h(o)) })
		each(func(o one) { VMULPS(h(o), o.p, o.p) })
	}
	each(func(o one) { VANDNPS(o.p, o.low, o.x) })
}

// expRow is the loop that adds e^(x−top) of the row at x to sum, and with keep leaves the terms there. Vectors from
// the second on are overwritten; sum is the first.
func (r *row) expRow(x GPVirtual, sum vec, keep bool) {
	s, side := r.isa, r.expSide()
	some := func(first, n int) (v []vec) {
		for i := range n {
			v = append(v, s.v(1+first*side+i))
		}
		return v
	}
	r.loopBy(side, func(n int) {
		xs, low := some(0, n), s.v(1+3*side)
		for k, v := range xs {
			r.loadFillAt(x, 64*k, v, low, constant("expNone", math.Inf(-1)))
		}
		for _, v := range xs {
			s.parts(func(i int) { VSUBPS(s.c(expTop), v[i], v[i]) })
		}
		s.exp(xs, some(1, n), some(2, n), low)
		for k, v := range xs {
			s.parts(func(i int) { VADDPS(v[i], sum[i], sum[i]) })
			if keep {
				r.storeAt(v, x, 64*k)
			}
		}
	})
}

// expSum leaves the terms in x with keep.
func expSum(s isa, keep bool) {
	x, n := param("x"), length("x")
	s.expConstants()
	s.broadcast("top", s.c(expTop))
	sum := s.v(0)
	s.clear(sum)
	r := &row{isa: s, n: n, ptrs: []GPVirtual{x}, masks: expMasks}
	r.expRow(x, sum, keep)
	result(s.fold(sum, s.v(1)[0], addps), 0)
}

func maximum(s isa) {
	x, n := param("x"), length("x")
	top := s.v(0)
	s.parts(func(i int) { VMOVUPS(constant("expNone", math.Inf(-1)), top[i]) })
	r := &row{isa: s, n: n, ptrs: []GPVirtual{x}}
	r.loop(func() {
		r.loadFill(x, s.v(1), s.v(2), constant("expNone", math.Inf(-1)))
		s.parts(func(i int) { VMAXPS(top[i], s.v(1)[i], top[i]) }) // the second source wins if one is NaN
	})
	result(s.fold(top, s.v(1)[0], maxps), 0)
}

// indexOf finds an element; used after maximum.
func indexOf(s isa) {
	x, n := param("x"), length("x")
	index, mask, high := GP64(), GP32(), GP32()
	XORQ(index, index)
	s.broadcast("y", s.c(2))
	r := &row{isa: s, n: n, ptrs: []GPVirtual{x}}
	r.loop(func() {
		r.loadFill(x, s.v(0), s.v(1), constant("noNumber", math.NaN()))
		if s.lanes == 16 {
			VCMPPS(Imm(0), s.c(2), s.v(0)[0], K2)
			KMOVW(K2, mask)
		} else {
			s.parts(func(i int) { VCMPPS(Imm(0), s.c(2), s.v(0)[i], s.v(0)[i]) })
			VMOVMSKPS(s.v(0)[0], mask)
			VMOVMSKPS(s.v(0)[1], high)
			SHLL(Imm(8), high)
			ORL(high, mask)
		}
		TESTL(mask, mask)
		JNZ(s.to("found"))
		ADDQ(Imm(16), index)
	})
	Store(index, ReturnIndex(0))
	VZEROUPPER()
	RET()
	s.label("found")
	TZCNTL(mask, mask)
	ADDQ(mask.As64(), index)
	Store(index, ReturnIndex(0))
}

func softmaxGrad(s isa) {
	g, p, n := param("dp"), param("p"), length("p")
	g1, p1, n1 := copied(g), copied(p), copied(n)
	sum := s.v(0)
	s.clear(sum)
	r := &row{isa: s, n: n1, ptrs: []GPVirtual{g1, p1}, prefix: "dot"}
	r.loop(func() {
		r.load(g1, s.v(1))
		r.load(p1, s.v(2))
		s.parts(func(i int) { VFMADD231PS(s.v(1)[i], s.v(2)[i], sum[i]) })
	})
	spread(s.fold(sum, s.v(1)[0], addps), s.c(2))
	r = &row{isa: s, n: n, ptrs: []GPVirtual{g, p}, prefix: "set"}
	r.loop(func() {
		r.load(g, s.v(1))
		r.load(p, s.v(2))
		s.parts(func(i int) { VSUBPS(s.c(2), s.v(1)[i], s.v(1)[i]) })
		s.parts(func(i int) { VMULPS(s.v(2)[i], s.v(1)[i], s.v(1)[i]) })
		r.store(s.v(1), g)
	})
}

// softmax is maximum, expSum and scale in one.
func softmax(s isa) {
	x, n := param("x"), length("x")
	s.expConstants()
	none := constant("expNone", math.Inf(-1))

	x1, n1 := copied(x), copied(n)
	top := s.v(0)
	s.parts(func(i int) { VMOVUPS(none, top[i]) })
	r := &row{isa: s, n: n1, ptrs: []GPVirtual{x1}, masks: expMasks, prefix: "max"}
	r.loop(func() {
		r.loadFill(x1, s.v(1), s.v(2), none)
		s.parts(func(i int) { VMAXPS(top[i], s.v(1)[i], top[i]) })
	})
	spread(s.fold(top, s.v(1)[0], maxps), s.c(expTop))

	MOVQ(x, x1)
	MOVQ(n, n1)
	sum := s.v(0)
	s.clear(sum)
	r = &row{isa: s, n: n1, ptrs: []GPVirtual{x1}, masks: expMasks, prefix: "exp"}
	r.expRow(x1, sum, true)
	total, one := s.fold(sum, s.v(1)[0], addps), s.v(2)[0]
	VMOVSS(constant("expOne", 1), one.AsX())
	VDIVSS(total, one.AsX(), one.AsX())
	spread(one, s.c(expTop))

	r = &row{isa: s, n: n, ptrs: []GPVirtual{x}, masks: expMasks, prefix: "scale"}
	r.loop(func() {
		r.load(x, s.v(0))
		s.parts(func(i int) { VMULPS(s.c(expTop), s.v(0)[i], s.v(0)[i]) })
		r.store(s.v(0), x)
	})
}

// copied is a fresh register with the value of x.
func copied(x GPVirtual) GPVirtual {
	y := GP64()
	MOVQ(x, y)
	return y
}
