package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// interleavePart writes the functions that reorder bytes for the tiles of 8-bit forms. Registers of 128 bits serve both
// paths, because loads and stores are the bottleneck.
func interleavePart() {
	interleave("interleaveKeys", "func(to *int8, offset *int32, from *uint8, ld int, rows int)", []string{
		"interleaveKeys lays 16 columns of rows out as [4][32][4], the second dimension that of the rows, at most 32: as signed",
		"numbers, of which 128 times the sum is added to offset[row]. For rows up to a multiple of 4 the last one is read again. AVX."},
		func(x []VecPhysical, to, offset GPVirtual) {
			transpose(x, VPUNPCKLDQ, VPUNPCKHDQ, VPUNPCKLQDQ, VPUNPCKHQDQ)
			sum, t := x[8], x[9]
			for i, y := range x[4:8] {
				VPXOR(whole("byteSigns", 0x80808080), y, y)
				VMOVDQU(y, at(to, 128*i))
				VPMADDUBSW(y, x[10], t) // sums of two, then of four
				VPMADDWD(x[11], t, t)
				if i == 0 {
					VMOVDQA(t, sum)
				} else {
					VPADDD(t, sum, sum)
				}
			}
			VPSLLD(Imm(7), sum, sum)
			VPADDD(at(offset, 0), sum, sum)
			VMOVDQU(sum, at(offset, 0))
			ADDQ(Imm(16), offset)
			ADDQ(Imm(16), to)
		})
	interleave("interleaveValues", "func(to *int8, from *uint8, ld int, rows int)", []string{
		"interleaveValues lays 16 columns of rows out as [rows/4][32][4], the last dimension that of the rows: as signed numbers.",
		"For rows up to a multiple of 4 the last one is read again. AVX."},
		func(x []VecPhysical, to, _ GPVirtual) {
			transpose(x, VPUNPCKLBW, VPUNPCKHBW, VPUNPCKLWD, VPUNPCKHWD)
			for i, y := range x[4:8] {
				VPXOR(whole("byteSigns", 0x80808080), y, y)
				VMOVDQU(y, at(to, 16*i))
			}
			ADDQ(U32(128), to)
		})
}

// interleave writes the loop over four rows at a time; four reads them into registers 0 to 3. Registers 10 and 11 hold
// ones of 8 and of 16 bits.
func interleave(name, signature string, doc []string, four func(x []VecPhysical, to, offset GPVirtual)) {
	TEXT(name, NOSPLIT, signature)
	Doc(doc...)
	Pragma("noescape")
	var x []VecPhysical
	for _, r := range avx2.regs {
		x = append(x, r.AsX().(VecPhysical))
	}
	to, from, ld, rows := param("to"), param("from"), param("ld"), param("rows")
	var offset GPVirtual
	if name == "interleaveKeys" {
		offset = param("offset")
		VMOVDQU(whole("bytesOne", 0x01010101), x[10])
		VMOVDQU(whole("wordsOne", 0x00010001), x[11])
	}
	more := GP64()
	align()
	Label("loop")
	VMOVDQU(at(from, 0), x[0])
	for i := 1; i < 4; i++ {
		MOVQ(from, more)
		ADDQ(ld, more)
		CMPQ(rows, Imm(uint64(i)))
		CMOVQGT(more, from)
		VMOVDQU(at(from, 0), x[i])
	}
	ADDQ(ld, from)
	four(x, to, offset)
	SUBQ(Imm(4), rows)
	JGT(LabelRef("loop"))
	RET()
}

// unpack interleaves elements of two registers.
type unpack func(...Op)

// transpose interleaves the rows in registers 0 to 3 into registers 4 to 7: low and high interleave two rows, low2 and
// high2, on elements twice as wide, all four.
func transpose(x []VecPhysical, low, high, low2, high2 unpack) {
	low(x[1], x[0], x[8])
	high(x[1], x[0], x[9])
	low(x[3], x[2], x[12])
	high(x[3], x[2], x[13])
	low2(x[12], x[8], x[4])
	high2(x[12], x[8], x[5])
	low2(x[13], x[9], x[6])
	high2(x[13], x[9], x[7])
}
