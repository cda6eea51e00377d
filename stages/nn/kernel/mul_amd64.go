//go:build amd64 && !purego

package kernel

import (
	"runtime"
	"sync/atomic"
)

//go:generate sh -c "cd _generate && go run . -part mul -out ../mul_amd64.s -stubs ../mul_stub_amd64.go -pkg kernel"

// The sizes of blocks. None of these numbers changes a bit of the result.
const (
	blockK      = 512     // k of one pass of a tile: a panel of b stays in the L1 cache
	blockTiles  = 20      // tiles of rows whose part of a stays in the L2 cache
	chunkSize   = 1 << 19 // elements of b packed at once
	smallA      = 1 << 22 // elements of a up to which a is packed once for all columns
	heldA       = 1 << 17 // elements of a that a block keeps packed for all of k
	packK       = 128     // k of all rows of a panel that are packed in turn
	groupPanels = 16      // panels of b whose part of C is completed before the next
	farRows     = 1024    // distance of rows of a from which the rows of a tile evict each other from the L1 cache
)

// Bits of the mode of a tile, as in the generator.
const (
	modeLoad = 1 << iota
	modeBias
	modeReLU
)

// tiling is the size of a tile of C in registers.
func (i isa) tiling() (rows, columns int) {
	if i != avx2 {
		return 12, 32
	}
	return 4, 24
}

// blocking is a product cut into tasks. b is packed in panels of nr columns, a in
// tiles of at most mr rows, both in blocks of k. Columns are computed in chunks.
// The first tasks of a chunk pack its part of b; the others compute blocks of C.
// Tasks start in order, so a task that waits for packing waits for tasks that
// already run.
type blocking struct {
	product[float32]
	w      *Workers
	isa    isa
	mr, nr int
	kc, ks int // size and number of blocks of k

	tiles, rowBlocks int // of a
	panels           int // of b, all columns
	chunk, chunks    int // panels per chunk, number of chunks
	columnBlocks     int // per chunk
	packers          int // tasks per chunk that pack b
	packersA         int // tasks that pack a, before those of the first chunk

	packedA []float32      // all of a, nil if each task packs its own rows
	packedB []float32      // all of b if it was packed before, nil if chunks are packed
	chunkB  [2][]float32   // the packed chunks, even and odd ones
	packed  []atomic.Int32 // tasks of a chunk that have packed; a's count in the first
	done    []atomic.Int32 // tasks of a chunk that have computed
	run     func(t int)    // the blocking's method any
	stored  bool           // a is read as it is stored, not packed

	inner int // elements of k in a product of bfloat16, where k counts pairs
}

func mulFast(w *Workers, p product[float32], b *Packed[float32]) {
	i := path
	var panels []float32
	if b != nil {
		i, panels = b.isa, b.panels
	}
	g := w.takeBlocking()
	packed, done, run := g.packed, g.done, g.run
	if *g = blockingOf(p, i); b == nil && rounds[float32](w) {
		*g = pairsOf(p)
	}
	g.w, g.packedB = w, panels
	g.packed, g.done, g.run = packed, done, run
	if g.run == nil {
		g.run = g.any
	}
	g.cut(w.Count())
	bufferA, bufferB := g.buffers()
	scratch := w.take(bufferA + 2*bufferB)
	if bufferA > 0 {
		g.packedA = scratch[:bufferA]
	}
	g.chunkB = [2][]float32{scratch[bufferA : bufferA+bufferB], scratch[bufferA+bufferB:]}
	w.each(g.packersA+g.chunks*g.perChunk(), g.run)
	w.give(scratch)
	w.giveBlocking(g)
}

// any runs task t of all chunks.
func (g *blocking) any(t int) {
	if t < g.packersA {
		g.packTilesA(t)
		return
	}
	t -= g.packersA
	g.task(t/g.perChunk(), t%g.perChunk())
}

// perChunk returns the number of tasks per chunk.
func (g *blocking) perChunk() int { return g.packers + g.rowBlocks*g.columnBlocks }

// blockingOf returns a blocking without tasks, which is enough for serial.
func blockingOf(p product[float32], i isa) blocking {
	g := blocking{product: p, isa: i}
	g.mr, g.nr = i.tiling()
	g.kc, g.ks = cutK(p.k)
	g.tiles = ceil(p.m, g.mr)
	g.panels = ceil(p.n, g.nr)
	g.stored = !p.aByK && p.lda < farRows
	return g
}

// cut chooses the tasks of the blocking.
func (g *blocking) cut(threads int) {
	g.rowBlocks = ceil(g.tiles, blockTiles)
	// Give each thread the same number of blocks: with one block left over, all other threads wait for it.
	if threads > 1 && g.tiles >= 4*threads {
		g.rowBlocks = ceil(g.rowBlocks, threads) * threads
	}
	g.chunk = min(g.panels, max(chunkSize/(g.nr*max(g.k, 1)), 4))
	g.chunks = ceil(g.panels, g.chunk)
	g.chunk = ceil(g.panels, g.chunks)
	g.columnBlocks = 1
	// Cut few rows by columns too, into four tasks per thread: a thread without a task would spin at the next chunk's wait.
	if threads > 1 {
		g.columnBlocks = min(g.chunk, ceil(4*threads, g.rowBlocks))
	}
	if g.packedB == nil {
		g.packers = ceil(g.chunk, g.packUnit())
	}
	// Pack a small a once, in tasks of its own; otherwise every task of a chunk would pack the same rows again.
	if !g.stored && g.m*g.k <= smallA && g.columnBlocks*g.chunks > 1 {
		g.packersA = g.rowBlocks
		if threads > 1 {
			g.packersA = min(g.tiles, max(g.rowBlocks, threads))
		}
	}
	g.packed, g.done = counters(g.packed, g.chunks), counters(g.done, g.chunks)
}

// counters returns n zeros, in the memory of c if it is large enough.
func counters(c []atomic.Int32, n int) []atomic.Int32 {
	if cap(c) < n {
		return make([]atomic.Int32, n)
	}
	c = c[:n]
	for i := range c {
		c[i].Store(0)
	}
	return c
}

// packUnit returns the number of panels that one task packs.
func (g *blocking) packUnit() int {
	least := 1
	if g.bByK {
		least = 4 // rows of four panels lie on one page
	}
	return max(least, (1<<15)/(g.nr*max(g.k, 1)))
}

// cutK cuts k into blocks of equal size, a multiple of 8.
func cutK(k int) (size, blocks int) {
	blocks = max(1, ceil(k, blockK))
	size = (ceil(k, blocks) + 7) &^ 7
	return size, max(1, ceil(k, max(size, 1)))
}

func ceil(a, b int) int { return (a + b - 1) / b }

// buffers returns the sizes of the scratch memory for packed a and for one chunk of b.
func (g *blocking) buffers() (a, b int) {
	if g.packersA > 0 {
		a = (g.tiles*g.mr*g.k + 15) &^ 15
	}
	if g.packedB == nil {
		b = g.chunk * g.nr * g.k
	}
	return a, b
}

// rangeK returns the i-th block of k.
func (g *blocking) rangeK(i int) (lo, hi int) { return i * g.kc, min((i+1)*g.kc, g.k) }

// rangeTile returns the rows of tile t. All tiles are nearly equal.
func (g *blocking) rangeTile(t int) (lo, hi int) { return t * g.m / g.tiles, (t + 1) * g.m / g.tiles }

func (g *blocking) packTilesA(t int) {
	t0, t1 := t*g.tiles/g.packersA, (t+1)*g.tiles/g.packersA
	for i := range g.ks {
		lo, hi := g.rangeK(i)
		g.packA(g.packedA[lo*g.mr*g.tiles+t0*g.mr*(hi-lo):], t0, t1, lo, hi)
	}
	g.packed[0].Add(1)
}

// packA packs tiles [t0,t1) of a for k in [lo,hi).
func (g *blocking) packA(dst []float32, t0, t1, lo, hi int) {
	size := g.mr * (hi - lo)
	for t := t0; t < t1; t++ {
		r0, r1 := g.rangeTile(t)
		switch to := dst[(t-t0)*size:]; {
		case g.rowsOfPairs():
			g.packPairRows(to, g.a, g.lda, r0, r1, lo, hi)
		case g.isa == avx512BFloat16:
			g.packPairs(to, g.mr, g.a, g.lda, true, r0, r1, lo, hi)
		case g.aByK:
			packCopy(to, g.mr, g.a, g.lda, r0, r1, lo, hi)
		default:
			packTransposed(to, g.mr, g.a, g.lda, r0, r1, lo, hi)
		}
	}
}

// panelsOf returns the panels of chunk c.
func (g *blocking) panelsOf(c int) (lo, hi int) { return c * g.chunk, min((c+1)*g.chunk, g.panels) }

// task runs task t of chunk c.
func (g *blocking) task(c, t int) {
	p0, p1 := g.panelsOf(c)
	// No wait lasts forever: tasks start in rising order, and each waits only for lower numbers.
	if t < g.packers {
		if c > 1 {
			// Chunk c overwrites chunk c−2: a task that still computes on that chunk would read a mixture of both.
			wait(&g.done[c-2], g.rowBlocks*g.columnBlocks)
		}
		unit := g.packUnit()
		g.packB(g.chunkB[c%2], p0, p1, p0+t*unit, min(p0+(t+1)*unit, p1))
		g.packed[c].Add(1)
		return
	}
	// Until the packers report, the panels hold the last product's data. The first chunk also counts the packers of a.
	if g.packersA > 0 && c > 0 {
		wait(&g.packed[0], g.packers+g.packersA)
	}
	need := g.packers
	if c == 0 {
		need += g.packersA
	}
	wait(&g.packed[c], need)
	t -= g.packers
	row, column := t%g.rowBlocks, t/g.rowBlocks
	n := p1 - p0
	g.block(c, row*g.tiles/g.rowBlocks, (row+1)*g.tiles/g.rowBlocks, p0+column*n/g.columnBlocks, p0+(column+1)*n/g.columnBlocks)
	g.done[c].Add(1)
}

// wait returns when count tasks have reported.
func wait(n *atomic.Int32, count int) {
	for n.Load() < int32(count) {
		runtime.Gosched()
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

// serial computes all of C from the packed b on this goroutine.
func (g *blocking) serial(scratch []float32) {
	g.blockOf(scratch, g.packedB, 0, g.panels, 0, g.tiles, 0, g.panels)
}

// packAllB packs b into dst, of sizeB elements, for serial.
func (g *blocking) packAllB(dst []float32) {
	g.packedB = dst
	g.packB(dst, 0, g.panels, 0, g.panels)
}

// sizeB returns the size of the packed b.
func (g *blocking) sizeB() int { return g.panels * g.nr * g.k }

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

// rowsOfPairs reports whether tiles read rows of pairs of a: rows with k side by side are rounded, not transposed.
func (g *blocking) rowsOfPairs() bool { return g.isa == avx512BFloat16 && !g.aByK }

// mode returns what tiles do besides the sum in block q of k.
func (g *blocking) mode(q int) int {
	mode := 0
	if q > 0 || g.e.Accumulate {
		mode |= modeLoad
	}
	if q == g.ks-1 && g.e.Bias != nil {
		mode |= modeBias
	}
	if q == g.ks-1 && g.e.ReLU {
		mode |= modeReLU
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
	var bp, ap *float32
	if k > 0 {
		bp = &b[0]
	}
	for t := t0; t < t1; t++ {
		lo, hi := g.rangeTile(t)
		lda := 0
		switch {
		case k == 0:
		case g.stored:
			ap, lda = &a[lo*g.lda], g.lda
		case g.rowsOfPairs():
			ap, lda = &a[(t-t0)*g.mr*k], k
		default:
			ap = &a[(t-t0)*g.mr*k]
		}
		c := g.c[lo*g.ldc+j:]
		if columns == g.nr {
			runTile(g.isa, hi-lo, &c[0], g.ldc, ap, lda, bp, k, bias, mode)
			continue
		}
		if mode&modeLoad != 0 {
			for r := range hi - lo {
				copy(edge[r*g.nr:][:columns], c[r*g.ldc:])
			}
		}
		runTile(g.isa, hi-lo, &edge[0], g.nr, ap, lda, bp, k, bias, mode)
		for r := range hi - lo {
			copy(c[r*g.ldc:][:columns], edge[r*g.nr:])
		}
	}
}

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
