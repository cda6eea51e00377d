package kernel

import (
	"fmt"
	"unsafe"
)

// Epilogue says what a product does besides A·B: C = [C +] A·B [+ bias of the
// column] [then max(0, ·)]. The zero value overwrites C with A·B.
type Epilogue[T Float] struct {
	Accumulate bool // start from C instead of 0
	Bias       []T  // [n], nil for none; added after the sum over k
	ReLU       bool
}

// Bits of the mode of a tile, as in the generator.
const (
	modeLoad = 1 << iota
	modeBias
	modeReLU
)

// mode returns the epilogue as bits.
func (e Epilogue[T]) mode() (mode int) {
	if e.Accumulate {
		mode |= modeLoad
	}
	if e.Bias != nil {
		mode |= modeBias
	}
	if e.ReLU {
		mode |= modeReLU
	}
	return mode
}

// MulNT computes c[m,n] = a[m,k] · b[n,k]ᵀ, the y = x·Wᵀ of a linear layer.
func MulNT[T Float](w *Workers, c, a, b []T, m, n, k int, e Epilogue[T]) {
	checkMul("MulNT", len(c), len(a), len(b), m, n, k, len(e.Bias), e.Bias != nil)
	mul(w, product[T]{c: c, a: a, b: b, m: m, n: n, k: k, ldc: n, lda: k, ldb: k, e: e})
}

// MulNN computes c[m,n] = a[m,k] · b[k,n], the dx = dy·W of a linear layer.
func MulNN[T Float](w *Workers, c, a, b []T, m, n, k int, e Epilogue[T]) {
	checkMul("MulNN", len(c), len(a), len(b), m, n, k, len(e.Bias), e.Bias != nil)
	mul(w, product[T]{c: c, a: a, b: b, m: m, n: n, k: k, ldc: n, lda: k, ldb: n, bByK: true, e: e})
}

// MulTN computes c[m,n] = a[k,m]ᵀ · b[k,n], the dW = dyᵀ·x of a linear layer.
func MulTN[T Float](w *Workers, c, a, b []T, m, n, k int, e Epilogue[T]) {
	checkMul("MulTN", len(c), len(a), len(b), m, n, k, len(e.Bias), e.Bias != nil)
	mul(w, product[T]{c: c, a: a, b: b, m: m, n: n, k: k, ldc: n, lda: m, ldb: n, aByK: true, bByK: true, e: e})
}

// Packed is a matrix b[n,k] that is packed once for many products.
type Packed[T Float] struct {
	n, k   int
	b      []T       // as given, for the plain loop
	isa    isa       // the instruction set that panels are packed for
	panels []float32 // nil on the plain path
}

// Pack packs b[n,k] for MulPacked. The result may refer to b: call Repack after a
// change of b.
func Pack[T Float](w *Workers, b []T, n, k int) *Packed[T] {
	p := &Packed[T]{n: n, k: k}
	p.Repack(w, b)
	return p
}

// Repack packs a b of the same shape into p's memory.
func (p *Packed[T]) Repack(w *Workers, b []T) {
	if p.n < 0 || p.k < 0 || len(b) != p.n*p.k {
		panic(fmt.Sprintf("kernel: Pack: b has %d elements, n=%d k=%d", len(b), p.n, p.k))
	}
	p.b = b
	if fast[T]() {
		packFast(w, (*Packed[float32])(unsafe.Pointer(p)))
	}
}

// Rows returns n, the number of columns of a product with p.
func (p *Packed[T]) Rows() int { return p.n }

// Inner returns k.
func (p *Packed[T]) Inner() int { return p.k }

// MulPacked computes c[m,n] = a[m,k] · bᵀ with the same bits as MulNT.
func MulPacked[T Float](w *Workers, c, a []T, p *Packed[T], m int, e Epilogue[T]) {
	checkMul("MulPacked", len(c), len(a), p.n*p.k, m, p.n, p.k, len(e.Bias), e.Bias != nil)
	mulAny(w, product[T]{c: c, a: a, b: p.b, m: m, n: p.n, k: p.k, ldc: p.n, lda: p.k, ldb: p.k, e: e}, p)
}

func checkMul(name string, c, a, b, m, n, k, bias int, hasBias bool) {
	if m < 0 || n < 0 || k < 0 || c != m*n || a != m*k || b != n*k || hasBias && bias != n {
		panic(fmt.Sprintf("kernel: %s: m=%d n=%d k=%d but c, a, b have %d, %d, %d elements and the bias %d", name, m, n, k, c, a, b, bias))
	}
}

// product is one matrix product; the rows of its operands may be any distance apart.
type product[T Float] struct {
	c, a, b       []T
	m, n, k       int
	ldc, lda, ldb int  // distance of rows in memory
	aByK          bool // a is stored [k,m], else [m,k]
	bByK          bool // b is stored [k,n], else [n,k]
	e             Epilogue[T]
}

func mul[T Float](w *Workers, p product[T]) { mulAny(w, p, nil) }

// mulAny computes p; b, if not nil, is p.b packed.
func mulAny[T Float](w *Workers, p product[T], b *Packed[T]) {
	if p.m == 0 || p.n == 0 {
		return
	}
	if rounds[T](w) && b == nil && LackingBFloat16() != "" {
		refMulBFloat16(w, *(*product[float32])(unsafe.Pointer(&p)))
		return
	}
	if !fast[T]() {
		refMul(w, p)
		return
	}
	// T is float32 here, which the type system cannot see.
	mulFast(w, *(*product[float32])(unsafe.Pointer(&p)), (*Packed[float32])(unsafe.Pointer(b)))
}
