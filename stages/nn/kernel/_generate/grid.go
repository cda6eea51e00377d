package main

import (
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

// grid is the part of C that stays in registers while k runs: at most so many rows of so many vectors. How many rows there
// are is an argument of the function: code for a row is followed by a jump out of all rows where the row is the last.
type grid struct {
	isa
	rows, vectors int
	n             GPVirtual // the number of rows
}

// columns is the number of columns of C.
func (g grid) columns() int { return g.vectors * g.lanes }

// acc is the register of vector v of row r.
func (g grid) acc(r, v int) VecPhysical { return g.regs[r*g.vectors+v] }

// b is the register of vector v of a row of b, and later of what is added to all rows.
func (g grid) b(v int) VecPhysical { return g.regs[g.rows*g.vectors+v] }

// spare is one of the registers that are left, in turn.
func (g grid) spare(i int) VecPhysical {
	left := g.regs[(g.rows+1)*g.vectors:]
	return left[i%len(left)]
}

// each writes f for every row; done is the label that follows.
func (g grid) each(done string, f func(r int)) { g.eachOf(g.rows, done, f) }

// eachOf is each for at most so many rows.
func (g grid) eachOf(rows int, done string, f func(r int)) {
	for r := range rows {
		f(r)
		if r < rows-1 {
			CMPQ(g.n, Imm(uint64(r+1)))
			JE(LabelRef(done))
		}
	}
	Label(done)
}

// clearAll sets all rows to 0.
func (g grid) clearAll() {
	for i := range g.rows * g.vectors {
		g.zero(g.regs[i])
	}
}

// sum writes the loop over k: one chain of sums for each element. a has rows at a distance of lda and elements of a row at
// a distance of step, both in bytes; b is packed. A loop of its own for all rows asks for no last row.
func (g grid) sum(a, lda GPVirtual, step Op, b, k GPVirtual) {
	element, bases := rowsOf(a, lda, g.rows)
	row := func(r int) {
		x := g.spare(r)
		VBROADCASTSS(element(r), x)
		for v := range g.vectors {
			g.add(g.b(v), x, g.acc(r, v))
		}
	}
	loop := func(name string, rows func()) {
		align()
		Label(name)
		for v := range g.vectors {
			VMOVUPS(at(b, v*g.bytes()), g.b(v))
		}
		rows()
		for _, p := range bases {
			ADDQ(step, p)
		}
		ADDQ(U32(g.vectors*g.bytes()), b)
		DECQ(k)
		JNZ(LabelRef(name))
	}
	TESTQ(k, k)
	JZ(LabelRef("summed"))
	CMPQ(g.n, Imm(uint64(g.rows)))
	JNE(LabelRef("few"))
	loop("all", func() {
		for r := range g.rows {
			row(r)
		}
	})
	JMP(LabelRef("summed"))
	loop("few", func() { g.eachOf(g.rows-1, "next", row) })
	Label("summed")
}

// add adds the product of a and b to c: of floats, of pairs of bfloat16, or of four signed and four unsigned bytes.
func (s isa) add(a, b, c VecPhysical) {
	switch s.name {
	case bfloat16.name:
		evex("VDPBF16PS", 2, 0x52, a, b, c)
	case vnni.name:
		VPDPBUSD(a, b, c)
	default:
		VFMADD231PS(a, b, c)
	}
}

// rowsOf returns how to address the first elements of rows at a distance of ld bytes: from every third row, at zero, one
// and two distances.
func rowsOf(first, ld GPVirtual, rows int) (element func(r int) Mem, bases []GPVirtual) {
	bases = []GPVirtual{first}
	for r := 3; r < rows; r += 3 {
		next := GP64()
		LEAQ(Mem{Base: bases[len(bases)-1], Index: ld, Scale: 2}, next)
		ADDQ(ld, next)
		bases = append(bases, next)
	}
	return func(r int) Mem {
		m := Mem{Base: bases[r/3]}
		if r%3 > 0 {
			m.Index, m.Scale = ld, uint8(r%3)
		}
		return m
	}, bases
}

// rowsOfC loads the distance of rows of C, in bytes, and the address of the first.
func (g grid) rowsOfC() (ldc, row GPVirtual) {
	ldc = param("ldc")
	SHLQ(Imm(2), ldc)
	return ldc, param("c")
}

// finish adds the bias, takes max(0, ·) and writes the rows to C, as mode says, and returns.
func (g grid) finish() {
	mode := param("mode")
	TESTQ(U32(modeBias), mode)
	JZ(LabelRef("noBias"))
	bias := param("bias")
	for v := range g.vectors {
		VMOVUPS(at(bias, v*g.bytes()), g.b(v))
	}
	g.each("noBias", func(r int) {
		for v := range g.vectors {
			VADDPS(g.b(v), g.acc(r, v), g.acc(r, v))
		}
	})
	TESTQ(U32(modeReLU), mode)
	JZ(LabelRef("store"))
	g.zero(g.b(0))
	g.each("store", func(r int) {
		for v := range g.vectors {
			VMAXPS(g.acc(r, v), g.b(0), g.acc(r, v)) // the second source wins, so NaN stays
		}
	})
	ldc, row := g.rowsOfC()
	g.each("stored", func(r int) {
		for v := range g.vectors {
			VMOVUPS(g.acc(r, v), at(row, v*g.bytes()))
		}
		if r < g.rows-1 {
			ADDQ(ldc, row)
		}
	})
	VZEROUPPER()
	RET()
}
