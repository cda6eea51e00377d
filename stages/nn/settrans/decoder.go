package settrans

import (
	"fmt"
	"math"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// Decoder writes the slots of a batch of documents token by token, in evaluation mode, keeping keys and values of
// what was written. It equals the teacher-forced pass on the same tokens. All its rows stand at the same step.
//
// Begin, then Step and ask about the rows, any number of times; between two Steps, Keep and Fork change the set of
// rows. Free gives its memory back.
type Decoder[T kernel.Float] struct {
	m      *Model[T]
	run    *op.Run[T]
	memory *Memory[T]
	length int // steps there is room for

	rows  []Row
	step  int
	cache []op.Keyed[T]    // a layer each: [rows, length, D]
	cross []kernel.Segment // a run of rows of one document each
	asks  [][]int32        // for each document the ids whose probabilities a step finds, all below V
	extra [][]int32        // for each document what Ask added

	// Of the last step.
	out    []T         // [R, D]
	gate   []T         // [R]
	copies []T         // a row's copy weights behind the other's
	scan   *op.Scan[T] // Asked holds probabilities of the softmax
	asked  []int       // [R] where a row's part of scan.Asked starts
	copyAt []int       // [R] where a row's part of copies starts
}

// Row is one slot of one document.
type Row struct{ Doc, Slot int }

// Decoder is a decoder over a memory for at most length steps (0: L).
func (m *Model[T]) Decoder(w *kernel.Workers, memory *Memory[T], length int) *Decoder[T] {
	if length == 0 {
		length = m.PhraseLen
	}
	d := &Decoder[T]{m: m, run: &op.Run[T]{Workers: w, Pool: m.pool}, memory: memory, length: length,
		extra: make([][]int32, memory.Docs.Len())}
	return d
}

// Ask makes Probability answer for extended ids of document doc beside the words of the document and ∅, from the next
// Begin on. The ids must be below E of the document.
func (d *Decoder[T]) Ask(doc int, ids []int32) { d.extra[doc] = ids }

// Begin starts anew with the given rows. Rows of one document should stand together.
func (d *Decoder[T]) Begin(rows []Row) error {
	d.Free()
	docs := d.memory.Docs
	for _, r := range rows {
		if r.Doc < 0 || r.Doc >= docs.Len() || r.Slot < 0 || r.Slot >= d.m.Slots {
			return fmt.Errorf("settrans: decoder: document %d, slot %d: there are %d documents of %d slots", r.Doc, r.Slot, docs.Len(), d.m.Slots)
		}
	}
	d.rows, d.step = append(d.rows[:0], rows...), 0
	n := len(rows) * d.length * d.m.Width
	for range d.m.decoder {
		d.cache = append(d.cache, op.Keyed[T]{K: d.run.Pool.Get(n), V: d.run.Pool.Get(n)})
	}
	d.asks = make([][]int32, docs.Len())
	for b := range d.asks {
		words := d.memory.words[b]
		d.asks[b] = append(append([]int32(nil), words.ids[:words.known]...), null)
		for _, id := range d.extra[b] {
			if int(id) < d.m.Vocab {
				d.asks[b] = append(d.asks[b], id)
			}
		}
	}
	d.arrange()
	return nil
}

// arrange finds the runs of rows of one document.
func (d *Decoder[T]) arrange() {
	d.cross = d.cross[:0]
	for i, r := range d.rows {
		if i > 0 && d.rows[i-1].Doc == r.Doc {
			d.cross[len(d.cross)-1].Q.Hi = i + 1
		} else {
			d.cross = append(d.cross, kernel.Segment{Q: kernel.Range{Lo: i, Hi: i + 1}, K: d.memory.Docs.span(r.Doc)})
		}
	}
}

// Rows are the rows at present, in order. The slice is the decoder's.
func (d *Decoder[T]) Rows() []Row { return d.rows }

// Steps is the number of steps taken since Begin.
func (d *Decoder[T]) Steps() int { return d.step }

// Step reads one token a row, ids below E (beyond V they are <unk>), the first time <bos> (2), and finds what follows.
func (d *Decoder[T]) Step(tokens []int32) error {
	if len(tokens) != len(d.rows) {
		return fmt.Errorf("settrans: decoder: %d tokens for %d rows", len(tokens), len(d.rows))
	}
	if d.step >= d.length {
		return fmt.Errorf("settrans: decoder: step %d of %d", d.step+1, d.length)
	}
	d.forget()
	x, err := d.input(tokens)
	if err != nil {
		return err
	}
	for i := range d.m.decoder {
		l := &d.m.decoder[i]
		d.selfAttend(x, &l.self, d.cache[i])
		d.crossAttend(x, l, i)
		ff, err := op.NewFeedForward(d.run, "", l.ff, len(d.rows))
		if err != nil {
			return err
		}
		y := ff.Forward([]*op.Flow[T]{x})
		x.Free()
		x = y
	}
	d.out, d.gate = d.m.head.Output(d.run, x.X, len(d.rows))
	x.Free()
	d.find()
	d.step++
	return nil
}

func (d *Decoder[T]) input(tokens []int32) (*op.Flow[T], error) {
	n := len(tokens)
	ids := make([]int32, 3*n)
	read, places, slots := ids[:n], ids[n:2*n], ids[2*n:]
	for i, y := range tokens {
		read[i], places[i], slots[i] = known(d.m.Config, y), int32(d.step), int32(d.rows[i].Slot)
	}
	e, err := op.NewDecoderEmbed(d.run, d.m.decoderIn, read, places, slots)
	if err != nil {
		return nil, err
	}
	return e.Forward(nil), nil
}

// selfAttend is x += Out·Attend(LN(x)) over a row's own steps, this one put into the cache first.
func (d *Decoder[T]) selfAttend(x *op.Flow[T], p *op.AttentionParams[T], cache op.Keyed[T]) {
	pool, w, width, rows := d.run.Pool, d.run.Workers, d.m.Width, len(d.rows)
	h, q, y := pool.Get(rows*width), pool.Get(rows*width), pool.Get(rows*width)
	p.Norm.Forward(d.run, h, x.X, rows)
	p.Queries(w, q, h, rows)
	for _, kv := range []struct {
		l     *op.Linear[T]
		cache []T
	}{{p.K, cache.K}, {p.V, cache.V}} {
		kv.l.Forward(w, y, h, rows, false)
		for i := range rows {
			copy(kv.cache[(i*d.length+d.step)*width:], y[i*width:(i+1)*width])
		}
	}
	segs := make([]kernel.Segment, rows)
	for i := range segs {
		segs[i] = kernel.Segment{Q: kernel.Range{Lo: i, Hi: i + 1}, K: kernel.Range{Lo: i * d.length, Hi: i*d.length + d.step + 1}}
	}
	kernel.Attend(w, h, nil, q, cache.K, cache.V, segs, p.Heads, width, kernel.Drop{})
	p.Out.Forward(w, y, h, rows, false)
	kernel.Add(w, x.X, y)
	pool.Put(h, q, y)
}

// crossAttend is x += Out·Attend(LN(x), memory); the last layer's copy weights are kept.
func (d *Decoder[T]) crossAttend(x *op.Flow[T], l *decoderLayer[T], i int) {
	pool, w, p, width, rows := d.run.Pool, d.run.Workers, &l.cross, d.m.Width, len(d.rows)
	h, q := pool.Get(rows*width), pool.Get(rows*width)
	p.Norm.Forward(d.run, h, x.X, rows)
	p.Queries(w, q, h, rows)
	last := i == len(d.m.decoder)-1
	var weights []T
	if last {
		weights = pool.Get(kernel.WeightsLen(d.cross, p.Heads))
	}
	kernel.Attend(w, h, weights, q, d.memory.keyed[i].K, d.memory.keyed[i].V, d.cross, p.Heads, width, kernel.Drop{})
	if last {
		d.copies = op.CopyWeights(d.run, weights, d.cross, p.Heads, kernel.Drop{})
	}
	p.Out.Forward(w, q, h, rows, false)
	kernel.Add(w, x.X, q)
	pool.Put(h, q, weights)
}

// find walks the vocabulary.
func (d *Decoder[T]) find() {
	ask := func(row int) []int32 { return d.asks[d.rows[row].Doc] }
	d.scan = d.m.head.Words.Scan(d.run, d.out, len(d.rows), ask, true, null)
	d.asked, d.copyAt = d.asked[:0], d.copyAt[:0]
	at, from := 0, 0
	for i, r := range d.rows {
		d.asked, d.copyAt = append(d.asked, at), append(d.copyAt, from)
		n := len(d.asks[r.Doc])
		for j := at; j < at+n; j++ {
			d.scan.Asked[j] -= d.scan.LogSum[i]
		}
		d.scan.Top[i] -= d.scan.LogSum[i]
		at += n
		from += d.memory.Docs.span(r.Doc).Len()
	}
	kernel.Exp(d.scan.Asked)
	kernel.Exp(d.scan.Top)
}

// Copy are the copy weights of a row: head 0 of the last layer over the tokens of its document, sum 1. The slice is
// the decoder's until the next step.
func (d *Decoder[T]) Copy(row int) []T {
	n := d.memory.Docs.span(d.rows[row].Doc).Len()
	return d.copies[d.copyAt[row]:][:n]
}

// Gate is p_gen of a row, the share of the vocabulary's distribution in the mixture.
func (d *Decoder[T]) Gate(row int) T { return d.gate[row] }

// Probability of an extended id at a row: a word of the document, ∅, or one that Ask named; else −1.
func (d *Decoder[T]) Probability(row int, id int32) T {
	docs, doc := d.memory.Docs, d.rows[row].Doc
	c := op.Copied(d.Copy(row), docs.extended(doc), id)
	if int(id) >= d.m.Vocab {
		return op.Mix(d.gate[row], 0, c)
	}
	for j, asked := range d.asks[doc] {
		if asked == id {
			return op.Mix(d.gate[row], d.scan.Asked[d.asked[row]+j], c)
		}
	}
	return -1
}

// Null is p(∅) at a row.
func (d *Decoder[T]) Null(row int) T { return d.Probability(row, null) }

// Best is the most probable extended id other than ∅ at a row and its probability; the lowest id if several.
func (d *Decoder[T]) Best(row int) (int32, T) {
	doc, g := d.rows[row].Doc, d.gate[row]
	words := d.memory.words[doc]
	sums := d.run.Pool.Get(len(words.ids))
	defer d.run.Pool.Put(sums)
	copied(words, sums, d.Copy(row))
	best, p := int32(-1), T(math.Inf(-1))
	offer := func(id int32, q T) {
		if q > p || q == p && id < best {
			best, p = id, q
		}
	}
	if id := d.scan.Best[row]; !words.contains(id) {
		offer(id, op.Mix(g, d.scan.Top[row], 0))
	}
	for j, id := range words.ids {
		if id == null {
			continue
		}
		var word T
		if j < words.known {
			word = d.scan.Asked[d.asked[row]+j]
		}
		offer(id, op.Mix(g, word, sums[j]))
	}
	return best, p
}

// Choose is Best with ∅ among the candidates.
func (d *Decoder[T]) Choose(row int) (int32, T) {
	id, p := d.Best(row)
	if q := d.Null(row); q > p || q == p && null < id {
		return null, q
	}
	return id, p
}

// Distribution writes the whole mixture of a row into dst [E], E = V + the document's own words.
func (d *Decoder[T]) Distribution(row int, dst []T) {
	doc, v, width := d.rows[row].Doc, d.m.Vocab, d.m.Width
	g, words := d.gate[row], d.memory.words[doc]
	d.m.head.Words.Fill(d.run.Workers, dst[:v], d.out[row*width:(row+1)*width], d.scan.LogSum[row])
	clear(dst[v : v+int(d.memory.Docs.OOV[doc])])
	sums := d.run.Pool.Get(len(words.ids))
	copied(words, sums, d.Copy(row))
	j := 0
	for id := range dst {
		if j < len(words.ids) && int(words.ids[j]) == id {
			dst[id] = op.Mix(g, dst[id], sums[j])
			j++
		} else {
			dst[id] = op.Mix(g, dst[id], 0)
		}
	}
	d.run.Pool.Put(sums)
}

// Keep drops all rows but the given ones, indices in rising order. Asking about rows has to wait for the next Step.
func (d *Decoder[T]) Keep(rows []int) {
	d.forget()
	n := d.length * d.m.Width
	for _, c := range d.cache {
		for to, from := range rows {
			if to != from {
				copy(c.K[to*n:(to+1)*n], c.K[from*n:(from+1)*n])
				copy(c.V[to*n:(to+1)*n], c.V[from*n:(from+1)*n])
			}
		}
	}
	for to, from := range rows {
		d.rows[to] = d.rows[from]
	}
	d.cut(len(rows))
}

// cut shortens the caches to n rows; what is behind stays lent until Free.
func (d *Decoder[T]) cut(n int) {
	d.rows = d.rows[:n]
	for i, c := range d.cache {
		d.cache[i] = op.Keyed[T]{K: c.K[:n*d.length*d.m.Width], V: c.V[:n*d.length*d.m.Width]}
	}
	d.arrange()
}

// Fork adds copies of the given rows behind the last row: the same past, another future. Asking about rows has to
// wait for the next Step.
func (d *Decoder[T]) Fork(rows []int) {
	d.forget()
	if len(rows) == 0 {
		return
	}
	n, old := d.length*d.m.Width, len(d.rows)
	grow := func(x []T) []T {
		y := d.run.Pool.Get((old + len(rows)) * n)
		copy(y, x)
		for i, from := range rows {
			copy(y[(old+i)*n:(old+i+1)*n], x[from*n:])
		}
		d.run.Pool.Put(x)
		return y
	}
	for i, c := range d.cache {
		d.cache[i] = op.Keyed[T]{K: grow(c.K), V: grow(c.V)}
	}
	for _, from := range rows {
		d.rows = append(d.rows, d.rows[from])
	}
	d.arrange()
}

// forget gives back what the last step found.
func (d *Decoder[T]) forget() {
	d.run.Pool.Put(d.out, d.gate, d.copies)
	if d.scan != nil {
		d.scan.Free(d.run.Pool)
	}
	d.out, d.gate, d.copies, d.scan = nil, nil, nil, nil
}

// Free gives the decoder's memory back to the model's pool; Begin makes it usable again.
func (d *Decoder[T]) Free() {
	d.forget()
	for _, c := range d.cache {
		d.run.Pool.Put(c.K, c.V)
	}
	d.cache = d.cache[:0]
}
