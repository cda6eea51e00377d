package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func attendPart() {
	twins("fastWeightedSum", "(out, p, v []float32, ldv int)", "computes out[j] = sum of p[i]*v[i*ldv+j], in the order of i; p is not empty.", weighted)
}

// weighted is a product with one row; its second operand is not packed.
func weighted(s isa) {
	out, p, v, ldv, keys, c := param("out"), param("p"), param("v"), param("ldv"), length("p"), length("out")
	SHLQ(Imm(2), ldv)
	pi, vi, left := GP64(), GP64(), GP64()
	const weight = 2
	sum := func(label string, vectors int, add func(i int)) {
		for i := range vectors {
			s.clear(s.v(i))
		}
		MOVQ(p, pi)
		MOVQ(v, vi)
		MOVQ(keys, left)
		s.label(label)
		VBROADCASTSS(at(pi, 0), s.c(weight))
		for i := range vectors {
			add(i)
		}
		ADDQ(Imm(4), pi)
		ADDQ(ldv, vi)
		DECQ(left)
		JNZ(s.to(label))
	}
	s.label("wide")
	CMPQ(c, Imm(64))
	JLT(s.to("narrow"))
	sum("wideSum", 4, func(i int) {
		s.parts(func(h int) { VFMADD231PS(at(vi, 64*i+h*s.bytes()), s.c(weight), s.v(i)[h]) })
	})
	for i := range 4 {
		s.parts(func(h int) { VMOVUPS(s.v(i)[h], at(out, 64*i+h*s.bytes())) })
	}
	ADDQ(U32(256), out)
	ADDQ(U32(256), v)
	SUBQ(Imm(64), c)
	JMP(s.to("wide"))
	s.label("narrow")
	r := &row{isa: s, n: c, ptrs: []GPVirtual{out, v}}
	r.loop(func() {
		sum(fmt.Sprint("narrowSum", r.masked), 1, func(int) {
			r.load(vi, s.v(1))
			s.parts(func(h int) { VFMADD231PS(s.v(1)[h], s.c(weight), s.v(0)[h]) })
		})
		r.store(s.v(0), out)
	})
}
