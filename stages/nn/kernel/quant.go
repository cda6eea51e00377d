package kernel

import (
	"fmt"
	"unsafe"
)

// Quantised is a matrix b[n,k] of weights in 8 bits: element (j,q) is about
// scale(j) times an integer from −127 to 127. The scale of a row maps its largest
// element to ±127 (symmetric quantisation per output channel).
//
// Sums over k of products of 8-bit numbers are integers below 2³¹, and so exact in
// any order; the steps that follow have one fixed order. Products of Quantised
// matrices are therefore the same to the bit on every path and every
// architecture.
type Quantised struct {
	n, k   int
	panels []int8    // [panel][k/4][quantColumns][4], zeros beyond n and k
	scale  []float32 // [panels·quantColumns]
	offset []int32   // [panels·quantColumns] 128·Σ of a row, which unsigned activations add to a sum
}

const (
	quantColumns = 32           // rows of b in a panel
	quantInner   = 66000        // largest k: sums stay below 2³¹
	quantLeast   = 1e-30        // a row whose elements are all smaller becomes zeros
	byteMax      = 127          // largest 8-bit number
	byteZero     = 128          // the unsigned byte that represents 0
	infinity     = 0x7f80 << 16 // bits of +Inf; those of NaN are larger
	quantRows    = 240          // rows of a that one task works on: their bytes stay in the L2 cache
)

// Quantise quantises b[n,k]. A row of b that is not finite gives products that are
// NaN. It panics on k above 66,000.
func Quantise(w *Workers, b []float32, n, k int) *Quantised {
	if n < 0 || k < 0 || k > quantInner || len(b) != n*k {
		panic(fmt.Sprintf("kernel: Quantise: b has %d elements, n=%d k=%d (at most %d)", len(b), n, k, quantInner))
	}
	panels, groups := (n+quantColumns-1)/quantColumns, (k+3)/4
	p := &Quantised{n: n, k: k, panels: alignedBytes[int8](panels * groups * quantColumns * 4),
		scale: make([]float32, panels*quantColumns), offset: make([]int32, panels*quantColumns)}
	w.Split(panels, 1, func(lo, hi int) {
		row := make([]uint8, bytesOf(k))
		for j := lo * quantColumns; j < min(hi*quantColumns, n); j++ {
			p.scale[j] = quantiseRow(row, b[j*k:(j+1)*k])
			p.fill(j, row[:k])
		}
	})
	return p
}

// fill packs row j of b.
func (p *Quantised) fill(j int, row []uint8) {
	panel := p.panel(j / quantColumns)
	sum := int32(0)
	for q, v := range row {
		v := int32(v) - byteZero
		sum += v
		panel[q/4*quantColumns*4+j%quantColumns*4+q%4] = int8(v)
	}
	p.offset[j] = byteZero * sum
}

// Rows returns n, the number of columns of a product with p.
func (p *Quantised) Rows() int { return p.n }

// Inner returns k.
func (p *Quantised) Inner() int { return p.k }

// panel returns the panel of rows [32·i, 32·(i+1)).
func (p *Quantised) panel(i int) []int8 {
	size := (p.k + 3) / 4 * 4 * quantColumns
	return p.panels[i*size : (i+1)*size]
}

// MulQuantised computes c[m,n] = a[m,k] · b[n,k]ᵀ of the 8-bit forms: with S the
// exact sum of an element, c = S·(scale of a's row · scale of b's row), followed by
// the epilogue. Every step rounds to float32.
func MulQuantised(w *Workers, c []float32, a *Bytes, b *Quantised, e Epilogue[float32]) {
	checkMul("MulQuantised", len(c), a.m*a.k, b.n*b.k, a.m, b.n, b.k, len(e.Bias), e.Bias != nil)
	if a.k != b.k {
		panic(fmt.Sprintf("kernel: MulQuantised: a has k=%d, b k=%d", a.k, b.k))
	}
	panels := len(b.scale) / quantColumns
	down := (a.m + quantRows - 1) / quantRows
	if t := w.Count(); t > 1 && a.m >= 4*t*12 {
		down = (down + t - 1) / t * t // the same for each thread
	}
	across := 1
	if t := 4 * w.Count(); w.Count() > 1 && down < t {
		across = min(panels, (t+down-1)/max(down, 1))
	}
	w.each(down*across, func(t int) {
		i, j := t/across, t%across
		mulQuantised(c, a, b, i*a.m/down, (i+1)*a.m/down, j*panels/across, (j+1)*panels/across, e)
	})
}

// mulQuantised computes rows [i0,i1) of panels [p0,p1).
func mulQuantised(c []float32, a *Bytes, b *Quantised, i0, i1, p0, p1 int, e Epilogue[float32]) {
	ld, mode := bytesOf(a.k), e.mode()
	bytes, factors := a.data[i0*ld:i1*ld], a.scale[i0:i1]
	for p := p0; p < p1; p++ {
		j := p * quantColumns
		columns := min(quantColumns, b.n-j)
		var bias []float32
		if e.Bias != nil {
			bias = e.Bias[j : j+columns]
		}
		to, scale, offset := c[i0*b.n+j:], b.scale[j:j+quantColumns], b.offset[j:j+quantColumns]
		switch {
		case !fast[float32]():
			refQuantRows(to, b.n, columns, bytes, ld, i1-i0, b.panel(p), factors, scale, offset, bias, mode)
		case columns < quantColumns:
			quantEdge(to, b.n, columns, bytes, ld, i1-i0, b.panel(p), factors, scale, offset, bias, mode)
		default:
			fastQuantRows(to, b.n, bytes, ld, i1-i0, b.panel(p), factors, scale, offset, bias, mode)
		}
	}
}

// quantEdge is fastQuantRows for a panel that the edge of c cuts off. It computes a
// few whole rows at a time in a buffer and copies their columns into c.
func quantEdge(c []float32, ldc, columns int, a []uint8, lda, rows int, panel []int8, factors, scale []float32, offset []int32, bias []float32, mode int) {
	const high = 12
	var whole [high * quantColumns]float32
	var padded [quantColumns]float32
	copy(padded[:], bias)
	for i := 0; i < rows; i += high {
		n := min(high, rows-i)
		for r := range n {
			copy(whole[r*quantColumns:][:columns], c[(i+r)*ldc:])
		}
		fastQuantRows(whole[:], quantColumns, a[i*lda:], lda, n, panel, factors[i:], scale, offset, padded[:], mode)
		for r := range n {
			copy(c[(i+r)*ldc:][:columns], whole[r*quantColumns:])
		}
	}
}

// alignedBytes returns n zeros that start on a boundary of 64 bytes.
func alignedBytes[B int8 | uint8](n int) []B {
	b := make([]B, n+63)
	off := int(-uintptr(unsafe.Pointer(&b[0])) & 63)
	return b[off : off+n : off+n]
}
