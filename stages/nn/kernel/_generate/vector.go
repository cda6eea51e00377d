package main

import (
	"fmt"

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

// param loads an argument into a fresh register.
func param(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

// at is the memory operand base + disp.
func at(base Register, disp int) Mem { return Mem{Base: base, Disp: disp} }

// align starts the next instruction on a boundary of 32 bytes.
func align() {
	Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(32)}})
}

// function starts the twin of one instruction set; %s in doc is its name.
func function(s isa, name, signature, doc string) {
	TEXT(name+s.name, NOSPLIT, signature)
	Doc(fmt.Sprintf(doc, s.name))
	Pragma("noescape")
}
