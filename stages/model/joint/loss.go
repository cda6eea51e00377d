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

// Loss computes the loss of a batch, with dropout, and its gradient. The loss of a document is the sum of: for each classifier, the
// weighted mean over the words of −ln p of their tags; the mean over the masks to predict of −ln p of their pieces; and, with
// UniKeyphrase, the weighted bag-of-words constraint of op.Graph.Joint. Loss adds the gradient of the mean over the documents to
// the gradients of the parameters. It returns the sum over the documents and their number. A document that does not fit the
// network is an error.
func (m *Model[T]) Loss(d op.Differentiate[T], w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error) {
	for _, p := range m.params {
		if p.Grads == nil {
			p.ZeroGrad()
		}
	}
	g := &op.Graph[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool, Train: true, Rate: m.Dropout, Seed: t.Seed, Step: t.Step}}
	if sum, err = m.loss(g, examples, t); err != nil {
		return 0, 0, err
	}
	if err := d(g.Steps); err != nil {
		return 0, 0, fmt.Errorf("joint: loss: %w", err)
	}
	return sum, len(examples), nil
}

// Evaluate is Loss in evaluation mode: no dropout, no gradient. t is the key of the random masks.
func (m *Model[T]) Evaluate(w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error) {
	sum, err = m.loss(&op.Graph[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool}}, examples, t)
	return sum, len(examples), err
}

// Targets returns the number of keyphrases of an example; left is 0. The error is text.ErrNoPeos.
func (m *Model[T]) Targets(e schemas.Example) (targets, left int, err error) {
	if !slices.ContainsFunc(e.Targets, text.IsPeos) {
		return 0, 0, text.ErrNoPeos
	}
	return len(e.Targets) - 1, 0, nil
}

// loss computes the loss of a batch in g.
func (m *Model[T]) loss(g *op.Graph[T], examples []schemas.Example, t slots.Train) (sum T, err error) {
	l, err := m.pack(examples, t.Seed, t.Step)
	if err != nil {
		return 0, err
	}
	if m.System == UniKeyphrase {
		l.ask.Bag = m.bagWeight(t.Step, g.Train)
	}
	return m.over(g, l)
}

// over computes the loss of a packed batch in g.
func (m *Model[T]) over(g *op.Graph[T], l layout) (sum T, err error) {
	x := m.bert.Forward(g, l.batch)
	if m.System == UniKeyphrase {
		rows, segs := x.Rows, l.batch.Segments()
		for i := range l.ask.Filled {
			l.ask.Filled[i].Row += rows // the rows of generation follow those of extraction
		}
		x = g.Twin(x)
		for i, p := range m.related {
			x = g.Relation(fmt.Sprintf("relation.layer%d", i), p, segs, x)
		}
	}
	sum = g.Joint(m.head, l.ask, x)
	return sum, g.Err
}

// bagWeight returns the weight of the bag-of-words constraint at a step (from 0). It rises logarithmically to 1: it is
// ln(1 + (e−1)·t/T) at the t-th of T steps. In evaluation mode it is 1, so that losses of different steps can be compared.
func (m *Model[T]) bagWeight(step uint64, training bool) float64 {
	if !training || m.Steps == 0 {
		return 1
	}
	return math.Log1p((math.E - 1) * min(1, float64(step+1)/float64(m.Steps)))
}
