package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// WordEmbed is the input of a recurrent layer, E[token]: word vectors without scaling or positions.
type WordEmbed[T kernel.Float] struct {
	pass      *Pass[T]
	embedding Embedding[T]
	tokens    []int32
}

// NewWordEmbed returns the input for tokens, ids below the embedding's rows.
func NewWordEmbed[T kernel.Float](pass *Pass[T], e Embedding[T], tokens []int32) (*WordEmbed[T], error) {
	if err := checkRows("word embed", "token", tokens, e.rows()); err != nil {
		return nil, err
	}
	return &WordEmbed[T]{pass: pass, embedding: e, tokens: tokens}, nil
}

// Inputs returns 0.
func (o *WordEmbed[T]) Inputs() int { return 0 }

// Shape returns [tokens, d].
func (o *WordEmbed[T]) Shape() (int, int) { return len(o.tokens), o.embedding.cols() }

// Forward looks the words up.
func (o *WordEmbed[T]) Forward([]*Flow[T]) *Flow[T] {
	rows, d := o.Shape()
	x := o.pass.Pool.Get(rows * d)
	lookup(o.pass.Workers, x, o.embedding, o.tokens, 1)
	return NewFlow(o.pass.Pool, x, rows, d)
}

// Backward computes the derivative.
func (o *WordEmbed[T]) Backward(_, _ []*Flow[T], dout *Flow[T]) {
	dx := dout.take()
	scatter(o.pass.Workers, o.embedding.Grads, dx, o.tokens, o.embedding.cols(), 1, o.embedding.Padding)
	o.pass.Pool.Put(dx)
}
