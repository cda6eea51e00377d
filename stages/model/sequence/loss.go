package sequence

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Loss computes the loss of a batch and its gradient; see slots.Predicted. sum is Σ −ln p over all target tokens, and norm is
// their number, by which the gradients are divided. One2One encodes a document once for all of its
// keyphrases; a document without keyphrases trains nothing.
func (m *Model[T]) Loss(d op.Differentiate[T], w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error) {
	docs, targets, norm, err := m.batch(examples)
	if err != nil {
		return 0, 0, err
	}
	p, err := m.Predict(w, docs, targets, t)
	if err != nil {
		return 0, 0, err
	}
	if t.Observe != nil {
		t.Observe("probability of the target tokens", p.P)
	}
	sum, err = p.Learn(d, nil, T(norm))
	return sum, norm, err
}

// Evaluate is Loss in evaluation mode: no dropout, no gradient.
func (m *Model[T]) Evaluate(w *kernel.Workers, examples []schemas.Example, _ slots.Train) (sum T, norm int, err error) {
	docs, targets, norm, err := m.batch(examples)
	if err != nil {
		return 0, 0, err
	}
	memory, err := m.Encode(w, docs)
	if err != nil {
		return 0, 0, err
	}
	defer memory.Free()
	p, err := m.Model.Evaluate(w, memory, targets)
	if err != nil {
		return 0, 0, err
	}
	return p.Sum(nil), norm, nil
}

// Targets returns the number of targets of an example, and of keyphrases left out since they are too long. The error is
// text.ErrNoPeos.
func (m *Model[T]) Targets(e schemas.Example) (targets, left int, err error) {
	all, left, err := m.targets(e.Targets)
	return len(all), left, err
}

// batch packs documents and their targets; norm is the number of target tokens.
func (m *Model[T]) batch(examples []schemas.Example) (docs slots.Docs, targets []slots.Target, norm int, err error) {
	if docs, err = slots.Pack(examples); err != nil {
		return docs, nil, 0, err
	}
	for d, e := range examples {
		all, _, err := m.targets(e.Targets)
		if err != nil {
			return docs, nil, 0, fmt.Errorf("document %s: %w", e.ID, err)
		}
		for _, tokens := range all {
			targets, norm = append(targets, slots.Target{Doc: d, Tokens: tokens}), norm+len(tokens)
		}
	}
	return docs, targets, norm, nil
}
