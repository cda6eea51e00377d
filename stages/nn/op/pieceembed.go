package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// PieceEmbed is the input of BERT (Devlin et al., NAACL 2019): drop(LN(E[piece] + position + type)), all of it learned.
type PieceEmbed[T kernel.Float] struct {
	pass *Pass[T]
	PieceEmbedParams[T]
	pieces, places, types []int32
	drop                  kernel.Drop

	x    []T // [R, d] input of the norm
	kept normed[T]
}

// PieceEmbedParams are the weights of a PieceEmbed.
type PieceEmbedParams[T kernel.Float] struct {
	Embedding Embedding[T]
	Positions *Param[T] // [n, d]
	Types     *Param[T] // [k, d]: of the first text, the second …
	Norm      *Norm[T]
}

// NewPieceEmbed returns the input for pieces, ids below the embedding's rows, at the given places of their documents,
// counted from 0, and in texts of the given types. The dropout place is bert.embed.
func NewPieceEmbed[T kernel.Float](pass *Pass[T], p PieceEmbedParams[T], pieces, places, types []int32) (*PieceEmbed[T], error) {
	const site = "bert.embed"
	d := p.Embedding.cols()
	err := check(checkTable(site, p.Positions, d), checkTable(site, p.Types, d), checkNorm(site, p.Norm, d),
		checkRows(site, "piece", pieces, p.Embedding.rows()), checkRows(site, "position", places, p.Positions.rows()),
		checkRows(site, "type", types, p.Types.rows()))
	if err == nil {
		err = checkLengths(site, len(pieces), len(places), len(types))
	}
	if err != nil {
		return nil, err
	}
	return &PieceEmbed[T]{pass: pass, PieceEmbedParams: p, pieces: pieces, places: places, types: types, drop: pass.drop(site)}, nil
}

// Inputs returns 0.
func (o *PieceEmbed[T]) Inputs() int { return 0 }

// Shape returns [pieces, d].
func (o *PieceEmbed[T]) Shape() (int, int) { return len(o.pieces), o.Embedding.cols() }

// Forward computes the input of the first layer.
func (o *PieceEmbed[T]) Forward([]*Flow[T]) *Flow[T] {
	pass, w := o.pass, o.pass.Workers
	rows, d := o.Shape()
	x := pass.Pool.Get(rows * d)
	lookup(w, x, o.Embedding, o.pieces, 1)
	addRow(w, x, o.Positions.Weights, o.places, d)
	addRow(w, x, o.Types.Weights, o.types, d)
	y, kept := o.Norm.last(pass, x, rows)
	dropout(w, y, y, o.drop)
	if pass.Train {
		o.x, o.kept = x, kept
	} else {
		pass.Pool.Put(x)
		kept.free(pass)
	}
	return NewFlow(pass.Pool, y, rows, d)
}

// Backward computes the derivative.
func (o *PieceEmbed[T]) Backward(_, _ []*Flow[T], dout *Flow[T]) {
	pass, w := o.pass, o.pass.Workers
	rows, d := o.Shape()
	dy := dout.take()
	dropout(w, dy, dy, o.drop)
	dx := pass.Pool.Zeros(rows * d)
	o.Norm.backward(pass, dx, dy, o.x, o.kept, rows)
	scatter(w, o.Embedding.Grads, dx, o.pieces, d, 1, o.Embedding.Padding)
	scatter(w, o.Positions.Grads, dx, o.places, d, 1, -1)
	scatter(w, o.Types.Grads, dx, o.types, d, 1, -1)
	pass.Pool.Put(dy, dx, o.x)
	o.kept.free(pass)
	o.x = nil
}
