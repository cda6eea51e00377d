package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	quantColumns = 32  // the width of a panel of 8-bit weights
	byteZero     = 128 // the unsigned byte that represents 0
)

func quantPart() {
	quantTile(grid{isa: vnni, rows: 12, vectors: 2})
	quantTileAVX2()
	twins("fastAbsMax", "(x []float32) (bits uint32)", "returns the bits of the largest |x[i]|, 0 for none; those of NaN are the largest.", absMax)
	twins("fastScaleMax", "(x, by []float32) (bits uint32)", "computes x[i] *= by[i] and returns the bits of the largest, 0 for none; no x[i] and no by[i] is negative.", scaleMax)
	twins("fastQuantise", "(y []uint8, x []float32, inverse float32)", "computes y[i] = 128 + round(x[i]*inverse), half to even, and writes whole 16 bytes.", func(s isa) { quantise(s, byteZero) })
	twins("fastQuantisePositive", "(y []uint8, x []float32, inverse float32)", "computes y[i] = round(x[i]*inverse), half to even, and writes whole 16 bytes.", func(s isa) { quantise(s, 0) })
}

// vnni is AVX-512 with four bytes as its 32-bit elements.
var vnni = isa{"VNNI", 16, avx512.regs}

// quantTile writes sums of products of unsigned and signed bytes, four at a time.
func quantTile(g grid) {
	TEXT("quantTile"+g.name, NOSPLIT, "func(rows int, c *float32, ldc int, a *uint8, lda int, b *int8, groups int, factors, scale *float32, offset *int32, bias *float32, mode int)")
	Doc(fmt.Sprintf("quantTile%s computes a tile of at most %d rows and 32 columns of C (ldc in elements) from rows of a (lda in", g.name, g.rows),
		"bytes) and a panel b [groups][32][4]. mode: 1 start from C, 2 add bias, 4 max(0, ·). AVX-512 VNNI.")
	Pragma("noescape")
	g.n = param("rows")
	g.clearAll()
	g.sum(param("a"), param("lda"), Imm(4), param("b"), param("groups"))
	g.finishBytes()
}

// finishBytes turns sums of bytes into floats and does what finish does, where adding C is part of the end.
func (g grid) finishBytes() {
	scale, offset, factors := param("scale"), param("offset"), param("factors")
	for v := range g.vectors {
		VMOVUPS(at(offset, v*g.bytes()), g.b(v))
		VMOVUPS(at(scale, v*g.bytes()), g.spare(v))
	}
	g.each("scaled", func(r int) {
		factor := g.spare(g.vectors)
		VBROADCASTSS(at(factors, 4*r), factor)
		for v := range g.vectors {
			x, both := g.acc(r, v), g.spare(g.vectors+1+v%2)
			VPSUBD(g.b(v), x, x)
			VCVTDQ2PS(x, x)
			VMULPS(g.spare(v), factor, both)
			VMULPS(both, x, x)
		}
	})
	TESTQ(U32(modeLoad), param("mode"))
	JZ(LabelRef("loaded"))
	ldc, row := g.rowsOfC()
	g.each("loaded", func(r int) {
		for v := range g.vectors {
			VADDPS(at(row, v*g.bytes()), g.acc(r, v), g.acc(r, v))
		}
		if r < g.rows-1 {
			ADDQ(ldc, row)
		}
	})
	g.finish()
}

// quantTileAVX2 writes one row × 32 sums. It widens bytes to 16 bits, so that two products fit into 32 bits: AVX2's own
// products of unsigned and signed bytes saturate.
func quantTileAVX2() {
	s := avx2
	TEXT("quantTileAVX2", NOSPLIT, "func(c *float32, ldc int, a *uint8, b *int8, groups int, factors, scale *float32, offset *int32, bias *float32, mode int)")
	Doc("quantTileAVX2 computes a tile of 1 row and 32 columns of C from a row of a and a panel b [groups][32][4]. mode: 1",
		"start from C, 2 add bias, 4 max(0, ·). AVX2.")
	Pragma("noescape")
	a, bp, groups := param("a"), param("b"), param("groups")
	for i := range 8 {
		s.zero(s.regs[i])
	}
	x := s.regs[8]
	TESTQ(groups, groups)
	JZ(LabelRef("finish"))
	align()
	Label("loop")
	VPBROADCASTD(at(a, 0), x.AsX())
	VPMOVZXBW(x.AsX(), x)
	for i := range 8 {
		w := s.regs[9+i%4]
		VPMOVSXBW(at(bp, 16*i), w)
		VPMADDWD(x, w, w)
		VPADDD(w, s.regs[i], s.regs[i])
	}
	ADDQ(Imm(4), a)
	ADDQ(U32(quantColumns*4), bp)
	DECQ(groups)
	JNZ(LabelRef("loop"))
	Label("finish")
	// A register holds four columns, two sums each.
	for i := range 4 {
		VPHADDD(s.regs[2*i+1], s.regs[2*i], s.regs[i])
		VPERMQ(Imm(0xd8), s.regs[i], s.regs[i])
	}
	grid{isa: s, rows: 1, vectors: 4}.finishBytes()
}

// absMax finds the largest absolute value. The bits of positive floats have the order of the floats, with infinity and
// NaN above all numbers.
func absMax(s isa) {
	x, n := param("x"), length("x")
	top := s.v(0)
	s.clear(top)
	r := &row{isa: s, n: n, ptrs: []GPVirtual{x}}
	r.loop(func() {
		r.load(x, s.v(1))
		s.parts(func(i int) {
			if s.lanes == 16 {
				VPANDD(whole("absBits", 0x7fffffff), s.v(1)[i], s.v(1)[i])
			} else {
				VPAND(whole("absBits", 0x7fffffff), s.v(1)[i], s.v(1)[i])
			}
			VPMAXUD(s.v(1)[i], top[i], top[i])
		})
	})
	s.largestBits(top)
}

// largestBits returns the largest of 16 lanes of whole numbers; the second vector is overwritten.
func (s isa) largestBits(top vec) {
	bits := GP32()
	VMOVD(s.fold(top, s.v(1)[0], func(src, a, dst Op) { VPMAXUD(src, a, dst) }).AsX(), bits)
	Store(bits, ReturnIndex(0))
}

// scaleMax multiplies numbers that are not negative and finds the largest product.
func scaleMax(s isa) {
	x, by, n := param("x"), param("by"), length("x")
	top := s.v(0)
	s.clear(top)
	r := &row{isa: s, n: n, ptrs: []GPVirtual{x, by}}
	r.loop(func() {
		r.load(x, s.v(1))
		r.load(by, s.v(2))
		s.parts(func(i int) {
			VMULPS(s.v(2)[i], s.v(1)[i], s.v(1)[i])
			VPMAXUD(s.v(1)[i], top[i], top[i])
		})
		r.store(s.v(1), x)
	})
	s.largestBits(top)
}

// quantise writes bytes; it overwrites the bytes after the row up to a multiple of 16.
func quantise(s isa, zero uint32) {
	y, x, n := param("y"), param("x"), length("x")
	s.broadcast("inverse", s.c(2))
	r := &row{isa: s, n: n, ptrs: []GPVirtual{x}}
	v := s.v(0)
	r.loop(func() {
		r.load(x, v)
		s.parts(func(i int) { VMULPS(s.c(2), v[i], v[i]) })
		s.parts(func(i int) { VCVTPS2DQ(v[i], v[i]) })
		if zero != 0 {
			s.parts(func(i int) { VPADDD(whole("byteZero", zero), v[i], v[i]) })
		}
		if s.lanes == 16 {
			VPMOVDB(v[0], at(y, 0))
		} else {
			high := s.regs[4].AsX()
			VPACKSSDW(v[1], v[0], v[0]) // 0-3 8-11 | 4-7 12-15
			VPERMQ(Imm(0xd8), v[0], v[0])
			VEXTRACTI128(Imm(1), v[0], high)
			VPACKUSWB(high, v[0].AsX(), high)
			VMOVDQU(high, at(y, 0))
		}
		ADDQ(Imm(16), y)
	})
}
