package bert

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Layers returns the sub-layers over a batch in their order: the first has no input, each other one takes the result
// [S, D] of the one before it. A batch that does not fit the network is an error. The dropout places are bert.embed and
// those of op.NewPostAttention and op.NewPostFeedForward for the sites bert.layer0, bert.layer1 …
func (m *Model[T]) Layers(pass *op.Pass[T], b Batch) ([]op.Layer[T], error) {
	if err := b.check(m.Config); err != nil {
		return nil, err
	}
	rows, segs := len(b.Pieces), b.Segments()
	input, err := op.NewPieceEmbed(pass, m.input, b.Pieces, b.places(), b.types())
	if err != nil {
		return nil, err
	}
	layers := []op.Layer[T]{input}
	for i, l := range m.layers {
		site := fmt.Sprintf("bert.layer%d", i)
		attention, err := op.NewPostAttention(pass, site, l.attention, segs, rows)
		if err != nil {
			return nil, err
		}
		ff, err := op.NewPostFeedForward(pass, site, l.ff, rows)
		if err != nil {
			return nil, err
		}
		layers = append(layers, attention, ff)
	}
	return layers, nil
}

// Encode computes the vectors of all pieces, [S, D], without gradients and dropout.
func (m *Model[T]) Encode(w *kernel.Workers, b Batch) ([]T, error) {
	layers, err := m.Layers(&op.Pass[T]{Workers: w, Pool: m.pool}, b)
	if err != nil {
		return nil, err
	}
	var in []*op.Flow[T]
	for _, l := range layers {
		out := l.Forward(in)
		// Each layer reads only the result before it: free it at once, so that the pool needs room for two.
		for _, f := range in {
			f.Free()
		}
		in = []*op.Flow[T]{out}
	}
	x := append([]T(nil), in[0].X...)
	in[0].Free()
	return x, nil
}
