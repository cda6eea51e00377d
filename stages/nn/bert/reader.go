package bert

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Reader reads documents run by run, in evaluation mode, and keeps the keys and values of what it has read. A piece sees
// the earlier runs of its document and its whole own run or, with Causal, only the pieces before it and itself. The result
// equals that of the layers over a Batch whose tails are the later runs, with one exception: after QuantiseHeads only a
// document's first run, if not causal, attends in 8 bits. Later runs are too short for quantising to pay. Release its
// memory with Free.
type Reader[T kernel.Float] struct {
	m            *Model[T]
	pass         *op.Pass[T]
	room         []kernel.Range // rows of keys and values reserved for each document
	read         []int          // pieces read of each document
	keys, values [][]T          // per layer: [rows, D]
}

// Run is pieces of one document to read together.
type Run struct {
	Doc    int
	Pieces []int32
	Type   int32 // type of the text that they belong to
	Causal bool
}

// Rows are pieces that were read together.
type Rows[T kernel.Float] struct {
	X    []T              // [rows, D] the pieces' vectors
	At   []int            // index of each among all rows of the reader
	Segs []kernel.Segment // queries are rows of X, keys rows of the reader

	texts []kernel.Segment // of pieces that see only each other: keys are rows of X too
	tails []kernel.Segment // of the other pieces: keys are rows of the reader
}

// Reader returns a reader of one document per room; a room is the largest number of pieces of its document.
func (m *Model[T]) Reader(w *kernel.Workers, rooms []int) *Reader[T] {
	r := &Reader[T]{m: m, pass: &op.Pass[T]{Workers: w, Pool: m.pool}, read: make([]int, len(rooms))}
	rows := 0
	for _, n := range rooms {
		r.room = append(r.room, kernel.Range{Lo: rows, Hi: rows + n})
		rows += n
	}
	for range m.layers {
		r.keys, r.values = append(r.keys, m.pool.Get(rows*m.Width)), append(r.values, m.pool.Get(rows*m.Width))
	}
	return r
}

// Free gives the memory back to the model's pool.
func (r *Reader[T]) Free() {
	r.pass.Pool.Put(r.keys...)
	r.pass.Pool.Put(r.values...)
	r.keys, r.values = nil, nil
}

// Back forgets the pieces of a document after its first n.
func (r *Reader[T]) Back(doc, n int) { r.read[doc] = min(n, r.read[doc]) }

// Read reads runs, at most one per document, and returns the vectors of their pieces. It fails, and reads nothing, if a
// document has no room for its run or an id is not below V.
func (r *Reader[T]) Read(runs []Run) (read Rows[T], err error) {
	var pieces, places, types []int32
	for _, run := range runs {
		if run.Doc < 0 || run.Doc >= len(r.room) || r.read[run.Doc]+len(run.Pieces) > r.room[run.Doc].Len() {
			return read, fmt.Errorf("bert: reader: document %[2]d has no room for %[1]d pieces", len(run.Pieces), run.Doc)
		}
		first, room := r.read[run.Doc], r.room[run.Doc]
		rows := kernel.Range{Lo: len(pieces), Hi: len(pieces) + len(run.Pieces)}
		for i, piece := range run.Pieces {
			pieces, places, types = append(pieces, piece), append(places, int32(first+i)), append(types, run.Type)
			read.At = append(read.At, room.Lo+first+i)
		}
		segs := tailSegments(rows, kernel.Range{Lo: room.Lo, Hi: room.Lo + first + rows.Len()}, run.Causal)
		read.Segs = append(read.Segs, segs...)
		if first > 0 || run.Causal {
			read.tails = append(read.tails, segs...)
			continue
		}
		for _, s := range segs {
			read.texts = append(read.texts, kernel.Segment{Q: s.Q, K: s.Q})
		}
	}
	g := &op.Graph[T]{Pass: r.pass}
	x := g.PieceEmbed(r.m.input, pieces, places, types)
	for i := range r.m.layers {
		if g.Err == nil {
			x = r.layer(g, i, x, read)
		}
	}
	if g.Err != nil {
		return read, g.Err
	}
	// Count the pieces last: after an error nothing counts as read.
	for _, run := range runs {
		r.read[run.Doc] += len(run.Pieces)
	}
	read.X = append([]T(nil), x.X...)
	x.Free()
	return read, nil
}

// layer computes one layer for the rows.
func (r *Reader[T]) layer(g *op.Graph[T], i int, x *op.Flow[T], read Rows[T]) *op.Flow[T] {
	l, pool, w, rows, d := &r.m.layers[i], r.pass.Pool, r.pass.Workers, len(read.At), r.m.Width
	q, k, v, context := pool.Get(rows*d), pool.Get(rows*d), pool.Get(rows*d), pool.Get(rows*d)
	l.attention.All(w, q, k, v, x.X, rows)
	// Store the keys and values before any row attends: the pieces of a run see each other.
	for j, to := range read.At {
		copy(r.keys[i][to*d:(to+1)*d], k[j*d:])
		copy(r.values[i][to*d:(to+1)*d], v[j*d:])
	}
	if len(read.texts) > 0 {
		l.attention.Attend(w, context, q, k, v, read.texts)
	}
	if len(read.tails) > 0 {
		kernel.Attend(w, context, nil, q, r.keys[i], r.values[i], read.tails, l.attention.Heads, d, kernel.Drop{})
	}
	l.attention.Out.Forward(w, q, context, rows, false)
	kernel.Add(w, q, x.X)
	l.attention.Norm.Forward(r.pass, x.X, q, rows)
	pool.Put(q, k, v, context)
	return g.FeedForward("", l.ff, x)
}
