package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// FeedForwardParams are the weights of a feed-forward sub-layer.
type FeedForwardParams[T kernel.Float] struct {
	Norm *Norm[T]
	Post bool       // as in BERT: the norm comes last, GELU takes the place of ReLU, and the hidden layer has no dropout
	W1   *Linear[T] // [ff, d]
	W2   *Linear[T] // [d, ff]
}

func (p *FeedForwardParams[T]) check(site string, d int) error {
	ff := p.W1.Out()
	return check(checkNorm(site, p.Norm, d), checkLinear(site, p.W1, ff, d), checkLinear(site, p.W2, d, ff))
}

// FeedForward returns x + drop(W2·drop(ReLU(W1·LN(x)))), or LN(x + drop(W2·GELU(W1·x))) with Post (without the biases here).
// site names the layer, for the dropout places SITE.ffn_hidden and SITE.ffn_out.
func (g *Graph[T]) FeedForward(site string, p FeedForwardParams[T], x *Flow[T]) *Flow[T] {
	if g.Check(p.check(site, x.Width)) {
		return new(Flow[T])
	}
	w, pool, rows := g.Workers, g.Pool, x.Rows
	var hiddenDrop kernel.Drop
	if !p.Post {
		hiddenDrop = g.drop(site + ".ffn_hidden")
	}
	var inner, hidden []T // [R, ff] before and after the activation; the same with ReLU
	y := g.residual(x, sublayer[T]{name: "feed-forward", norm: p.Norm, post: p.Post, drop: g.drop(site + ".ffn_out"),
		forward: func(h []T) (z []T, kept [][]T) {
			z = pool.Get(len(h))
			// Backward and observers need the whole hidden layer, which inBlocks computes only block by block.
			if !g.Train && g.Observe == nil && p.W1.isPacked() {
				p.inBlocks(g.Pass, z, h, rows)
				return z, nil
			}
			inner = pool.Get(rows * p.W1.Out())
			hidden = inner
			if p.Post && g.Train {
				hidden = pool.Get(len(inner)) // the derivative of GELU needs its input
			}
			p.activate(w, hidden, inner, h, rows)
			if !p.Post {
				g.observe(site+".relu", hidden)
			}
			dropout(w, hidden, hidden, hiddenDrop)
			p.W2.Forward(w, z, hidden, rows, false)
			return z, [][]T{inner, hidden}
		},
		backward: func(h, dz, dh []T, add bool, _ []*Flow[T], _ *Flow[T]) {
			dhidden := pool.Get(len(hidden))
			p.W2.Backward(w, dhidden, dz, hidden, rows, false)
			if p.Post {
				kernel.GELUGrad(w, dhidden, dhidden, inner)
			} else {
				dropout(w, dhidden, dhidden, hiddenDrop)
				kernel.ReLUGrad(w, dhidden, dhidden, hidden) // a dropped element is 0 in hidden and has no gradient either way
			}
			p.W1.Backward(w, dh, dhidden, h, rows, add)
			pool.Put(dhidden)
		}})
	if !p.Post {
		g.observe(site, y.X)
	}
	return y
}

// activate computes the hidden layer [rows, ff] of x [rows, d]. inner, which may be hidden, holds it before GELU.
func (p *FeedForwardParams[T]) activate(w *kernel.Workers, hidden, inner, x []T, rows int) {
	p.W1.Forward(w, inner, x, rows, !p.Post)
	if p.Post {
		kernel.GELU(w, hidden, inner)
	}
}

// hiddenRows is the number of rows of the hidden layer that inBlocks computes at a time: few enough to stay in the caches
// between the two maps. Rows do not depend on each other, so it does not change a bit.
const hiddenRows = 240

// inBlocks computes y = W2·(hidden layer of x) [rows, d] without a gradient. The weights should be packed: otherwise each block
// packs them again.
func (p *FeedForwardParams[T]) inBlocks(pass *Pass[T], y, x []T, rows int) {
	d, blocks := p.Norm.Width(), max(1, (rows+hiddenRows-1)/hiddenRows)
	room := pass.Pool.Get((rows + blocks - 1) / blocks * p.W1.Out())
	for b := range blocks {
		lo, hi := b*rows/blocks, (b+1)*rows/blocks
		h := room[:(hi-lo)*p.W1.Out()]
		p.activate(pass.Workers, h, h, x[lo*d:hi*d], hi-lo)
		p.W2.Forward(pass.Workers, y[lo*d:hi*d], h, hi-lo, false)
	}
	pass.Pool.Put(room)
}
