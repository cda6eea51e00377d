package settrans

import (
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// selfAttend is x += Out·Attend(LN(x)) over a row's own steps, this one put into the cache first.
func (d *Decoder[T]) selfAttend(x *op.Flow[T], p *op.AttentionParams[T], cache op.Keyed[T]) {
	pool, w, width, rows := d.pass.Pool, d.pass.Workers, d.m.Width, len(d.rows)
	h, q, y := pool.Get(rows*width), pool.Get(rows*width), pool.Get(rows*width)
	p.Norm.Forward(d.pass, h, x.X, rows)
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
	pool, w, p, width, rows := d.pass.Pool, d.pass.Workers, &l.cross, d.m.Width, len(d.rows)
	h, q := pool.Get(rows*width), pool.Get(rows*width)
	p.Norm.Forward(d.pass, h, x.X, rows)
	p.Queries(w, q, h, rows)
	last := i == len(d.m.decoder)-1
	var weights []T
	if last {
		weights = pool.Get(kernel.WeightsLen(d.cross, p.Heads))
	}
	d.memory.keyed[i].Attend(w, h, weights, q, d.cross, p.Heads, width, kernel.Drop{})
	if last {
		d.copies = op.CopyWeights(d.pass, weights, d.cross, p.Heads, kernel.Drop{})
	}
	p.Out.Forward(w, q, h, rows, false)
	kernel.Add(w, x.X, q)
	pool.Put(h, q, weights)
}
