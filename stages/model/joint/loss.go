package joint

import (
	"fmt"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Loss builds the training graph of a batch in g, which must be empty, and runs it forward and backward, with dropout. The
// loss of a document is the sum of: for each classifier, the weighted mean over the words of −ln p of their tags; the mean
// over the masks to predict of −ln p of their pieces; and, with UniKeyphrase, the weighted bag-of-words constraint of op.Joint.
// Loss adds the gradient of the mean over the documents to the gradients of the parameters. It returns the sum over the
// documents and their number. A document that does not fit the network is an error.
func (m *Model[T]) Loss(g op.Graph[T], w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error) {
	for _, p := range m.params {
		if p.Grads == nil {
			p.ZeroGrad()
		}
	}
	pass := &op.Pass[T]{Workers: w, Pool: m.pool, Train: true, Rate: m.Dropout, Seed: t.Seed, Step: t.Step}
	layers, joint, err := m.layers(pass, examples, t)
	if err != nil {
		return 0, 0, err
	}
	var x op.Node
	for i, l := range layers {
		if i == 0 {
			x, err = g.Then(l)
		} else {
			x, err = g.Then(l, x)
		}
		if err != nil {
			return 0, 0, fmt.Errorf("joint: %w", err)
		}
	}
	if err := g.Loss(joint, x); err != nil {
		return 0, 0, fmt.Errorf("joint: loss: %w", err)
	}
	return joint.Sum, len(examples), nil
}

// Evaluate is Loss in evaluation mode: no dropout, no gradient. t is the key of the random masks.
func (m *Model[T]) Evaluate(w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error) {
	layers, joint, err := m.layers(&op.Pass[T]{Workers: w, Pool: m.pool}, examples, t)
	if err != nil {
		return 0, 0, err
	}
	var in []*op.Flow[T]
	for _, l := range append(layers, joint) {
		out := l.Forward(in)
		for _, f := range in {
			f.Free()
		}
		in = []*op.Flow[T]{out}
	}
	in[0].Free()
	return joint.Sum, len(examples), nil
}

// Targets returns the number of keyphrases of an example; left is 0. The error is text.ErrNoPeos.
func (m *Model[T]) Targets(e schemas.Example) (targets, left int, err error) {
	if !slices.ContainsFunc(e.Targets, text.IsPeos) {
		return 0, 0, text.ErrNoPeos
	}
	return len(e.Targets) - 1, 0, nil
}

// layers returns the layers of a batch, and the loss.
func (m *Model[T]) layers(pass *op.Pass[T], examples []schemas.Example, t slots.Train) ([]op.Layer[T], *op.Joint[T], error) {
	l, err := m.pack(examples, t.Seed, t.Step)
	if err != nil {
		return nil, nil, err
	}
	if m.System == UniKeyphrase {
		l.ask.Bag = m.bagWeight(t.Step, pass.Train)
	}
	return m.over(pass, l)
}

// over returns the layers over a packed batch, and the loss.
func (m *Model[T]) over(pass *op.Pass[T], l layout) ([]op.Layer[T], *op.Joint[T], error) {
	layers, err := m.bert.Layers(pass, l.batch)
	if err != nil {
		return nil, nil, err
	}
	rows := len(l.batch.Pieces)
	if m.System == UniKeyphrase {
		for i := range l.ask.Filled {
			l.ask.Filled[i].Row += rows // the rows of generation follow those of extraction
		}
		layers = append(layers, op.NewTwin(pass, rows, m.Encoder.Width))
		for i, p := range m.related {
			relation, err := op.NewRelation(pass, fmt.Sprintf("relation.layer%d", i), p, l.batch.Segments(), rows)
			if err != nil {
				return nil, nil, err
			}
			layers = append(layers, relation)
		}
		rows *= 2
	}
	joint, err := op.NewJoint(pass, m.head, rows, l.ask)
	return layers, joint, err
}

// bagWeight returns the weight of the bag-of-words constraint at a step (from 0). It rises logarithmically to 1: it is
// ln(1 + (e−1)·t/T) at the t-th of T steps. In evaluation mode it is 1, so that losses of different steps can be compared.
func (m *Model[T]) bagWeight(step uint64, training bool) float64 {
	if !training || m.Steps == 0 {
		return 1
	}
	return math.Log1p((math.E - 1) * min(1, float64(step+1)/float64(m.Steps)))
}
