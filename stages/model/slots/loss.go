package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Target is what a slot of a document is trained to write. A slot without supervision has no Target.
type Target struct {
	Doc, Slot int
	Tokens    []int32 // extended ids, at most L: the words of a phrase and <eos> (3), or only ∅ (6)
}

func (t Target) check(c Config, docs Docs) error {
	if t.Doc < 0 || t.Doc >= docs.Len() || t.Slot < 0 || t.Slot >= c.Slots {
		return fmt.Errorf("no document %d, slot %d: the batch has %d documents of %d slots", t.Doc, t.Slot, docs.Len(), c.Slots)
	}
	if len(t.Tokens) == 0 || len(t.Tokens) > c.PhraseLen {
		return fmt.Errorf("document %d, slot %d: %d tokens, want 1 to %d", t.Doc, t.Slot, len(t.Tokens), c.PhraseLen)
	}
	for _, y := range t.Tokens {
		if y < 0 || int(y) >= c.Vocab+int(docs.OOV[t.Doc]) {
			return fmt.Errorf("document %d, slot %d: id %d is none of the %d words of the vocabulary and %d of the document",
				t.Doc, t.Slot, y, c.Vocab, docs.OOV[t.Doc])
		}
	}
	return nil
}

// Train holds what a training step depends on besides parameters and batch.
type Train struct {
	Seed, Step uint64 // together with the place in the network, the key of dropout's random numbers

	// Masks replaces dropout's random numbers with recorded ones, for comparison with other implementations: per place
	// (enc.embed, enc.layer0.self_attn_weights, …; see package op), one byte per element, 1 = kept.
	Masks map[string][]uint8
	// Observe, if not nil, is called with intermediate results and their names. It must not keep x.
	Observe func(name string, x any)
}

// Predicted is a training pass over a batch, with dropout: the probability P of each target token, position by position in the
// order of the targets, and the probability Null of ∅ at the first position of each target.
type Predicted[T kernel.Float] struct {
	*op.Predicted[T]
	graph *op.Graph[T] // nil without targets
}

// Predict computes the network in training mode for known targets. It is fastest if targets of one document are adjacent. A
// document, target or id that does not fit the network is an error.
func (m *Model[T]) Predict(w *kernel.Workers, docs Docs, targets []Target, t Train) (Predicted[T], error) {
	p := Predicted[T]{Predicted: new(op.Predicted[T])}
	if err := docs.check(m.Config); err != nil || len(targets) == 0 {
		return p, err
	}
	for _, p := range m.params {
		if p.Grads == nil {
			p.ZeroGrad()
		}
	}
	pass := &op.Pass[T]{Workers: w, Pool: m.pool, Train: true, Rate: m.Dropout, Seed: t.Seed, Step: t.Step, Masks: t.Masks}
	if t.Observe != nil {
		pass.Observe = func(name string, x []T) { t.Observe(name, x) }
	}
	rows, err := teach(m.Config, docs, targets)
	if err != nil {
		return p, err
	}
	p.graph = &op.Graph[T]{Pass: pass}
	memory := m.body.Encode(p.graph, docs)
	x, copies := m.body.Decode(p.graph, rows, memory, nil)
	p.Predicted = p.graph.Predict(m.head, rows.positions, text.Null, x, copies)
	return p, p.graph.Err
}

// Learn adds the gradient of Σ weight·−ln(p + 1e-8) / norm over the positions to the gradients of the parameters, and returns
// the sum, 0 without targets. The weights, one per position, may depend on the probabilities, for example λ of equation 4, and are
// constants for the gradient; nil: all are 1.
func (p Predicted[T]) Learn(differentiate op.Differentiate[T], weights []T, norm T) (sum T, err error) {
	if p.graph == nil {
		return 0, nil
	}
	if sum = p.graph.Loss(p.Predicted, weights, norm); p.graph.Err != nil {
		return 0, p.graph.Err
	}
	if err := differentiate(p.graph.Steps); err != nil {
		return 0, fmt.Errorf("slots: loss: %w", err)
	}
	return sum, nil
}

// Evaluate is Predict in evaluation mode, on an encoded batch: no dropout and no gradient.
func (m *Model[T]) Evaluate(w *kernel.Workers, memory *Memory[T], targets []Target) (*op.Predicted[T], error) {
	if len(targets) == 0 {
		return new(op.Predicted[T]), nil
	}
	rows, err := teach(m.Config, memory.Docs, targets)
	if err != nil {
		return nil, err
	}
	g := &op.Graph[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool}}
	x, copies := m.body.Decode(g, rows, op.NewFlow(nil, memory.X, len(memory.Docs.Source), m.Width), memory.keyed)
	p := g.Predict(m.head, rows.positions, text.Null, x, copies)
	return p, g.Err
}
