package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// FeedForward is x + drop(W2·drop(ReLU(W1·LN(x)))) (without the biases here), the feed-forward sub-layer with its norm
// first.
type FeedForward[T kernel.Float] struct {
	pass *Pass[T]
	FeedForwardParams[T]
	site             string
	rows             int
	hiddenDrop, drop kernel.Drop

	kept   normed[T]
	hidden []T // [R, ff], after ReLU and dropout
}

// FeedForwardParams are the weights of a FeedForward or PostFeedForward.
type FeedForwardParams[T kernel.Float] struct {
	Norm *Norm[T]
	W1   *Linear[T] // [ff, d]
	W2   *Linear[T] // [d, ff]
}

// NewFeedForward returns the sub-layer over rows rows. site names the layer, for the dropout places SITE.ffn_hidden and
// SITE.ffn_out.
func NewFeedForward[T kernel.Float](pass *Pass[T], site string, p FeedForwardParams[T], rows int) (*FeedForward[T], error) {
	if err := p.check(site); err != nil {
		return nil, err
	}
	return &FeedForward[T]{pass: pass, FeedForwardParams: p, site: site, rows: rows,
		hiddenDrop: pass.drop(site + ".ffn_hidden"), drop: pass.drop(site + ".ffn_out")}, nil
}

func (p *FeedForwardParams[T]) check(site string) error {
	d, ff := p.Norm.Width(), p.W1.Out()
	return check(checkNorm(site, p.Norm, d), checkLinear(site, p.W1, ff, d), checkLinear(site, p.W2, d, ff))
}

// Inputs returns 1: the stream.
func (o *FeedForward[T]) Inputs() int { return 1 }

// Shape returns that of the stream.
func (o *FeedForward[T]) Shape() (int, int) { return o.rows, o.Norm.Width() }

// Forward computes the sub-layer.
func (o *FeedForward[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, w, x := o.pass, o.pass.Workers, in[0].X
	n := o.Norm.forward(pass, x, o.rows)
	// Backward and observers need the whole hidden layer, which here exists only block by block.
	if !pass.Train && pass.Observe == nil && o.W1.isPacked() {
		y := pass.Pool.Get(o.rows * o.Norm.Width())
		o.inBlocks(pass, y, n.h, o.rows, func(h, x []T, rows int) { o.W1.Forward(w, h, x, rows, true) })
		kernel.Add(w, y, x)
		n.free(pass)
		return NewFlow(pass.Pool, y, o.rows, o.Norm.Width())
	}
	hidden := pass.Pool.Get(o.rows * o.W1.Out())
	o.W1.Forward(w, hidden, n.h, o.rows, true)
	pass.observe(o.site+".relu", hidden)
	dropout(w, hidden, hidden, o.hiddenDrop)
	y := pass.Pool.Get(o.rows * o.Norm.Width())
	o.W2.Forward(w, y, hidden, o.rows, false)
	residual(w, y, x, o.drop)
	pass.observe(o.site, y)
	if pass.Train {
		o.kept, o.hidden = n, hidden
	} else {
		n.free(pass)
		pass.Pool.Put(hidden)
	}
	return NewFlow(pass.Pool, y, o.rows, o.Norm.Width())
}

// hiddenRows is the number of rows of the hidden layer that inBlocks computes at a time: few enough to stay in the caches
// between the two maps. Rows do not depend on each other, so it does not change a bit.
const hiddenRows = 240

// inBlocks computes y = W2·h [rows, d] without a gradient; hidden computes rows of h [rows, ff] from those of x. The weights
// should be packed: otherwise each block packs them again.
func (p *FeedForwardParams[T]) inBlocks(pass *Pass[T], y, x []T, rows int, hidden func(h, x []T, rows int)) {
	d, blocks := p.Norm.Width(), max(1, (rows+hiddenRows-1)/hiddenRows)
	room := pass.Pool.Get((rows + blocks - 1) / blocks * p.W1.Out())
	for b := range blocks {
		lo, hi := b*rows/blocks, (b+1)*rows/blocks
		h := room[:(hi-lo)*p.W1.Out()]
		hidden(h, x[lo*d:hi*d], hi-lo)
		p.W2.Forward(pass.Workers, y[lo*d:hi*d], h, hi-lo, false)
	}
	pass.Pool.Put(room)
}

// Backward computes the derivative.
func (o *FeedForward[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pass, w := o.pass, o.pass.Workers
	dx := dout.take() // the residual passes the gradient on
	dz := branch(pass, dx, o.drop)
	dhidden := pass.Pool.Get(len(o.hidden))
	o.W2.Backward(w, dhidden, dz, o.hidden, o.rows, false)
	release(pass, dz, dx)
	dropout(w, dhidden, dhidden, o.hiddenDrop)
	kernel.ReLUGrad(w, dhidden, dhidden, o.hidden) // a dropped element is 0 in o.hidden and has no gradient either way
	dh := pass.Pool.Get(o.rows * o.Norm.Width())
	o.W1.Backward(w, dh, dhidden, o.kept.h, o.rows, false)
	pass.Pool.Put(dhidden, o.hidden)
	o.Norm.backward(pass, dx, dh, in[0].X, o.kept, o.rows)
	pass.Pool.Put(dh)
	o.kept.free(pass)
	o.hidden = nil
	din[0].AddX(w, dx)
}

// dropout is kernel.Dropout if the rate is not 0.
func dropout[T kernel.Float](w *kernel.Workers, y, x []T, d kernel.Drop) {
	if d.Rate != 0 {
		kernel.Dropout(w, y, x, d, 0)
	}
}

// residual computes y = x + drop(y).
func residual[T kernel.Float](w *kernel.Workers, y, x []T, d kernel.Drop) {
	dropout(w, y, y, d)
	kernel.Add(w, y, x)
}

// branch returns the derivative of the term added to the stream: drop(dx), or dx itself without dropout. Give it back
// with release.
func branch[T kernel.Float](pass *Pass[T], dx []T, d kernel.Drop) []T {
	if d.Rate == 0 {
		return dx
	}
	dz := pass.Pool.Get(len(dx))
	kernel.Dropout(pass.Workers, dz, dx, d, 0)
	return dz
}

// release gives dz back to the pool unless it is dx.
func release[T kernel.Float](pass *Pass[T], dz, dx []T) {
	if len(dz) > 0 && &dz[0] != &dx[0] {
		pass.Pool.Put(dz)
	}
}
