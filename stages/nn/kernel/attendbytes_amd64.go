//go:build amd64 && !purego

package kernel

import "unsafe"

// byteAttention is one head of one segment in 8-bit forms.
type byteAttention struct {
	q, k, v *Bytes
	s       Segment
	ld      int // distance of rows of q, k and v
	head, c int // number and columns of the head

	panels  int       // panels of keys
	keys    []int8    // in the layout of the tiles: [panel of keys][c/4][32][4]
	offset  []int32   // [keys] 128·Σ of a key
	scale   []float32 // [keys]
	values  []int8    // [panel of columns][keys/4][32][4]
	scores  []float32 // [blockQueries][keys], in whole panels
	weights []uint8   // [blockQueries][bytesOf(keys)]
	factors []float32 // [blockQueries]
}

func fastAttendBytes(w *Workers, out []float32, q, k, v *Bytes, segs []Segment, lo, hi, c int) {
	scratch := w.take(largest(segs, func(s Segment) int { return byteAttentionOf(s, c).room() }))
	for _, s := range segs {
		for head := lo; head < hi; head++ {
			a := byteAttentionOf(s, c)
			a.q, a.k, a.v, a.ld, a.head = q, k, v, bytesOf(q.k), head
			a.cut(scratch)
			a.forward(out)
		}
	}
	w.give(scratch)
}

func byteAttentionOf(s Segment, c int) *byteAttention {
	return &byteAttention{s: s, c: c, panels: ceil(s.K.Len(), quantColumns)}
}

// sizeOfValues is the length of a panel of values.
func (a *byteAttention) sizeOfValues() int { return ceil(a.s.K.Len(), 4) * 4 * quantColumns }

// room returns the number of floats that cut takes, including the padding to boundaries.
func (a *byteAttention) room() int {
	keys := a.panels * quantColumns
	bytes := keys*a.c + ceil(a.c, quantColumns)*a.sizeOfValues() + blockQueries*bytesOf(a.s.K.Len())
	return bytes/4 + 2*keys + blockQueries*(keys+1) + 7*16
}

// cut allots the head's buffers from scratch memory of any content.
func (a *byteAttention) cut(scratch room) {
	keys, values := a.panels*quantColumns, ceil(a.c, quantColumns)*a.sizeOfValues()
	a.keys = unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(scratch.cut(keys*a.c/4)))), keys*a.c)
	a.values = unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(scratch.cut(values/4)))), values)
	weights := blockQueries * bytesOf(a.s.K.Len())
	a.weights = unsafe.Slice((*uint8)(unsafe.Pointer(unsafe.SliceData(scratch.cut(weights/4)))), weights)
	a.offset = unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(scratch.cut(keys)))), keys)
	a.scale, a.scores, a.factors = scratch.cut(keys), scratch.cut(blockQueries*keys), scratch.cut(blockQueries)
}

// forward is refAttendBytes.
func (a *byteAttention) forward(out []float32) {
	d, n, m := a.q.k, a.s.Q.Len(), a.s.K.Len()
	if m == 0 {
		refAttendBytes(out, a.q, a.k, a.v, a.s, a.head, a.c)
		return
	}
	a.packKeys()
	a.packValues()
	ldk, ldw := a.panels*quantColumns, bytesOf(m)
	for lo := 0; lo < n; lo += blockQueries {
		rows, at := min(blockQueries, n-lo), a.s.Q.Lo+lo
		for p := range a.panels {
			j, size := p*quantColumns, quantColumns*a.c
			fastQuantRows(a.scores[j:], ldk, a.q.data[at*a.ld+a.head*a.c:], a.ld, rows, a.keys[p*size:][:size], a.q.scale[at:], a.scale[j:], a.offset[j:], nil, 0)
		}
		for i := range rows {
			a.factors[i] = byteWeights(a.weights[i*ldw:][:ldw], a.scores[i*ldk:][:m], a.v.scale[a.s.K.Lo:a.s.K.Hi])
		}
		a.gather(out[at*d+a.head*a.c:], rows)
	}
}

// The scales and offsets of weights: one scale per row, and no sign.
var (
	ones  = [quantColumns]float32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	zeros [quantColumns]int32
)

// gather writes the weighted sums of the values for some rows.
func (a *byteAttention) gather(out []float32, rows int) {
	size, ldw := a.sizeOfValues(), bytesOf(a.s.K.Len())
	for x := 0; x < a.c; x += quantColumns {
		panel, columns := a.values[x/quantColumns*size:][:size], min(quantColumns, a.c-x)
		if columns < quantColumns {
			quantEdge(out[x:], a.q.k, columns, a.weights, ldw, rows, panel, a.factors, ones[:], zeros[:], nil, 0)
			continue
		}
		fastQuantRows(out[x:], a.q.k, a.weights, ldw, rows, panel, a.factors, ones[:], zeros[:], nil, 0)
	}
}

// packKeys packs the keys as rows of a Quantised. Scores past the last key are
// computed and never read.
func (a *byteAttention) packKeys() {
	r := a.s.K
	clear(a.offset)
	copy(a.scale, a.k.scale[r.Lo:r.Hi])
	for j := 0; j < r.Len(); j += quantColumns {
		for x := 0; x < a.c; x += HeadBytes {
			from := a.k.data[(r.Lo+j)*a.ld+a.head*a.c+x:]
			interleaveKeys(&a.keys[j*a.c+x*quantColumns], &a.offset[j], &from[0], a.ld, min(quantColumns, r.Len()-j))
		}
	}
}

// packValues packs the values as columns of a Quantised, four keys side by side.
// Weights past the last key are 0, so the values there do not matter.
func (a *byteAttention) packValues() {
	for x := 0; x < a.c; x += HeadBytes {
		from := a.v.data[a.s.K.Lo*a.ld+a.head*a.c+x:]
		interleaveValues(&a.values[x/quantColumns*a.sizeOfValues()+x%quantColumns*4], &from[0], a.ld, a.s.K.Len())
	}
}
