package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// EncoderEmbed is the encoder's input: drop(InputFC(√d·E[token] + position)).
type EncoderEmbed[T kernel.Float] struct {
	pass      *Pass[T]
	embedding Embedding[T]
	inputFC   *Linear[T]
	positions []T // [n, d]
	tokens    []int32
	places    []int32
	drop      kernel.Drop

	x []T // [R, d] input of the linear map
}

// NewEncoderEmbed returns the input for tokens, ids below the embedding's rows, at the given places of their documents,
// which index positions [n, d]; the first token of a document is at place 1. The dropout place is enc.embed.
func NewEncoderEmbed[T kernel.Float](pass *Pass[T], e Embedding[T], inputFC *Linear[T], positions []T, tokens, places []int32) (*EncoderEmbed[T], error) {
	const site = "enc.embed"
	d := e.cols()
	err := check(checkLinear(site, inputFC, d, d), checkRows(site, "token", tokens, e.rows()),
		checkRows(site, "position", places, len(positions)/d))
	if err != nil {
		return nil, err
	}
	return &EncoderEmbed[T]{pass: pass, embedding: e, inputFC: inputFC, positions: positions,
		tokens: tokens, places: places, drop: pass.drop(site)}, nil
}

// Inputs returns 0.
func (o *EncoderEmbed[T]) Inputs() int { return 0 }

// Shape returns [tokens, d].
func (o *EncoderEmbed[T]) Shape() (int, int) { return len(o.tokens), o.embedding.cols() }

// Forward computes the input of the first layer.
func (o *EncoderEmbed[T]) Forward([]*Flow[T]) *Flow[T] {
	pass, w := o.pass, o.pass.Workers
	rows, d := o.Shape()
	x, y := pass.Pool.Get(rows*d), pass.Pool.Get(rows*d)
	lookup(w, x, o.embedding, o.tokens, root[T](d))
	addRow(w, x, o.positions, o.places, d)
	o.inputFC.Forward(w, y, x, rows, false)
	pass.observe("enc.input_fc", y)
	dropout(w, y, y, o.drop)
	if pass.Train {
		o.x = x
	} else {
		pass.Pool.Put(x)
	}
	return NewFlow(pass.Pool, y, rows, d)
}

// Backward computes the derivative.
func (o *EncoderEmbed[T]) Backward(_, _ []*Flow[T], dout *Flow[T]) {
	pass, w := o.pass, o.pass.Workers
	rows, d := o.Shape()
	dy := dout.take()
	dropout(w, dy, dy, o.drop) // the derivative of dropout is dropout with the same key
	dx := pass.Pool.Get(rows * d)
	o.inputFC.Backward(w, dx, dy, o.x, rows, false)
	scatter(w, o.embedding.Grads, dx, o.tokens, d, root[T](d), o.embedding.Padding)
	pass.Pool.Put(dy, dx, o.x)
	o.x = nil
}
