package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Bits of the mode argument of a tile.
const (
	modeLoad = 1 << iota // start from C
	modeBias             // add the bias at the end
	modeReLU             // max(0, ·) after it
)

func mulPart() {
	for rows := 1; rows <= 12; rows++ {
		tile(avx512, rows, 12, 2)
		tile(avx512, rows, 0, 2)
	}
	for rows := 1; rows <= 4; rows++ {
		tile(avx2, rows, 4, 3)
		tile(avx2, rows, 0, 3)
	}
	transpose4()
	for _, width := range []int{4, 12, 24, 32} {
		copyRows(width)
	}
	peak(avx512, 24)
	peak(avx2, 12)
}

// tile writes the inner loop of a product: rows × vectors·lanes elements of C
// stay in registers while k runs. Each is one chain of fused multiply-adds. a is
// packed at a distance of stride or, with stride 0, read as it is stored.
func tile(s isa, rows, stride, vectors int) {
	name, arguments, layout := "tile", "a, b *float32", fmt.Sprintf("packed [k][%d]", stride)
	if stride == 0 {
		name, arguments, layout = "tileRows", "a *float32, lda int, b *float32", "with rows lda elements apart"
	}
	TEXT(fmt.Sprintf("%s%s_%d", name, s.name, rows), NOSPLIT, "func(c *float32, ldc int, "+arguments+", k int, bias *float32, mode int)")
	doc := []string{fmt.Sprintf("%s%s_%d computes a tile of %d rows and %d columns of C (ldc in elements) from a", name, s.name, rows, rows, vectors*s.lanes),
		fmt.Sprintf("%s and b packed [k][%d]. mode: 1 start from C, 2 add bias, 4 max(0, ·).", layout, vectors*s.lanes)}
	if s.name == bfloat16.name {
		doc = append(doc, "k counts pairs of bfloat16. AVX512_BF16.")
	}
	Doc(doc...)
	Pragma("noescape")
	acc := func(r, v int) VecPhysical { return s.regs[r*vectors+v] }
	b := s.regs[rows*vectors : rows*vectors+vectors]
	spare := s.regs[rows*vectors+vectors:]
	c, ldc, ap, bp, k, mode := param("c"), param("ldc"), param("a"), param("b"), param("k"), param("mode")
	SHLQ(Imm(2), ldc)
	label := func(name string) string { return name }
	element, bases := func(r, i int) Mem { return at(ap, (i*stride+r)*4) }, []GPVirtual{ap}
	if stride == 0 {
		lda := param("lda")
		SHLQ(Imm(2), lda)
		element, bases = rowsOf(ap, lda, rows)
	}

	row := GP64()
	eachRow := func(f func(r int, row Register)) {
		MOVQ(c, row)
		for r := range rows {
			f(r, row)
			if r < rows-1 {
				ADDQ(ldc, row)
			}
		}
	}
	TESTQ(U32(modeLoad), mode)
	JZ(LabelRef(label("clear")))
	eachRow(func(r int, row Register) {
		for v := range vectors {
			VMOVUPS(at(row, v*s.bytes()), acc(r, v))
		}
	})
	for range rows { // the next tile will load them
		ADDQ(ldc, row)
		for b := 0; b < vectors*s.bytes(); b += 64 {
			PREFETCHT0(at(row, b))
		}
	}
	JMP(LabelRef(label("loaded")))
	Label(label("clear"))
	for i := range rows * vectors {
		s.zero(s.regs[i])
	}
	eachRow(func(r int, row Register) {
		for b := 0; b < vectors*s.bytes(); b += 64 {
			PREFETCHT0(at(row, b))
		}
	})
	Label(label("loaded"))

	step := func(i int) {
		for v := range vectors {
			VMOVUPS(at(bp, (i*vectors+v)*s.bytes()), b[v])
		}
		for r := range rows {
			x := spare[r%len(spare)]
			VBROADCASTSS(element(r, i), x)
			for v := range vectors {
				s.add(b[v], x, acc(r, v))
			}
		}
	}
	advance := func(n int) {
		for _, p := range bases {
			ADDQ(Imm(uint64(n*max(stride, 1)*4)), p)
		}
	}
	const unroll = 4
	SUBQ(Imm(unroll), k)
	JLT(LabelRef(label("rest")))
	align()
	Label(label("four"))
	for i := range unroll {
		step(i)
	}
	advance(unroll)
	ADDQ(U32(unroll*vectors*s.bytes()), bp)
	SUBQ(Imm(unroll), k)
	JGE(LabelRef(label("four")))
	Label(label("rest"))
	ADDQ(Imm(unroll), k)
	JZ(LabelRef(label("finish")))
	Label(label("one"))
	step(0)
	advance(1)
	ADDQ(U32(vectors*s.bytes()), bp)
	DECQ(k)
	JNZ(LabelRef(label("one")))
	Label(label("finish"))

	TESTQ(U32(modeBias), mode)
	JZ(LabelRef(label("noBias")))
	bias := param("bias")
	for v := range vectors {
		VMOVUPS(at(bias, v*s.bytes()), b[v])
	}
	for r := range rows {
		for v := range vectors {
			VADDPS(b[v], acc(r, v), acc(r, v))
		}
	}
	Label(label("noBias"))
	TESTQ(U32(modeReLU), mode)
	JZ(LabelRef(label("store")))
	s.zero(b[0])
	for i := range rows * vectors {
		VMAXPS(s.regs[i], b[0], s.regs[i]) // the second source wins, so NaN stays
	}
	Label(label("store"))
	eachRow(func(r int, row Register) {
		for v := range vectors {
			VMOVUPS(acc(r, v), at(row, v*s.bytes()))
		}
	})
	VZEROUPPER()
	RET()
}

// rowsOf returns how to address rows at a distance of ld bytes, element i of 4
// bytes each: from every third row, at zero, one and two distances.
func rowsOf(first, ld GPVirtual, rows int) (element func(r, i int) Mem, bases []GPVirtual) {
	bases = []GPVirtual{first}
	for r := 3; r < rows; r += 3 {
		next := GP64()
		LEAQ(Mem{Base: bases[len(bases)-1], Index: ld, Scale: 2}, next)
		ADDQ(ld, next)
		bases = append(bases, next)
	}
	return func(r, i int) Mem {
		m := Mem{Base: bases[r/3], Disp: 4 * i}
		if r%3 > 0 {
			m.Index, m.Scale = ld, uint8(r%3)
		}
		return m
	}, bases
}

// transpose4 writes the packing of four rows that lie side by side in k.
func transpose4() {
	TEXT("transpose4", NOSPLIT, "func(dst *float32, stride int, r0, r1, r2, r3 *float32, k, ahead int)")
	Doc("transpose4 computes dst[i*stride+j] = rj[i] for j < 4 and i < k; k is a multiple of 8.", "It fetches what lies ahead elements further. AVX2.")
	Pragma("noescape")
	dst, stride, k := param("dst"), param("stride"), param("k")
	row := [4]GPVirtual{param("r0"), param("r1"), param("r2"), param("r3")}
	ahead := param("ahead")
	SHLQ(Imm(2), stride)
	stride3, high := GP64(), GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	Label("loop")
	LEAQ(Mem{Base: dst, Index: stride, Scale: 4}, high)
	for i, r := range row {
		VMOVUPS(at(r, 0), avx2.regs[i])
		PREFETCHT0(Mem{Base: r, Index: ahead, Scale: 4})
		ADDQ(Imm(32), r)
	}
	VUNPCKLPS(Y1, Y0, Y4) // a0 b0 a1 b1 | a4 …
	VUNPCKHPS(Y1, Y0, Y5) // a2 b2 a3 b3
	VUNPCKLPS(Y3, Y2, Y6)
	VUNPCKHPS(Y3, Y2, Y7)
	VUNPCKLPD(Y6, Y4, Y0) // a0 b0 c0 d0 | a4 …
	VUNPCKHPD(Y6, Y4, Y1)
	VUNPCKLPD(Y7, Y5, Y2)
	VUNPCKHPD(Y7, Y5, Y3)
	for i, x := range []VecPhysical{X0, X1, X2, X3} {
		y := avx2.regs[i]
		lo, hi := Mem{Base: dst}, Mem{Base: high}
		switch i {
		case 1, 2:
			lo.Index, lo.Scale, hi.Index, hi.Scale = stride, uint8(i), stride, uint8(i)
		case 3:
			lo.Index, lo.Scale, hi.Index, hi.Scale = stride3, 1, stride3, 1
		}
		VMOVUPS(x, lo)
		VEXTRACTF128(Imm(1), y, hi)
	}
	LEAQ(Mem{Base: high, Index: stride, Scale: 4}, dst)
	SUBQ(Imm(8), k)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// copyRows writes the packing of a panel whose columns lie side by side.
func copyRows(width int) {
	TEXT(fmt.Sprintf("copyRows%d", width), NOSPLIT, "func(dst, src *float32, stride int, k int)")
	Doc(fmt.Sprintf("copyRows%d computes dst[i*%d+j] = src[i*stride+j] for j < %d and i < k, k > 0. AVX2.", width, width, width))
	Pragma("noescape")
	dst, src, stride, k := param("dst"), param("src"), param("stride"), param("k")
	SHLQ(Imm(2), stride)
	Label("loop")
	x := []VecPhysical{X0, X1, X2, X3}
	for j := 0; j < width; {
		reg, n := VecPhysical(x[j/8]), 4
		if j+8 <= width {
			reg, n = avx2.regs[j/8], 8
		}
		VMOVUPS(at(src, 4*j), reg)
		VMOVUPS(reg, at(dst, 4*j))
		j += n
	}
	ADDQ(stride, src)
	ADDQ(U32(4*width), dst)
	DECQ(k)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// peak writes a loop of independent fused multiply-adds.
func peak(s isa, chains int) {
	TEXT("peak"+s.name, NOSPLIT, "func(n int)")
	Doc(fmt.Sprintf("peak%s runs n times %d independent fused multiply-adds of %d lanes.", s.name, chains, s.lanes))
	n := param("n")
	for i := range chains + 2 {
		s.zero(s.regs[i])
	}
	align()
	Label("loop")
	for i := range chains {
		s.add(s.regs[chains], s.regs[chains+1], s.regs[i])
	}
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
