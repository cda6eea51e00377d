package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func mulPart() {
	tile(grid{isa: avx512, rows: 12, vectors: 2})
	tile(grid{isa: avx2, rows: 4, vectors: 3})
	transpose4()
	for _, width := range []int{4, 12, 24, 32} {
		copyRows(width)
	}
}

// tile writes a tile of a product of floats or, in pairs, of bfloat16.
func tile(g grid) {
	TEXT("tile"+g.name, NOSPLIT, "func(rows int, c *float32, ldc int, a *float32, lda, step int, b *float32, k int, bias *float32, mode int)")
	doc := []string{fmt.Sprintf("tile%s computes a tile of at most %d rows and %d columns of C (ldc in elements). Element (r,q) of a is a[r*lda+q*step];", g.name, g.rows, g.columns()),
		fmt.Sprintf("b is packed [k][%d]. mode: 1 start from C, 2 add bias, 4 max(0, ·).", g.columns())}
	if g.name == bfloat16.name {
		doc = append(doc, "k counts pairs of bfloat16. AVX512_BF16.")
	}
	Doc(doc...)
	Pragma("noescape")
	g.n = param("rows")
	ldc, row := g.rowsOfC()
	TESTQ(U32(modeLoad), param("mode"))
	JNZ(LabelRef("load"))
	g.clearAll()
	JMP(LabelRef("fetch"))
	Label("load")
	g.each("fetch", func(r int) {
		for v := range g.vectors {
			VMOVUPS(at(row, v*g.bytes()), g.acc(r, v))
		}
		ADDQ(ldc, row) // at last to the next tile, which will load its rows
	})
	left := copied(g.n)
	Label("fetchRow")
	for b := 0; b < g.vectors*g.bytes(); b += 64 {
		PREFETCHT0(at(row, b))
	}
	ADDQ(ldc, row)
	DECQ(left)
	JNZ(LabelRef("fetchRow"))

	lda, step := param("lda"), param("step")
	SHLQ(Imm(2), lda)
	SHLQ(Imm(2), step)
	g.sum(param("a"), lda, step, param("b"), param("k"))
	g.finish()
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
