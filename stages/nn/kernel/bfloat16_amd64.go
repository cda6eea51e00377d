//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// hasBFloat16 reports whether the CPU multiplies pairs of bfloat16. Only tests change it.
var hasBFloat16 = cpu.X86.HasAVX512BF16

// pairsOf returns p as a product of pairs of bfloat16. A pair has the size of a float32, so blocks, panels and tiles are
// those of float32 with half the k; only packing and the tiles treat elements differently.
func pairsOf(p product[float32]) blocking {
	k := p.k
	p.k = ceil(k, 2)
	g := blockingOf(p, avx512BFloat16)
	g.inner, g.stored = k, false
	return g
}

// packPairRows packs pairs [k0,k1) of rows [r0,r1) of x, row by row.
func (g *blocking) packPairRows(dst, x []float32, ld, r0, r1, k0, k1 int) {
	n := min(2*k1, g.inner) - 2*k0
	for r := r0; r < r1 && n > 0; r++ {
		pairRow(&dst[(r-r0)*(k1-k0)], &x[r*ld+2*k0], n)
	}
}

// packPairs packs rows [r0,r1) of x as [pairs][width].
func (g *blocking) packPairs(dst []float32, width int, x []float32, ld int, byK bool, r0, r1, k0, k1 int) {
	switch {
	case k0 == k1:
	case !byK:
		var four [4 * packK]float32
		for k := k0; k < k1; k += packK {
			end := min(k+packK, k1)
			for r := r0; r < r1; r += 4 {
				g.packPairRows(four[:], x, ld, r, min(r+4, r1), k, end)
				packFour(dst[(k-k0)*width+r-r0:], width, four[:], end-k, 0, min(4, r1-r), 0, end-k)
			}
		}
	case width > 16:
		pairRows32(&dst[0], width, &x[2*k0*ld+r0], ld, r1-r0, min(2*k1, g.inner)-2*k0)
	default:
		pairRows16(&dst[0], width, &x[2*k0*ld+r0], ld, r1-r0, min(2*k1, g.inner)-2*k0)
	}
}
