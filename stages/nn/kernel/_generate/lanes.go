package main

import (
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A row is processed in virtual vectors of 16 lanes: one register of AVX-512, two
// of AVX2. One text thus writes both twins, and both do the same operations on the
// same lanes.

// vec is one virtual vector.
type vec []VecPhysical

// v is the i-th virtual vector, counted from the first register.
func (s isa) v(i int) vec {
	n := 16 / s.lanes
	return s.regs[i*n : (i+1)*n]
}

// c is the i-th constant, counted from the last register: the same value in all
// lanes, so one register even for AVX2.
func (s isa) c(i int) VecPhysical { return s.regs[len(s.regs)-1-i] }

// parts calls f for each register of a virtual vector.
func (s isa) parts(f func(i int)) {
	for i := range 16 / s.lanes {
		f(i)
	}
}

// row is a loop over 16 elements at a time.
type row struct {
	isa
	n      GPVirtual   // elements left
	ptrs   []GPVirtual // advance with the loop
	masks  int         // constants masks and masks+1 hold the mask of AVX2's tail
	prefix string      // distinguishes the loops of a function
	masked bool        // the body being written is that of the tail
}

// loop writes body for whole vectors and again, masked, for the rest.
func (r *row) loop(body func()) {
	rest, done, again := r.prefix+"rest", r.prefix+"done", r.prefix+"loop"
	SUBQ(Imm(16), r.n)
	JLT(r.to(rest))
	r.label(again)
	r.masked = false
	body()
	for _, p := range r.ptrs {
		ADDQ(Imm(64), p)
	}
	SUBQ(Imm(16), r.n)
	JGE(r.to(again))
	r.label(rest)
	ADDQ(Imm(16), r.n)
	JZ(r.to(done))
	r.setMask()
	r.masked = true
	body()
	r.label(done)
}

// loopBy is loop with several whole vectors per turn while enough are left: several(n) writes the body for n vectors, the
// i-th of them at i·64 bytes from the pointers. A core would wait for one chain of operations after another; vectors side
// by side do not depend on each other.
func (r *row) loopBy(n int, several func(n int)) {
	again, rest := r.prefix+"several", r.prefix+"few"
	SUBQ(Imm(uint64(16*n)), r.n)
	JLT(r.to(rest))
	r.label(again)
	r.masked = false
	several(n)
	for _, p := range r.ptrs {
		ADDQ(U32(64*n), p)
	}
	SUBQ(Imm(uint64(16*n)), r.n)
	JGE(r.to(again))
	r.label(rest)
	ADDQ(Imm(uint64(16*n)), r.n)
	r.loop(func() { several(1) })
}

// setMask makes the mask of the first n lanes: K1, or two registers.
func (r *row) setMask() {
	if r.lanes == 16 {
		mask := GP32()
		MOVL(U32(0xffff), mask)
		SHLXL(r.n.As32(), mask, mask)
		NOTL(mask)
		KMOVW(mask, K1)
		return
	}
	table := GP64()
	LEAQ(maskTable(), table)
	SHLQ(Imm(2), r.n)
	SUBQ(r.n, table)
	VMOVUPS(at(table, 64), r.c(r.masks))
	VMOVUPS(at(table, 96), r.c(r.masks+1))
}

// load reads 16 elements; lanes beyond the end are 0.
func (r *row) load(p Register, x vec) {
	r.parts(func(i int) {
		switch {
		case !r.masked:
			VMOVUPS(at(p, i*r.bytes()), x[i])
		case r.lanes == 16:
			VMOVUPS_Z(at(p, 0), K1, x[i])
		default:
			VMASKMOVPS(at(p, i*32), r.c(r.masks+i), x[i])
		}
	})
}

// loadFill reads 16 elements; lanes beyond the end are those of fill, a
// constant in memory. tmp is overwritten.
func (r *row) loadFill(p Register, x, tmp vec, fill Mem) { r.loadFillAt(p, 0, x, tmp, fill) }

// loadFillAt is loadFill at an offset in bytes, for whole vectors only.
func (r *row) loadFillAt(p Register, offset int, x, tmp vec, fill Mem) {
	if !r.masked {
		r.parts(func(i int) { VMOVUPS(at(p, offset+i*r.bytes()), x[i]) })
		return
	}
	if r.lanes == 16 {
		VMOVUPS(fill, x[0])
		VMOVUPS(at(p, 0), K1, x[0])
		return
	}
	r.load(p, x)
	r.parts(func(i int) {
		VMOVUPS(fill, tmp[i])
		VBLENDVPS(r.c(r.masks+i), x[i], tmp[i], x[i])
	})
}

// store writes 16 elements, none beyond the end.
func (r *row) store(x vec, p Register) { r.storeAt(x, p, 0) }

// storeAt is store at an offset in bytes, for whole vectors only.
func (r *row) storeAt(x vec, p Register, offset int) {
	r.parts(func(i int) {
		switch {
		case !r.masked:
			VMOVUPS(x[i], at(p, offset+i*r.bytes()))
		case r.lanes == 16:
			VMOVUPS(x[i], K1, at(p, 0))
		default:
			VMASKMOVPS(x[i], r.c(r.masks+i), at(p, i*32))
		}
	})
}

// cut clears the lanes beyond the end.
func (r *row) cut(x vec) {
	if !r.masked {
		return
	}
	r.parts(func(i int) {
		if r.lanes == 16 {
			VMOVAPS_Z(x[i], K1, x[i])
		} else {
			VANDPS(r.c(r.masks+i), x[i], x[i])
		}
	})
}

// clear sets a virtual vector to 0.
func (s isa) clear(x vec) {
	for _, p := range x {
		s.zero(p)
	}
}

// fold combines the 16 lanes 16→8→4→2→1, the upper half onto the lower, and
// leaves the result in the lowest lane of the returned register. tmp is
// overwritten.
func (s isa) fold(x vec, tmp VecPhysical, op func(src, a, dst Op)) VecPhysical {
	y, t := x[0].(Register).(VecPhysical).AsY(), tmp.AsY()
	if s.lanes == 16 {
		VEXTRACTF64X4(Imm(1), x[0], t)
		op(t, y, y)
	} else {
		op(x[1], y, y)
	}
	lo, u := x[0].AsX(), tmp.AsX()
	VEXTRACTF128(Imm(1), y, u)
	op(u, lo, lo)
	VUNPCKHPD(lo, lo, u)
	op(u, lo, lo)
	VMOVSHDUP(lo, u)
	op(u, lo, lo)
	return lo.(VecPhysical)
}

func addps(a, b, dst Op) { VADDPS(a, b, dst) }
func maxps(a, b, dst Op) { VMAXPS(a, b, dst) }

// broadcast loads an argument into all lanes of a constant.
func (s isa) broadcast(name string, to VecPhysical) {
	a, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(a.Addr, to)
}

// spread copies the lowest lane of x to all lanes of a constant.
func spread(x VecPhysical, to VecPhysical) { VBROADCASTSS(x.AsX(), to) }

// result stores a float in the lowest lane of x as a result.
func result(x VecPhysical, i int) {
	a, err := ReturnIndex(i).Resolve()
	if err != nil {
		panic(err)
	}
	VMOVSS(x.AsX(), a.Addr)
}

var constants = map[string]Mem{}

// constant is 16 equal floats in memory.
func constant(name string, x float64) Mem {
	return words(name, func(int) uint32 { return math.Float32bits(float32(x)) }, 16)
}

// whole is 16 equal integers in memory.
func whole(name string, x uint32) Mem {
	return words(name, func(int) uint32 { return x }, 16)
}

func words(name string, at func(i int) uint32, n int) Mem {
	if m, ok := constants[name]; ok {
		return m
	}
	m := GLOBL(name, attr.RODATA|attr.NOPTR)
	for i := range n {
		DATA(4*i, U32(at(i)))
	}
	constants[name] = m
	return m
}

// maskTable is 16 words of ones, then 16 of zeros.
func maskTable() Mem {
	return words("maskTable", func(i int) uint32 {
		if i < 16 {
			return math.MaxUint32
		}
		return 0
	}, 32)
}
