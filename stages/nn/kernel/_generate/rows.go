package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func rowsPart() {
	twins("fastAdd", "(y, x []float32)", "computes y += x.", add)
	twins("fastReLUGrad", "(dx, dy, y []float32)", "computes dx = dy where y > 0, else 0.", reluGrad)
	twins("dropPart", "(y, x []float32, counter, second, limit uint32, scale float32)", "is refDrop with random numbers; counter is the low half of the first element's number plus that of the key.", drop)
	twins("fastAdam", "(theta, m, v, g []float32, f *[8]float32)", "is refAdam; f are the fields of adamFactors.", adam)
	twins("fastSquares", "(x []float32, l *[16]float64) (n int)", "adds the squares of the longest prefix that fills whole lanes and returns its length.", squares)
}

func add(s isa) {
	y, x, n := param("y"), param("x"), length("x")
	r := &row{isa: s, n: n, ptrs: []GPVirtual{y, x}}
	r.loop(func() {
		r.load(y, s.v(0))
		r.load(x, s.v(1))
		s.parts(func(i int) { VADDPS(s.v(1)[i], s.v(0)[i], s.v(0)[i]) })
		r.store(s.v(0), y)
	})
}

func reluGrad(s isa) {
	dx, dy, y, n := param("dx"), param("dy"), param("y"), length("y")
	s.zero(s.c(2))
	r := &row{isa: s, n: n, ptrs: []GPVirtual{dx, dy, y}}
	r.loop(func() {
		r.load(y, s.v(0))
		r.load(dy, s.v(1))
		s.parts(func(i int) {
			if s.lanes == 16 {
				VCMPPS(Imm(30), s.c(2), s.v(0)[i], K2)
				VMOVAPS_Z(s.v(1)[i], K2, s.v(1)[i])
			} else {
				VCMPPS(Imm(30), s.c(2), s.v(0)[i], s.v(0)[i])
				VANDPS(s.v(0)[i], s.v(1)[i], s.v(1)[i])
			}
		})
		r.store(s.v(1), dx)
	})
}

func drop(s isa) {
	y, x, n := param("y"), param("x"), length("x")
	const secondC, limitC, scaleC, sixteen = 2, 3, 4, 5
	s.broadcast("second", s.c(secondC))
	s.broadcast("limit", s.c(limitC))
	s.broadcast("scale", s.c(scaleC))
	VMOVUPS(whole("sixteen", 16), s.c(sixteen))
	number, hash, t := s.v(0), s.v(1), s.v(2)
	s.broadcast("counter", hash[0])
	numbers := words("numbers", func(i int) uint32 { return uint32(i) }, 16)
	s.parts(func(i int) { VPADDD(numbers.Offset(i*s.bytes()), hash[0], number[i]) })
	shift := func(n uint64) {
		s.parts(func(i int) { VPSRLD(Imm(n), hash[i], t[i]) })
		s.parts(func(i int) { s.xor(t[i], hash[i]) })
	}
	mix := func() { // mix32 of ref_drop.go
		shift(16)
		s.parts(func(i int) { VPMULLD(whole("mix1", 0x21f0aaad), hash[i], hash[i]) })
		shift(15)
		s.parts(func(i int) { VPMULLD(whole("mix2", 0x735a2d97), hash[i], hash[i]) })
		shift(15)
	}
	r := &row{isa: s, n: n, ptrs: []GPVirtual{y, x}}
	r.loop(func() {
		s.parts(func(i int) { VMOVAPS(number[i], hash[i]) })
		s.parts(func(i int) { VPADDD(s.c(sixteen), number[i], number[i]) })
		mix()
		s.parts(func(i int) { s.xor(s.c(secondC), hash[i]) })
		mix()
		r.load(x, t)
		s.parts(func(i int) { VMULPS(s.c(scaleC), t[i], t[i]) })
		s.parts(func(i int) {
			if s.lanes == 16 {
				VPCMPUD(Imm(5), s.c(limitC), hash[i], K2) // not less
				VMOVAPS_Z(t[i], K2, t[i])
			} else {
				VPMAXUD(s.c(limitC), hash[i], s.v(3)[i])
				VPCMPEQD(s.v(3)[i], hash[i], hash[i])
				VANDPS(hash[i], t[i], t[i])
			}
		})
		r.store(t, y)
	})
}

// xor computes y ^= x.
func (s isa) xor(x, y VecPhysical) {
	if s.lanes == 16 {
		VPXORD(x, y, y)
	} else {
		VPXOR(x, y, y)
	}
}

func adam(s isa) {
	theta, m, v, g, n, f := param("theta"), param("m"), param("v"), param("g"), length("g"), param("f")
	const scale, beta1, beta2, other1, other2, rate, root, eps = 0, 4, 8, 12, 16, 20, 24, 28 // bytes
	c := map[int]VecPhysical{}
	for i, at0 := range []int{beta1, beta2, other1, other2, rate, root} {
		c[at0] = s.c(2 + i)
		VBROADCASTSS(at(f, at0), c[at0])
	}
	x, a, t, b := s.v(0), s.v(1), s.v(2), s.v(3)
	r := &row{isa: s, n: n, ptrs: []GPVirtual{theta, m, v, g}}
	r.loop(func() {
		r.load(g, x)
		r.load(m, a)
		r.load(v, b)
		VBROADCASTSS(at(f, scale), t[0])
		s.parts(func(i int) { VMULPS(t[0], x[i], x[i]) })
		s.parts(func(i int) { VMULPS(c[other1], x[i], t[i]) })
		s.parts(func(i int) { VFMADD213PS(t[i], c[beta1], a[i]) })
		r.store(a, m)
		s.parts(func(i int) { VMULPS(c[other2], x[i], t[i]) })
		s.parts(func(i int) { VMULPS(c[beta2], b[i], b[i]) })
		s.parts(func(i int) { VFMADD231PS(t[i], x[i], b[i]) })
		r.store(b, v)
		s.parts(func(i int) { VSQRTPS(b[i], b[i]) })
		VBROADCASTSS(at(f, eps), t[0])
		s.parts(func(i int) { VFMADD213PS(t[0], c[root], b[i]) })
		s.parts(func(i int) { VMULPS(c[rate], a[i], a[i]) })
		s.parts(func(i int) { VDIVPS(b[i], a[i], a[i]) })
		r.load(theta, x)
		s.parts(func(i int) { VSUBPS(a[i], x[i], x[i]) })
		r.store(x, theta)
	})
}

// squares leaves the rest to its caller.
func squares(s isa) {
	x, n, lanes := param("x"), length("x"), param("l")
	wide := s.lanes / 2
	parts := 16 / wide
	for i := range parts {
		VMOVUPS(at(lanes, i*s.bytes()), s.regs[i])
	}
	ANDQ(I8(-16), n)
	Store(n, ReturnIndex(0))
	TESTQ(n, n)
	JZ(s.to("done"))
	s.label("loop")
	for i := range parts {
		VCVTPS2PD(at(x, i*wide*4), s.regs[parts+i])
	}
	for i := range parts {
		VFMADD231PD(s.regs[parts+i], s.regs[parts+i], s.regs[i])
	}
	ADDQ(Imm(64), x)
	SUBQ(Imm(16), n)
	JNZ(s.to("loop"))
	s.label("done")
	for i := range parts {
		VMOVUPS(s.regs[i], at(lanes, i*s.bytes()))
	}
}
