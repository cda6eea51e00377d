package slots

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// cached is the key/value cache of a decoder's self-attention.
type cached[T kernel.Float] struct {
	*Decoder[T]
	body  *transformer[T]
	cache []op.Keyed[T] // per layer: keys [rows, D, length], values [rows, length, D]
}

// Begin allocates the keys and values of all steps.
func (m *transformer[T]) Begin(d *Decoder[T]) (state[T], error) {
	c, n := &cached[T]{Decoder: d, body: m}, len(d.rows)*d.length*m.width
	for range m.decoder {
		c.cache = append(c.cache, op.Keyed[T]{K: d.pass.Pool.Get(n), V: d.pass.Pool.Get(n)})
	}
	return c, nil
}

// Past returns the keys and values.
func (d *cached[T]) Past() (all []past[T]) {
	n := d.length * d.body.width
	for i := range d.cache {
		// Keys hold all steps of an element together, so the whole row moves; of values, only the steps so far.
		all = append(all, past[T]{&d.cache[i].K, n, n}, past[T]{&d.cache[i].V, n, d.step * d.body.width})
	}
	return all
}

// Step implements state.
func (d *cached[T]) Step(tokens []int32) (x *op.Flow[T], copies []T, err error) {
	g := &op.Graph[T]{Pass: d.pass}
	if d.step == 0 {
		x = d.first(g, tokens)
	} else {
		x = d.input(g, tokens, d.rows)
	}
	if g.Err != nil {
		return nil, nil, g.Err
	}
	for i := range d.body.decoder {
		l := &d.body.decoder[i]
		if i > 0 || d.step > 0 {
			d.selfAttend(x, &l.self, d.cache[i])
		}
		copies = d.crossAttend(x, l, i)
		x = g.FeedForward("", l.ff, x)
	}
	return x, copies, g.Err
}

// first computes the input of the first step and the first self-attention. Both depend only on a row's token and slot, not on its
// document, so they are computed once for all documents.
func (d *cached[T]) first(g *op.Graph[T], tokens []int32) *op.Flow[T] {
	var distinct []Row
	var read []int32
	at, seen := make([]int, len(d.rows)), map[[2]int]int{}
	for i, r := range d.rows {
		key := [2]int{int(tokens[i]), r.Slot}
		k, ok := seen[key]
		if !ok {
			k = len(distinct)
			seen[key], distinct, read = k, append(distinct, r), append(read, tokens[i])
		}
		at[i] = k
	}
	few := d.input(g, read, distinct)
	if g.Err != nil {
		return few
	}
	pool, width, n := d.pass.Pool, d.m.Width, d.length*d.m.Width
	own := op.Keyed[T]{K: pool.Get(len(distinct) * n), V: pool.Get(len(distinct) * n)}
	d.selfAttend(few, &d.body.decoder[0].self, own)
	x, cache := pool.Get(len(d.rows)*width), d.cache[0]
	for i, k := range at {
		copy(x[i*width:(i+1)*width], few.X[k*width:])
		copy(cache.V[i*n:][:width], own.V[k*n:])
		for j := 0; j < n; j += d.length {
			cache.K[i*n+j] = own.K[k*n+j]
		}
	}
	few.Free()
	pool.Put(own.K, own.V)
	return op.NewFlow(pool, x, len(d.rows), width)
}

func (d *cached[T]) input(g *op.Graph[T], tokens []int32, rows []Row) *op.Flow[T] {
	n := len(tokens)
	ids := make([]int32, 3*n)
	read, places, slots := ids[:n], ids[n:2*n], ids[2*n:]
	for i, y := range tokens {
		read[i], places[i], slots[i] = d.m.ReadAs(y), int32(d.step), int32(rows[i].Slot)
	}
	return g.DecoderEmbed(d.body.decoderIn, read, places, slots)
}

// selfAttend computes x += Out·Attend(LN(x)) over the steps of each row, after it has added this step to the cache.
func (d *cached[T]) selfAttend(x *op.Flow[T], p *op.AttentionParams[T], cache op.Keyed[T]) {
	pool, w, width, rows := d.pass.Pool, d.pass.Workers, d.m.Width, x.Rows
	h, q, k, v := pool.Get(rows*width), pool.Get(rows*width), pool.Get(rows*width), pool.Get(rows*width)
	p.Norm.Forward(d.pass, h, x.X, rows)
	p.All(w, q, k, v, h, rows)
	for i := range rows {
		at := i * d.length * width
		copy(cache.V[at+d.step*width:], v[i*width:(i+1)*width])
		for j, e := range k[i*width : (i+1)*width] {
			cache.K[at+j*d.length+d.step] = e
		}
	}
	kernel.AttendSteps(w, h, q, cache.K, cache.V, rows, d.step+1, d.length, p.Heads, width)
	p.Out.Forward(w, q, h, rows, false)
	kernel.Add(w, x.X, q)
	pool.Put(h, q, k, v)
}

// crossAttend computes x += Out·Attend(LN(x), memory). For the last layer it returns the copy weights.
func (d *cached[T]) crossAttend(x *op.Flow[T], l *decoderLayer[T], i int) (copies []T) {
	pool, w, p, width, rows := d.pass.Pool, d.pass.Workers, &l.cross, d.m.Width, len(d.rows)
	h, q := pool.Get(rows*width), pool.Get(rows*width)
	p.Norm.Forward(d.pass, h, x.X, rows)
	p.Queries(w, q, h, rows)
	last := i == len(d.body.decoder)-1
	var weights []T
	if last {
		weights = pool.Get(kernel.WeightsLen(d.cross, p.Heads))
	}
	d.memory.keyed[i].Attend(w, h, weights, q, d.cross, p.Heads, width, kernel.Drop{})
	if last {
		copies = op.CopyWeights(d.pass, weights, d.cross, p.Heads, kernel.Drop{})
	}
	p.Out.Forward(w, q, h, rows, false)
	kernel.Add(w, x.X, q)
	pool.Put(h, q, weights)
	return copies
}
