package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// isa is an instruction set: its name in function names, the lanes of a vector and
// the physical registers. Registers are named, not allocated, because AVX2 must not
// use the registers that only AVX-512 can encode.
type isa struct {
	name  string
	lanes int
	regs  []VecPhysical
}

var (
	avx512 = isa{"AVX512", 16, []VecPhysical{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
		Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31}}
	avx2 = isa{"AVX2", 8, []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}}
)

// bytes is the size of a vector.
func (s isa) bytes() int { return 4 * s.lanes }

// zero clears a vector.
func (s isa) zero(v VecPhysical) {
	if s.lanes == 16 {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
}

// param loads an argument, the address of a slice, into a fresh register.
func param(name string) GPVirtual {
	p := Param(name)
	if _, err := p.Base().Resolve(); err == nil {
		p = p.Base()
	}
	return Load(p, GP64()).(GPVirtual)
}

// length loads the length of a slice.
func length(name string) GPVirtual { return Load(Param(name).Len(), GP64()).(GPVirtual) }

// at is the memory operand base + disp.
func at(base Register, disp int) Mem { return Mem{Base: base, Disp: disp} }

// align starts the next instruction on a boundary of 32 bytes.
func align() {
	Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(32)}})
}

// twins writes a function with two bodies, the first for AVX-512 and the second for AVX2: that of the kernels' path runs.
func twins(name, signature, doc string, body func(s isa)) {
	TEXT(name, NOSPLIT, "func"+signature)
	Doc(name + " " + doc)
	Pragma("noescape")
	const wide = 2 // avx512 of path.go
	CMPB(NewDataAddr(Symbol{Name: "·path"}, 0), Imm(wide))
	JNE(avx2.to("path"))
	body(avx512)
	end()
	avx2.label("path")
	body(avx2)
	end()
}

// end returns from a function that used vectors.
func end() {
	VZEROUPPER()
	RET()
}

// label marks a place in the body of one instruction set; to refers to it. Loops are aligned: where one happens to
// stand otherwise, softmax takes a sixth longer.
func (s isa) label(name string) {
	if strings.Contains(name, "loop") {
		align()
	}
	Label(s.name + name)
}

func (s isa) to(name string) LabelRef { return LabelRef(s.name + name) }
