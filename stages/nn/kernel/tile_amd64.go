//go:build amd64 && !purego

package kernel

// serial computes all of C from the packed b on this goroutine.
func (g *blocking) serial(scratch []float32) {
	g.blockOf(scratch, g.packedB, 0, g.panels, 0, g.tiles, 0, g.panels)
}

// block computes tiles [t0,t1) × panels [p0,p1) of C, which lie in chunk c.
func (g *blocking) block(c, t0, t1, p0, p1 int) {
	first, last := g.panelsOf(c)
	b := g.chunkB[c%2]
	if g.packedB != nil {
		b, first, last = g.packedB, 0, g.panels
	}
	scratch := g.w.take(g.blockScratch(t1 - t0))
	g.blockOf(scratch, b, first, last, t0, t1, p0, p1)
	g.w.give(scratch)
}

// blockScratch returns the scratch memory of a block of tiles: an edge tile and,
// if the block packs it, its part of a.
func (g *blocking) blockScratch(tiles int) int {
	n := g.mr*g.nr + g.nr
	if g.packedA == nil && !g.stored {
		n += tiles * g.mr * g.heldK(tiles)
	}
	return n
}

// heldK returns how much of k a block keeps packed for its part of a: all of it if
// the L2 cache can hold that, else one block of k.
func (g *blocking) heldK(tiles int) int {
	if g.ks > 1 && tiles*g.mr*g.k <= heldA {
		return g.k
	}
	return g.kc
}

// blockOf computes tiles [t0,t1) × panels [p0,p1) from b, which holds the panels
// [first,last). It works through groups of panels, so that their part of C stays
// in the L2 cache from one block of k to the next.
func (g *blocking) blockOf(scratch, b []float32, first, last, t0, t1, p0, p1 int) {
	edge, own := scratch[:g.mr*g.nr+g.nr], scratch[g.mr*g.nr+g.nr:]
	group, held := p1-p0, g.packedA != nil || g.stored
	if !held && g.heldK(t1-t0) == g.k {
		held = true
		for q := range g.ks {
			lo, hi := g.rangeK(q)
			g.packA(own[lo*g.mr*(t1-t0):], t0, t1, lo, hi)
		}
	}
	if held && g.ks > 1 {
		group = groupPanels
	}
	for ; p0 < p1; p0 += group {
		for q := range g.ks {
			lo, hi := g.rangeK(q)
			a, sizeA, sizeB := own, g.mr*(hi-lo), g.nr*(hi-lo)
			switch {
			case g.stored:
				a = g.a[lo:]
			case g.packedA != nil:
				a = g.packedA[lo*g.mr*g.tiles+t0*sizeA:]
			case held:
				a = own[lo*g.mr*(t1-t0):]
			default:
				g.packA(a, t0, t1, lo, hi)
			}
			mode := g.mode(q)
			for p := p0; p < min(p0+group, p1); p++ {
				g.panel(edge, a, b[lo*g.nr*(last-first)+(p-first)*sizeB:], t0, t1, p, hi-lo, mode)
			}
		}
	}
}

// mode returns what tiles do besides the sum in block q of k.
func (g *blocking) mode(q int) int {
	mode := g.e.mode()
	if q > 0 {
		mode |= modeLoad
	}
	if q < g.ks-1 {
		mode &^= modeBias | modeReLU
	}
	return mode
}

// panel computes tiles [t0,t1) of panel p from k rows of the packed a and b.
// A panel that the edge of C cuts off goes through the edge buffer, which has room
// for a tile and then for the bias.
func (g *blocking) panel(edge, a, b []float32, t0, t1, p, k, mode int) {
	j := p * g.nr
	columns := min(g.nr, g.n-j)
	var bias *float32
	if mode&modeBias != 0 {
		bias = &g.e.Bias[j]
		if columns < g.nr {
			padded := edge[g.mr*g.nr:]
			clear(padded[copy(padded, g.e.Bias[j:]):])
			bias = &padded[0]
		}
	}
	lda, step := k, 1
	switch {
	case g.stored:
		lda = g.lda
	case g.aByK:
		lda, step = 1, g.mr
	}
	for t := t0; t < t1; t++ {
		lo, hi := g.rangeTile(t)
		first := (t - t0) * g.mr * k
		if g.stored {
			first = lo * g.lda
		}
		var ap, bp *float32
		if k > 0 {
			ap, bp = &a[first], &b[0]
		}
		c := g.c[lo*g.ldc+j:]
		if columns == g.nr {
			runTile(g.isa, hi-lo, &c[0], g.ldc, ap, lda, step, bp, k, bias, mode)
			continue
		}
		if mode&modeLoad != 0 {
			for r := range hi - lo {
				copy(edge[r*g.nr:][:columns], c[r*g.ldc:])
			}
		}
		runTile(g.isa, hi-lo, &edge[0], g.nr, ap, lda, step, bp, k, bias, mode)
		for r := range hi - lo {
			copy(c[r*g.ldc:][:columns], edge[r*g.nr:])
		}
	}
}

// runTile computes one tile of C; element (r,q) of a is a[r·lda+q·step].
func runTile(i isa, rows int, c *float32, ldc int, a *float32, lda, step int, b *float32, k int, bias *float32, mode int) {
	switch i {
	case avx2:
		tileAVX2(rows, c, ldc, a, lda, step, b, k, bias, mode)
	case avx512:
		tileAVX512(rows, c, ldc, a, lda, step, b, k, bias, mode)
	case avx512BFloat16:
		tileBFloat16(rows, c, ldc, a, lda, step, b, k, bias, mode)
	}
}
