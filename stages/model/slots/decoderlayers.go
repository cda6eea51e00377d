package slots

import (
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// selfAttend is x += Out·Attend(LN(x)) over a row's own steps, this one put into the cache first.
func (d *Decoder[T]) selfAttend(x *op.Flow[T], p *op.AttentionParams[T], cache op.Keyed[T]) {
	pool, w, width, rows := d.pass.Pool, d.pass.Workers, d.m.Width, len(d.rows)
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
