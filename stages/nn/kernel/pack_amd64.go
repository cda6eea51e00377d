//go:build amd64 && !purego

package kernel

// packTilesA is task t of those that pack all of a.
func (g *blocking) packTilesA(t int) {
	t0, t1 := t*g.tiles/g.packersA, (t+1)*g.tiles/g.packersA
	for i := range g.ks {
		lo, hi := g.rangeK(i)
		g.packA(g.packedA[lo*g.mr*g.tiles+t0*g.mr*(hi-lo):], t0, t1, lo, hi)
	}
	g.packed[0].Add(1)
}

// packA packs tiles [t0,t1) of a for k in [lo,hi): as [k][mr] where a is stored by k, else as rows.
func (g *blocking) packA(dst []float32, t0, t1, lo, hi int) {
	size := g.mr * (hi - lo)
	for t := t0; t < t1; t++ {
		r0, r1 := g.rangeTile(t)
		switch to := dst[(t-t0)*size:]; {
		case g.aByK && g.isa == avx512BFloat16:
			g.packPairs(to, g.mr, g.a, g.lda, true, r0, r1, lo, hi)
		case g.aByK:
			packCopy(to, g.mr, g.a, g.lda, r0, r1, lo, hi)
		case g.isa == avx512BFloat16:
			g.packPairRows(to, g.a, g.lda, r0, r1, lo, hi)
		default:
			for r := r0; r < r1; r++ {
				copy(to[(r-r0)*(hi-lo):], g.a[r*g.lda+lo:r*g.lda+hi])
			}
		}
	}
}

// packB packs panels [p0,p1) of b into a buffer that holds [first,last).
func (g *blocking) packB(dst []float32, first, last, p0, p1 int) {
	for q := range g.ks {
		lo, hi := g.rangeK(q)
		step, size := hi-lo, g.nr*(hi-lo)
		if g.bByK {
			step = packK
		}
		for k := lo; k < hi; k += step {
			for p := p0; p < p1; p++ {
				r0, r1 := p*g.nr, min((p+1)*g.nr, g.n)
				to := dst[lo*g.nr*(last-first)+(p-first)*size+(k-lo)*g.nr:]
				switch {
				case g.isa == avx512BFloat16:
					g.packPairs(to, g.nr, g.b, g.ldb, g.bByK, r0, r1, k, min(k+step, hi))
				case g.bByK:
					packCopy(to, g.nr, g.b, g.ldb, r0, r1, k, min(k+step, hi))
				default:
					packTransposed(to, g.nr, g.b, g.ldb, r0, r1, lo, hi)
				}
			}
		}
	}
}

// packAllB packs b into dst, of sizeB elements, for serial.
func (g *blocking) packAllB(dst []float32) {
	g.packedB = dst
	g.packB(dst, 0, g.panels, 0, g.panels)
}

// sizeB returns the size of the packed b.
func (g *blocking) sizeB() int { return g.panels * g.nr * g.k }

// packCopy packs rows [r0,r1) of x, stored by k, as [k][width]. The columns of
// missing rows have arbitrary content.
func packCopy(dst []float32, width int, x []float32, ld int, r0, r1, k0, k1 int) {
	switch {
	case k0 == k1:
	case (k1-1)*ld+r0+width <= len(x): // what follows the rows may come along
		copyPanel(dst, width, x[k0*ld+r0:], ld, k1-k0)
	default:
		for i := range k1 - k0 {
			copy(dst[i*width:][:width], x[(k0+i)*ld+r0:(k0+i)*ld+r1])
		}
	}
}

// packTransposed packs rows [r0,r1) of x as [k][width].
func packTransposed(dst []float32, width int, x []float32, ld, r0, r1, k0, k1 int) {
	if k0 == k1 {
		return
	}
	for k := k0; k < k1; k += packK {
		for r := r0; r < r1; r += 4 {
			packFour(dst[(k-k0)*width+r-r0:], width, x, ld, r, r1, k, min(k+packK, k1))
		}
	}
}

// packFour packs four rows from r on at a distance of width; rows from end on are
// missing. k0 < k1.
func packFour(dst []float32, width int, x []float32, ld, r, end, k0, k1 int) {
	var row [4][]float32
	for i := range row {
		at := min(r+i, end-1) * ld
		row[i] = x[at+k0 : at+k1]
	}
	k := k1 - k0
	whole := k &^ 7
	if whole > 0 {
		transpose4(&dst[0], width, &row[0][0], &row[1][0], &row[2][0], &row[3][0], whole, 4*ld)
	}
	for q := whole; q < k; q++ {
		d := dst[q*width:][:4]
		d[0], d[1], d[2], d[3] = row[0][q], row[1][q], row[2][q], row[3][q]
	}
}

// copyPanel packs k rows of src, stored by k.
func copyPanel(dst []float32, width int, src []float32, ld, k int) {
	switch width {
	case 4:
		copyRows4(&dst[0], &src[0], ld, k)
	case 12:
		copyRows12(&dst[0], &src[0], ld, k)
	case 24:
		copyRows24(&dst[0], &src[0], ld, k)
	case 32:
		copyRows32(&dst[0], &src[0], ld, k)
	}
}

// packFast packs b into the panels of the current path.
func packFast(w *Workers, p *Packed[float32]) {
	g := blockingOf(product[float32]{b: p.b, n: p.n, k: p.k, ldb: p.k}, path)
	p.isa = g.isa
	p.panels = resize(p.panels, g.sizeB())
	unit := g.packUnit()
	w.each(ceil(g.panels, unit), func(t int) {
		g.packB(p.panels, 0, g.panels, t*unit, min((t+1)*unit, g.panels))
	})
}
