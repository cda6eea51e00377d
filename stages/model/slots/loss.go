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

// Weigh returns the loss weights of a batch, for example λ of equation 4, one per position; 0 leaves a position out. It gets
// the results of the forward pass: p, the probability of each target token, position by position in the order of the
// targets, and null, p(∅) at the first position of each target. The weights are constants for the gradient. A nil Weigh
// means weights of 1.
type Weigh[T kernel.Float] func(p, null []T) []T

// Train holds what a training step depends on besides parameters and batch.
type Train struct {
	Seed, Step uint64 // together with the place in the network, the key of dropout's random numbers

	// Masks replaces dropout's random numbers with recorded ones, for comparison with other implementations: per place
	// (enc.embed, enc.layer0.self_attn_weights, …; see package op), one byte per element, 1 = kept.
	Masks map[string][]uint8
	// Observe, if not nil, is called with intermediate results and their names. It must not keep x.
	Observe func(name string, x any)
}

// Result is the result of a loss pass.
type Result[T kernel.Float] struct {
	Loss    T   // Sum / norm
	Sum     T   // Σ weight·−ln(p + 1e-8)
	P       []T // probability of each target token, position by position in the order of the targets
	Null    []T // p(∅) at the first position of each target
	Weights []T // what Weigh returned
}

// Loss builds the training graph in g, which must be empty, and runs it forward and backward, with dropout. It adds the
// gradient of Σ weight·−ln(p + 1e-8) / norm to the gradients of the parameters. It is fastest if targets of one document are
// adjacent. Without targets it returns a zero Result and computes nothing. A document, target or id that does not fit the
// network is an error.
func (m *Model[T]) Loss(g op.Graph[T], w *kernel.Workers, docs Docs, targets []Target, weigh Weigh[T], norm T, t Train) (Result[T], error) {
	if len(targets) == 0 {
		return Result[T]{}, docs.check(m.Config)
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
	rows, err := m.prepare(docs, targets)
	if err != nil {
		return Result[T]{}, err
	}
	c := &Chain[T]{Pass: pass, graph: g}
	memory := m.body.Encode(c, docs)
	x, copies := m.body.Decode(c, rows, memory, len(docs.Source), nil)
	if c.err != nil {
		return Result[T]{}, c.err
	}
	head, err := op.NewHead(pass, m.head, rows.positions, text.Null, weigh, norm)
	if err != nil {
		return Result[T]{}, err
	}
	if err := g.Loss(head, x.node, copies.node); err != nil {
		return Result[T]{}, fmt.Errorf("slots: loss: %w", err)
	}
	return result(head, norm), nil
}

func (m *Model[T]) prepare(docs Docs, targets []Target) (*Teacher, error) {
	if err := docs.check(m.Config); err != nil {
		return nil, err
	}
	return teach(m.Config, docs, targets)
}

// Evaluate is Loss in evaluation mode, on an encoded batch: no dropout, no gradient, and a norm of 1.
func (m *Model[T]) Evaluate(w *kernel.Workers, memory *Memory[T], targets []Target, weigh Weigh[T]) (Result[T], error) {
	if len(targets) == 0 {
		return Result[T]{}, nil
	}
	rows, err := teach(m.Config, memory.Docs, targets)
	if err != nil {
		return Result[T]{}, err
	}
	c := &Chain[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool}}
	seen := Value[T]{flow: op.NewFlow(m.pool, memory.X, len(memory.Docs.Source), m.Width), lent: true}
	x, copies := m.body.Decode(c, rows, seen, len(memory.Docs.Source), memory.keyed)
	head, err := op.NewHead(c.Pass, m.head, rows.positions, text.Null, weigh, 1)
	loss := c.Then(Layer[T](head, err), x, copies)
	if c.err != nil {
		return Result[T]{}, c.err
	}
	loss.flow.Free()
	copies.flow.Free()
	return result(head, 1), nil
}

func result[T kernel.Float](h *op.Head[T], norm T) Result[T] {
	return Result[T]{Loss: h.Sum / norm, Sum: h.Sum, P: h.P, Null: h.Null, Weights: h.Weights}
}
