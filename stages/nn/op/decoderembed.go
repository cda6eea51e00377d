package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// DecoderEmbed is the decoder's input: drop(InputFC(√d·E[token]) + position + control code). Unlike the encoder it
// adds positions after the linear map, and its first position is row 0 of the table, zero.
type DecoderEmbed[T kernel.Float] struct {
	pass *Pass[T]
	DecoderEmbedParams[T]
	tokens, places, slots []int32
	drop                  kernel.Drop

	x []T // [R, d] input of the linear map
}

// DecoderEmbedParams are the weights of a DecoderEmbed.
type DecoderEmbedParams[T kernel.Float] struct {
	Embedding Embedding[T] // the encoder's
	InputFC   *Linear[T]   // [d, d]
	Control   *Param[T]    // [N, d]: distinguishes the slots
	Positions []T          // [n, d]
}

// NewDecoderEmbed returns the input for tokens, ids below V, at step places[i] of slot slots[i]. The dropout place is
// dec.embed.
func NewDecoderEmbed[T kernel.Float](pass *Pass[T], p DecoderEmbedParams[T], tokens, places, slots []int32) (*DecoderEmbed[T], error) {
	const site = "dec.embed"
	d := p.Embedding.cols()
	err := check(checkLinear(site, p.InputFC, d, d), checkRows(site, "token", tokens, p.Embedding.rows()),
		checkRows(site, "step", places, len(p.Positions)/d), checkRows(site, "slot", slots, p.Control.rows()))
	if err != nil {
		return nil, err
	}
	return &DecoderEmbed[T]{pass: pass, DecoderEmbedParams: p, tokens: tokens, places: places, slots: slots, drop: pass.drop(site)}, nil
}

// Inputs returns 0.
func (o *DecoderEmbed[T]) Inputs() int { return 0 }

// Shape returns [tokens, d].
func (o *DecoderEmbed[T]) Shape() (int, int) { return len(o.tokens), o.Embedding.cols() }

// Forward computes the input of the first layer.
func (o *DecoderEmbed[T]) Forward([]*Flow[T]) *Flow[T] {
	pass, w := o.pass, o.pass.Workers
	rows, d := o.Shape()
	x, y := pass.Pool.Get(rows*d), pass.Pool.Get(rows*d)
	lookup(w, x, o.Embedding, o.tokens, root[T](d))
	o.InputFC.Forward(w, y, x, rows, false)
	pass.observe("dec.input_fc", y)
	addRow(w, y, o.Positions, o.places, d)
	addRow(w, y, o.Control.Weights, o.slots, d)
	dropout(w, y, y, o.drop)
	if pass.Train {
		o.x = x
	} else {
		pass.Pool.Put(x)
	}
	return NewFlow(pass.Pool, y, rows, d)
}

// Backward computes the derivative.
func (o *DecoderEmbed[T]) Backward(_, _ []*Flow[T], dout *Flow[T]) {
	pass, w := o.pass, o.pass.Workers
	rows, d := o.Shape()
	dy := dout.take()
	dropout(w, dy, dy, o.drop)
	scatter(w, o.Control.Grads, dy, o.slots, d, 1, -1) // Control was added after the map, so its gradient is dy
	dx := pass.Pool.Get(rows * d)
	o.InputFC.Backward(w, dx, dy, o.x, rows, false)
	scatter(w, o.Embedding.Grads, dx, o.tokens, d, root[T](d), o.Embedding.Padding)
	pass.Pool.Put(dy, dx, o.x)
	o.x = nil
}
