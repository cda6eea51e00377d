//go:build amd64 && !purego

package kernel

import (
	"runtime"
	"sync/atomic"
)

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
