package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bfloat16 is AVX-512 with pairs of bfloat16 as its 32-bit elements and products of pairs.
var bfloat16 = isa{"BFloat16", 16, avx512.regs}

func bfloat16Part() {
	tile(grid{isa: bfloat16, rows: 12, vectors: 2})
	pairRow()
	pairRows(1)
	pairRows(2)
}

// pair rounds low and high to bfloat16, side by side in dst.
func pair(low, high, dst VecPhysical) { evex("VCVTNE2PS2BF16", 3, 0x72, low, high, dst) }

// evex writes an AVX512_BF16 instruction as bytes, because the assembler does not know it: map 0F38, W0, 512 bits, with
// the prefix and opcode of Intel's manual (325383, volume 2), operands in Go's order.
func evex(name string, prefix, opcode uint32, rm, v, reg VecPhysical) {
	number := func(x VecPhysical) uint32 { return uint32(x.ID().Index()) }
	clear := func(x VecPhysical, bit int) uint32 { return ^number(x) >> bit & 1 }
	p0 := clear(reg, 3)<<7 | clear(rm, 4)<<6 | clear(rm, 3)<<5 | clear(reg, 4)<<4 | 2
	p1 := (^number(v)&15)<<3 | 4 | prefix
	p2 := 2<<5 | clear(v, 4)<<3
	Comment(fmt.Sprintf("%s %s, %s, %s", name, rm.Asm(), v.Asm(), reg.Asm()))
	Instruction(&ir.Instruction{Opcode: "LONG", Operands: []Op{U32(p2<<24 | p1<<16 | p0<<8 | 0x62)}})
	Instruction(&ir.Instruction{Opcode: "WORD", Operands: []Op{U16((0xc0|number(reg)&7<<3|number(rm)&7)<<8 | opcode)}})
}

// pairRow writes the rounding of a row whose elements lie side by side in k.
func pairRow() {
	TEXT("pairRow", NOSPLIT, "func(dst, src *float32, n int)")
	Doc("pairRow rounds n elements of src, n > 0, to bfloat16: dst[i] is the pair src[2i], src[2i+1], beyond n 0. AVX512_BF16.")
	Pragma("noescape")
	dst, src, n := param("dst"), param("src"), param("n")
	SUBQ(Imm(32), n)
	JLT(LabelRef("rest"))
	Label("loop")
	VMOVUPS(at(src, 0), Z0)
	VMOVUPS(at(src, 64), Z1)
	pair(Z0, Z1, Z2)
	VMOVUPS(Z2, at(dst, 0))
	ADDQ(U32(128), src)
	ADDQ(Imm(64), dst)
	SUBQ(Imm(32), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(32), n)
	JZ(LabelRef("done"))
	masks(n, K1, K2)
	VMOVUPS_Z(at(src, 0), K1, Z0)
	VMOVUPS_Z(at(src, 64), K2, Z1)
	pair(Z0, Z1, Z2)
	INCQ(n)
	SHRQ(Imm(1), n)
	masks(n, K3, K4)
	VMOVUPS(Z2, K3, at(dst, 0))
	Label("done")
	VZEROUPPER()
	RET()
}

// masks makes the masks of the first n of two vectors, n below 33.
func masks(n GPVirtual, low, high OpmaskPhysical) {
	bits := GP32()
	MOVL(U32(0xffffffff), bits)
	BZHIL(n.As32(), bits, bits)
	KMOVW(bits, low)
	SHRL(Imm(16), bits)
	KMOVW(bits, high)
}

// pairRows writes the rounding of a panel whose columns lie side by side.
func pairRows(vectors int) {
	TEXT(fmt.Sprintf("pairRows%d", 16*vectors), NOSPLIT, "func(dst *float32, width int, src *float32, stride, n, k int)")
	Doc(fmt.Sprintf("pairRows%d rounds k rows of src, k > 0, to bfloat16: dst[i*width+j] is the pair src[2i*stride+j], src[(2i+1)*stride+j] for", 16*vectors),
		fmt.Sprintf("j < n, 0 < n ≤ %d; beyond k 0. AVX512_BF16.", 16*vectors))
	Pragma("noescape")
	dst, width, src, stride, n, k := param("dst"), param("width"), param("src"), param("stride"), param("n"), param("k")
	SHLQ(Imm(2), width)
	SHLQ(Imm(2), stride)
	mask := []OpmaskPhysical{K1, K2}
	masks(n, K1, K2)
	VMOVUPS(words("interleaved", func(i int) uint32 { return uint32(16+i)<<16 | uint32(i) }, 16), Z31)
	both := func(second bool) {
		for v := range vectors {
			low, high := avx512.regs[3*v], avx512.regs[3*v+1]
			VMOVUPS_Z(at(src, 64*v), mask[v], low)
			if second {
				VMOVUPS_Z(Mem{Base: src, Index: stride, Scale: 1, Disp: 64 * v}, mask[v], high)
			} else {
				avx512.zero(high)
			}
		}
		for v := range vectors {
			pair(avx512.regs[3*v], avx512.regs[3*v+1], avx512.regs[3*v+2])
			VPERMW(avx512.regs[3*v+2], Z31, avx512.regs[3*v+2])
			VMOVUPS(avx512.regs[3*v+2], mask[v], at(dst, 64*v))
		}
	}
	SUBQ(Imm(2), k)
	JLT(LabelRef("last"))
	Label("loop")
	both(true)
	LEAQ(Mem{Base: src, Index: stride, Scale: 2}, src)
	ADDQ(width, dst)
	SUBQ(Imm(2), k)
	JGE(LabelRef("loop"))
	Label("last")
	ADDQ(Imm(2), k)
	JZ(LabelRef("done"))
	both(false)
	Label("done")
	VZEROUPPER()
	RET()
}
