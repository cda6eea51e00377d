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
	for rows := 1; rows <= 12; rows++ {
		quantTile(rows)
	}
	quantTileAVX2()
	for _, s := range []isa{avx512, avx2} {
		absMax(s)
		scaleMax(s)
		quantise(s, "quantise", byteZero, "y[i] = 128 + round(x[i]*inverse)")
		quantise(s, "quantisePositive", 0, "y[i] = round(x[i]*inverse)")
	}
	peakVNNI()
}

// quantArguments are those of a tile.
const quantArguments = "func(c *float32, ldc int, a *uint8, lda int, b *int8, groups int, factors *float32, scale *float32, offset *int32, bias *float32, mode int)"

// quantTile writes rows × 32 sums of products of unsigned and signed bytes, four at a time.
func quantTile(rows int) {
	s := avx512
	TEXT(fmt.Sprintf("quantTileVNNI_%d", rows), NOSPLIT, quantArguments)
	Doc(fmt.Sprintf("quantTileVNNI_%d computes a tile of %d rows and 32 columns of C (ldc in elements) from rows of a (lda in", rows, rows),
		"bytes) and a panel b [groups][32][4]. mode: 1 start from C, 2 add bias, 4 max(0, ·). AVX-512 VNNI.")
	Pragma("noescape")
	const vectors = 2
	acc := func(r, v int) VecPhysical { return s.regs[r*vectors+v] }
	b := s.regs[rows*vectors : rows*vectors+vectors]
	spare := s.regs[rows*vectors+vectors:]
	a, lda, bp, groups := param("a"), param("lda"), param("b"), param("groups")
	for i := range rows * vectors {
		s.zero(s.regs[i])
	}
	element, bases := rowsOf(a, lda, rows)
	step := func(i int) {
		for v := range vectors {
			VMOVDQU32(at(bp, (i*vectors+v)*64), b[v])
		}
		for r := range rows {
			x := spare[r%len(spare)]
			VPBROADCASTD(element(r, i), x)
			for v := range vectors {
				VPDPBUSD(b[v], x, acc(r, v))
			}
		}
	}
	advance := func(n int) {
		for _, p := range bases {
			ADDQ(Imm(uint64(4*n)), p)
		}
		ADDQ(U32(n*vectors*64), bp)
	}
	const unroll = 4
	SUBQ(Imm(unroll), groups)
	JLT(LabelRef("rest"))
	align()
	Label("four")
	for i := range unroll {
		step(i)
	}
	advance(unroll)
	SUBQ(Imm(unroll), groups)
	JGE(LabelRef("four"))
	Label("rest")
	ADDQ(Imm(unroll), groups)
	JZ(LabelRef("finish"))
	Label("one")
	step(0)
	advance(1)
	DECQ(groups)
	JNZ(LabelRef("one"))
	Label("finish")

	c, ldc, factors, scale, offset, mode := param("c"), param("ldc"), param("factors"), param("scale"), param("offset"), param("mode")
	SHLQ(Imm(2), ldc)
	x := s.regs[rows*vectors : rows*vectors+2]
	each := func(f func(r, v int)) {
		for r := range rows {
			for v := range vectors {
				f(r, v)
			}
		}
	}
	for v := range vectors {
		VMOVDQU32(at(offset, v*64), x[v])
	}
	each(func(r, v int) { VPSUBD(x[v], acc(r, v), acc(r, v)) })
	each(func(r, v int) { VCVTDQ2PS(acc(r, v), acc(r, v)) })
	for v := range vectors {
		VMOVUPS(at(scale, v*64), x[v])
	}
	each(func(r, v int) {
		t := spare[(r*vectors+v)%len(spare)]
		VMULPS_BCST(at(factors, 4*r), x[v], t)
		VMULPS(t, acc(r, v), acc(r, v))
	})
	row := GP64()
	eachRow := func(f func(r int)) {
		MOVQ(c, row)
		for r := range rows {
			f(r)
			if r < rows-1 {
				ADDQ(ldc, row)
			}
		}
	}
	TESTQ(U32(modeLoad), mode)
	JZ(LabelRef("loaded"))
	eachRow(func(r int) {
		for v := range vectors {
			VADDPS(at(row, v*64), acc(r, v), acc(r, v))
		}
	})
	Label("loaded")
	TESTQ(U32(modeBias), mode)
	JZ(LabelRef("noBias"))
	bias := param("bias")
	for v := range vectors {
		VMOVUPS(at(bias, v*64), x[v])
	}
	each(func(r, v int) { VADDPS(x[v], acc(r, v), acc(r, v)) })
	Label("noBias")
	TESTQ(U32(modeReLU), mode)
	JZ(LabelRef("store"))
	s.zero(x[0])
	each(func(r, v int) { VMAXPS(acc(r, v), x[0], acc(r, v)) }) // the second source wins, so NaN stays
	Label("store")
	eachRow(func(r int) {
		for v := range vectors {
			VMOVUPS(acc(r, v), at(row, v*64))
		}
	})
	VZEROUPPER()
	RET()
}

// quantTileAVX2 writes one row × 32 sums. It widens bytes to 16 bits, so that two products fit into 32 bits: AVX2's own
// products of unsigned and signed bytes saturate.
func quantTileAVX2() {
	s := avx2
	TEXT("quantTileAVX2", NOSPLIT, quantArguments)
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
	c, factors, scale, offset, mode := param("c"), param("factors"), param("scale"), param("offset"), param("mode")
	VBROADCASTSS(at(factors, 0), x)
	for i := range 4 {
		VPSUBD(at(offset, 32*i), s.regs[i], s.regs[i])
		VCVTDQ2PS(s.regs[i], s.regs[i])
		VMULPS(at(scale, 32*i), x, s.regs[9])
		VMULPS(s.regs[9], s.regs[i], s.regs[i])
	}
	TESTQ(U32(modeLoad), mode)
	JZ(LabelRef("loaded"))
	for i := range 4 {
		VADDPS(at(c, 32*i), s.regs[i], s.regs[i])
	}
	Label("loaded")
	TESTQ(U32(modeBias), mode)
	JZ(LabelRef("noBias"))
	bias := param("bias")
	for i := range 4 {
		VADDPS(at(bias, 32*i), s.regs[i], s.regs[i])
	}
	Label("noBias")
	TESTQ(U32(modeReLU), mode)
	JZ(LabelRef("store"))
	s.zero(x)
	for i := range 4 {
		VMAXPS(s.regs[i], x, s.regs[i])
	}
	Label("store")
	for i := range 4 {
		VMOVUPS(s.regs[i], at(c, 32*i))
	}
	VZEROUPPER()
	RET()
}

// absMax finds the largest absolute value. The bits of positive floats have the order of the floats, with infinity and
// NaN above all numbers.
func absMax(s isa) {
	function(s, "absMax", "func(x *float32, n int) (bits uint32)", "absMax%s returns the bits of the largest |x[i]|, 0 for none; those of NaN are the largest.")
	x, n := param("x"), param("n")
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
	VZEROUPPER()
	RET()
}

// scaleMax multiplies numbers that are not negative and finds the largest product.
func scaleMax(s isa) {
	function(s, "scaleMax", "func(x, by *float32, n int) (bits uint32)", "scaleMax%s computes x[i] *= by[i] and returns the bits of the largest, 0 for none; no x[i] and no by[i] is negative.")
	x, by, n := param("x"), param("by"), param("n")
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
func quantise(s isa, name string, zero uint32, what string) {
	function(s, name, "func(y *uint8, x *float32, n int, inverse float32)", name+"%s computes "+what+", half to even, and writes whole 16 bytes.")
	y, x, n := param("y"), param("x"), param("n")
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
	VZEROUPPER()
	RET()
}

// peakVNNI writes a loop of independent products of bytes.
func peakVNNI() {
	s, chains := avx512, 24
	TEXT("peakVNNI", NOSPLIT, "func(n int)")
	Doc("peakVNNI runs n times 24 independent products of 16 times 4 bytes. AVX-512 VNNI.")
	n := param("n")
	for i := range chains + 2 {
		s.zero(s.regs[i])
	}
	align()
	Label("loop")
	for i := range chains {
		VPDPBUSD(s.regs[chains], s.regs[chains+1], s.regs[i])
	}
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
