package bert

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Forward computes the vectors [S, D] of the pieces of a batch in g. A batch that does not fit the network ends the graph. The
// dropout places are bert.embed and those of op.Graph.SelfAttention and FeedForward for the sites bert.layer0, bert.layer1 …
func (m *Model[T]) Forward(g *op.Graph[T], b Batch) *op.Flow[T] {
	if g.Check(b.check(m.Config)) {
		return new(op.Flow[T])
	}
	segs := b.Segments()
	x := g.PieceEmbed(m.input, b.Pieces, b.places(), b.types())
	for i, l := range m.layers {
		site := fmt.Sprintf("bert.layer%d", i)
		x = g.SelfAttention(site, l.attention, segs, x)
		x = g.FeedForward(site, l.ff, x)
	}
	return x
}

// Encode computes the vectors of all pieces, [S, D], without gradients and dropout.
func (m *Model[T]) Encode(w *kernel.Workers, b Batch) ([]T, error) {
	g := &op.Graph[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool}}
	out := m.Forward(g, b)
	if g.Err != nil {
		return nil, g.Err
	}
	x := append([]T(nil), out.X...)
	out.Free()
	return x, nil
}
