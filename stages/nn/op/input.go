package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// EncoderEmbed returns the encoder's input, drop(input(√d·E[token] + position)), for tokens below the embedding's rows, at the
// given places of their documents, which index positions [n, d]; the first token of a document is at place 1. The dropout place
// is enc.embed.
func (g *Graph[T]) EncoderEmbed(e Embedding[T], input *Linear[T], positions []T, tokens, places []int32) *Flow[T] {
	const site = "enc.embed"
	d := e.cols()
	if g.Check(checkLinear(site, input, d, d), checkRows(site, "token", tokens, e.rows()), checkRows(site, "position", places, len(positions)/d)) {
		return new(Flow[T])
	}
	w, drop := g.Workers, g.drop(site)
	x, y := g.Pool.Get(len(tokens)*d), g.Pool.Get(len(tokens)*d)
	lookup(w, x, e, tokens, root[T](d))
	addRow(w, x, positions, places, d)
	input.Forward(w, y, x, len(tokens), false)
	g.observe("enc.input_fc", y)
	dropout(w, y, y, drop)
	return g.add(Step[T]{site, NewFlow(g.Pool, y, len(tokens), d), nil, [][]T{x}, func(_ []*Flow[T], dout *Flow[T]) {
		dy := dout.take()
		dropout(w, dy, dy, drop) // the derivative of dropout is dropout with the same key
		g.mapGrad(e, input, x, dy, tokens)
	}})
}

// DecoderEmbedParams are the weights of a decoder's input.
type DecoderEmbedParams[T kernel.Float] struct {
	Embedding Embedding[T] // the encoder's
	InputFC   *Linear[T]   // [d, d]
	Control   *Param[T]    // [N, d]: distinguishes the slots
	Positions []T          // [n, d]
}

// DecoderEmbed returns the decoder's input, drop(InputFC(√d·E[token]) + position + control code), for tokens below V at step
// places[i] of slot slots[i]. Unlike the encoder it adds positions after the linear map, and its first position is row 0 of the
// table, zero. The dropout place is dec.embed.
func (g *Graph[T]) DecoderEmbed(p DecoderEmbedParams[T], tokens, places, slots []int32) *Flow[T] {
	const site = "dec.embed"
	e, d := p.Embedding, p.Embedding.cols()
	if g.Check(checkLinear(site, p.InputFC, d, d), checkRows(site, "token", tokens, e.rows()),
		checkRows(site, "step", places, len(p.Positions)/d), checkRows(site, "slot", slots, p.Control.rows())) {
		return new(Flow[T])
	}
	w, drop := g.Workers, g.drop(site)
	x, y := g.Pool.Get(len(tokens)*d), g.Pool.Get(len(tokens)*d)
	lookup(w, x, e, tokens, root[T](d))
	p.InputFC.Forward(w, y, x, len(tokens), false)
	g.observe("dec.input_fc", y)
	addRow(w, y, p.Positions, places, d)
	addRow(w, y, p.Control.Weights, slots, d)
	dropout(w, y, y, drop)
	return g.add(Step[T]{site, NewFlow(g.Pool, y, len(tokens), d), nil, [][]T{x}, func(_ []*Flow[T], dout *Flow[T]) {
		dy := dout.take()
		dropout(w, dy, dy, drop)
		scatter(w, p.Control.Grads, dy, slots, d, 1, -1) // Control was added after the map, so its gradient is dy
		g.mapGrad(e, p.InputFC, x, dy, tokens)
	}})
}

// mapGrad adds to the gradients of a linear map and of the embeddings before it, given the derivative dy of the result of the
// map, which it returns to the pool.
func (g *Graph[T]) mapGrad(e Embedding[T], input *Linear[T], x, dy []T, tokens []int32) {
	dx := g.Pool.Get(len(x))
	input.Backward(g.Workers, dx, dy, x, len(tokens), false)
	scatter(g.Workers, e.Grads, dx, tokens, e.cols(), root[T](e.cols()), e.Padding)
	g.Pool.Put(dy, dx)
}

// PieceEmbedParams are the weights of the input of BERT.
type PieceEmbedParams[T kernel.Float] struct {
	Embedding Embedding[T]
	Positions *Param[T] // [n, d]
	Types     *Param[T] // [k, d]: of the first text, the second …
	Norm      *Norm[T]
}

// PieceEmbed returns the input of BERT (Devlin et al., NAACL 2019), drop(LN(E[piece] + position + type)), all of it learned, for
// pieces below the embedding's rows, at the given places of their documents, counted from 0, and in texts of the given types.
// The dropout place is bert.embed.
func (g *Graph[T]) PieceEmbed(p PieceEmbedParams[T], pieces, places, types []int32) *Flow[T] {
	const site = "bert.embed"
	e, d := p.Embedding, p.Embedding.cols()
	if g.Check(checkTable(site, p.Positions, d), checkTable(site, p.Types, d), checkNorm(site, p.Norm, d),
		checkRows(site, "piece", pieces, e.rows()), checkRows(site, "position", places, p.Positions.rows()),
		checkRows(site, "type", types, p.Types.rows()), checkLengths(site, len(pieces), len(places), len(types))) {
		return new(Flow[T])
	}
	w, drop := g.Workers, g.drop(site)
	x := g.Pool.Get(len(pieces) * d)
	lookup(w, x, e, pieces, 1)
	addRow(w, x, p.Positions.Weights, places, d)
	addRow(w, x, p.Types.Weights, types, d)
	o := p.Norm.forward(g.Pass, x, len(pieces))
	dropout(w, o.h, o.h, drop)
	return g.add(Step[T]{site, NewFlow(g.Pool, o.h, len(pieces), d), nil, [][]T{x, o.mean, o.rstd}, func(_ []*Flow[T], dout *Flow[T]) {
		dy := dout.take()
		dropout(w, dy, dy, drop)
		dx := g.Pool.Zeros(len(x))
		p.Norm.backward(g.Pass, dx, dy, x, o, len(pieces))
		scatter(w, e.Grads, dx, pieces, d, 1, e.Padding)
		scatter(w, p.Positions.Grads, dx, places, d, 1, -1)
		scatter(w, p.Types.Grads, dx, types, d, 1, -1)
		g.Pool.Put(dy, dx)
	}})
}

// WordEmbed returns the input of a recurrent layer, E[token]: word vectors without scaling or positions, for tokens below the
// embedding's rows.
func (g *Graph[T]) WordEmbed(e Embedding[T], tokens []int32) *Flow[T] {
	const site = "word embed"
	if g.Check(checkRows(site, "token", tokens, e.rows())) {
		return new(Flow[T])
	}
	d := e.cols()
	x := g.Pool.Get(len(tokens) * d)
	lookup(g.Workers, x, e, tokens, 1)
	return g.add(Step[T]{site, NewFlow(g.Pool, x, len(tokens), d), nil, nil, func(_ []*Flow[T], dout *Flow[T]) {
		dx := dout.take()
		scatter(g.Workers, e.Grads, dx, tokens, d, 1, e.Padding)
		g.Pool.Put(dx)
	}})
}
