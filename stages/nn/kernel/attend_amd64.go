//go:build amd64 && !purego

package kernel

// blockQueries is the number of queries whose scores the forward pass holds at
// once. Rows do not depend on each other, so it does not change a bit.
const blockQueries = 48

// fewQueries is the number of queries up to which values are not worth packing.
// Either way an output is one chain of fused multiply-adds over the keys.
const fewQueries = 8

// attention is one head of one segment, as matrices whose rows are d apart.
type attention struct {
	isa        isa
	n, m, c, d int // queries, keys, columns of the head, distance of rows
	keys       int // keys rounded up to whole panels: the distance of rows of scores
	s          Segment
	drop       Drop
	first      uint64 // number of the first weight
}

func attentionOf(s Segment, heads, d int, drop Drop, first int) attention {
	_, nr := path.tiling()
	return attention{isa: path, n: s.Q.Len(), m: s.K.Len(), c: d / heads, d: d, keys: ceil(s.K.Len(), nr) * nr, s: s, drop: drop, first: uint64(first)}
}

// room hands out pieces of scratch memory that start on boundaries of 64 bytes.
type room []float32

func (r *room) cut(n int) []float32 {
	size := (n + 15) &^ 15
	b := (*r)[:n:n]
	*r = (*r)[size:]
	return b
}

// from returns x from the first column of a head on; x may be empty.
func from(x []float32, column int) []float32 { return x[min(column, len(x)):] }

// largest returns the largest f of the segments.
func largest(segs []Segment, f func(s Segment) int) (n int) {
	for _, s := range segs {
		n = max(n, f(s))
	}
	return n
}

// sizeOf bounds the scratch memory of the product of two packed operands with
// m, n rows and inner dimension k: packed b, packed a, an edge tile.
func sizeOf(m, n, k int) int {
	mr, nr := path.tiling()
	return (n+nr+16)*k + (m+mr+16)*(k+8) + mr*nr + nr + 64
}

func fastAttend(w *Workers, out, weights, q, k, v []float32, packed *PackedKeys[float32], segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	scratch := w.take(largest(segs, func(s Segment) int {
		n, m, c := min(s.Q.Len(), blockQueries), s.K.Len(), d/heads
		return n*(m+32) + sizeOf(n, m, c) + sizeOf(n, c, m) + 64
	}))
	for _, s := range segs {
		size := s.Q.Len() * s.K.Len()
		for head := lo; head < hi; head++ {
			a := attentionOf(s, heads, d, drop, at+head*size)
			h := head * a.c
			var keys, values []float32
			if packed != nil && s.K.Len() > 0 {
				keys, values = packed.panelsOf(packed.find(s.K), head)
			}
			a.forward(scratch, from(out, h), part(weights, at+head*size, size), from(q, h), from(k, h), from(v, h), keys, values)
		}
		at += heads * size
	}
	w.give(scratch)
}

// forward computes one head; the slices start at the head's first column. keys and
// values, if not nil, are those of the head as packKeys and packValues wrote them.
func (a *attention) forward(scratch room, out, weights, q, k, v, keys, values []float32) {
	if a.n == 0 {
		return
	}
	if a.m == 0 {
		for i := range a.n {
			clear(out[(a.s.Q.Lo+i)*a.d:][:a.c])
		}
		return
	}
	scores := scratch.cut(min(a.n, blockQueries) * a.keys)
	first := blockingOf(product[float32]{b: k[a.s.K.Lo*a.d:], c: scores, n: a.m, k: a.c, lda: a.d, ldb: a.d, ldc: a.keys}, a.isa)
	first.n = a.keys // whole panels: columns past the keys are never read
	second := blockingOf(product[float32]{a: scores, b: v[a.s.K.Lo*a.d:], n: a.c, k: a.m, lda: a.keys, ldb: a.d, ldc: a.d, bByK: true}, a.isa)
	if first.packedB = keys; keys == nil {
		first.n = a.m
		first.packAllB(scratch.cut(first.sizeB()))
		first.n = a.keys
	}
	if second.packedB = values; values == nil && a.n > fewQueries {
		second.packAllB(scratch.cut(second.sizeB()))
	}
	for lo := 0; lo < a.n; lo += blockQueries {
		rows := min(blockQueries, a.n-lo)
		row := (a.s.Q.Lo + lo) * a.d
		first.a, first.m, first.tiles = q[row:], rows, ceil(rows, first.mr)
		first.serial(scratch)
		for i := range rows {
			a.weigh(scores[i*a.keys:][:a.m], weights, lo+i)
		}
		if a.n <= fewQueries {
			for i := range rows {
				fastWeightedSum(out[row+i*a.d:][:a.c], scores[i*a.keys:][:a.m], second.b, a.d)
			}
			return
		}
		second.c, second.m, second.tiles = out[row:], rows, ceil(rows, second.mr)
		second.serial(scratch)
	}
}

// packedKeysOf returns the number of elements that a number of keys of c columns
// takes when packed, packedValuesOf that of values.
func packedKeysOf(keys, c int) int {
	_, nr := path.tiling()
	return ceil(keys, nr) * nr * c
}

func packedValuesOf(keys, c int) int {
	_, nr := path.tiling()
	return ceil(c, nr) * nr * keys
}

// packKeys packs one head of the keys of r as forward expects them.
func packKeys(dst, k []float32, r Range, head, heads, d int) {
	c := d / heads
	g := blockingOf(product[float32]{b: k[r.Lo*d+head*c:], n: r.Len(), k: c, ldb: d}, path)
	g.packAllB(dst)
}

// packValues packs one head of the values of r as forward expects them.
func packValues(dst, v []float32, r Range, head, heads, d int) {
	c := d / heads
	g := blockingOf(product[float32]{b: v[min(r.Lo*d+head*c, len(v)):], n: c, k: r.Len(), ldb: d, bByK: true}, path)
	g.packAllB(dst)
}

// weigh turns the scores of query i into its weights after dropout.
func (a *attention) weigh(p, weights []float32, i int) {
	seen := a.s.seen(i)
	fastSoftmax(p[:seen])
	clear(p[seen:])
	if weights != nil {
		copy(weights[i*a.m:], p)
	}
	if a.drop.Rate > 0 || a.drop.Keep != nil {
		dropRange(p[:seen], p[:seen], a.drop, a.first+uint64(i*a.m))
	}
}

func fastAttendGrad(w *Workers, dq, dk, dv, dout, weights, q, k, v []float32, segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	scratch := w.take(largest(segs, func(s Segment) int {
		n, m, c := s.Q.Len(), s.K.Len(), d/heads
		return 2*n*(m+32) + max(sizeOf(n, m, c), sizeOf(n, c, m), sizeOf(m, c, n)) + 64
	}))
	for _, s := range segs {
		size := s.Q.Len() * s.K.Len()
		for head := lo; head < hi; head++ {
			a := attentionOf(s, heads, d, drop, at+head*size)
			h := head * a.c
			a.backward(scratch, from(dq, h), from(dk, h), from(dv, h), from(dout, h), part(weights, at+head*size, size), from(q, h), from(k, h), from(v, h))
		}
		at += heads * size
	}
	w.give(scratch)
}

// backward is refAttendGrad as four products.
func (a *attention) backward(scratch room, dq, dk, dv, dout, weights, q, k, v []float32) {
	if a.n == 0 || a.m == 0 {
		return
	}
	kept, g := scratch.cut(a.n*a.keys), scratch.cut(a.n*a.keys)
	queries, keys := a.s.Q.Lo*a.d, a.s.K.Lo*a.d
	for i := range a.n {
		p, seen := kept[i*a.keys:][:a.m], a.s.seen(i)
		dropRange(p[:seen], weights[i*a.m:][:seen], a.drop, a.first+uint64(i*a.m))
		clear(p[seen:])
	}
	add := Epilogue[float32]{Accumulate: true}
	a.mul(scratch, product[float32]{c: dv[keys:], a: kept, b: dout[queries:], m: a.m, n: a.c, k: a.n, ldc: a.d, lda: a.keys, ldb: a.d, aByK: true, bByK: true, e: add})
	a.mul(scratch, product[float32]{c: g, a: dout[queries:], b: v[keys:], m: a.n, n: a.m, k: a.c, ldc: a.keys, lda: a.d, ldb: a.d})
	for i := range a.n {
		x, seen := g[i*a.keys:][:a.m], a.s.seen(i)
		dropRange(x[:seen], x[:seen], a.drop, a.first+uint64(i*a.m))
		fastSoftmaxGrad(x[:seen], weights[i*a.m:][:seen])
		clear(x[seen:])
	}
	a.mul(scratch, product[float32]{c: dq[queries:], a: g, b: k[keys:], m: a.n, n: a.c, k: a.m, ldc: a.d, lda: a.keys, ldb: a.d, bByK: true, e: add})
	a.mul(scratch, product[float32]{c: dk[keys:], a: g, b: q[queries:], m: a.m, n: a.c, k: a.n, ldc: a.d, lda: a.keys, ldb: a.d, aByK: true, bByK: true, e: add})
}

func (a *attention) mul(scratch room, p product[float32]) {
	g := blockingOf(p, a.isa)
	g.packAllB(scratch.cut(g.sizeB()))
	g.serial(scratch)
}
