package step

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/machine"
)

// Baseline trains a network with fixed targets, which do not depend on its predictions. The network makes the targets from the
// examples and computes the loss itself.
type Baseline[T kernel.Float] struct {
	Model   model.Baseline[T]
	Adam    *op.Adam[T]
	Workers *kernel.Workers // nil: one thread
	Vocab   int             // V; ids are below V and a document's own words
	Seed    uint64          // of dropout and of the network's own draws
}

// Batch packs examples, see Method. Left counts the keyphrases that do not fit into the network's targets.
func (f *Baseline[T]) Batch(examples []schemas.Example) (Batch, error) {
	b := Batch{Examples: examples}
	for _, e := range examples {
		err := check(e, f.Vocab)
		if err == nil {
			var n, left int
			n, left, err = f.Model.Targets(e)
			b.Targets, b.Left = b.Targets+n, b.Left+left
		}
		if err != nil {
			return Batch{}, fmt.Errorf("document %s: %w", e.ID, err)
		}
		b.IDs = append(b.IDs, e.ID)
	}
	var err error
	b.Docs, err = slots.Pack(examples)
	return b, err
}

// Step makes one training step, see Method.
func (f *Baseline[T]) Step(b Batch, number int64) (Tally, error) {
	f.Model.ZeroGrad()
	t := slots.Train{Seed: f.Seed, Step: uint64(number)}
	sum, norm, err := f.Model.Loss(machine.Differentiate[T], f.Workers, b.Examples, t)
	if err != nil {
		return Tally{}, err
	}
	if err := f.finite(f.Workers, b, t, sum); err != nil {
		return Tally{}, err
	}
	seen := b.tally(float64(sum), norm)
	seen.Norm, err = move(f.Adam, f.Model.Params())
	return seen, err
}

// Evaluate computes the loss of a batch in evaluation mode, see Method. occasion keys the network's draws.
func (f *Baseline[T]) Evaluate(w *kernel.Workers, b Batch, occasion uint64) (Tally, error) {
	t := slots.Train{Seed: f.Seed, Step: occasion}
	sum, norm, err := f.Model.Evaluate(w, b.Examples, t)
	if err == nil {
		err = f.finite(w, b, slots.Train{}, sum)
	}
	return b.tally(float64(sum), norm), err
}

// finite returns a DivergedError if the loss of a batch, keyed by t, is not finite.
func (f *Baseline[T]) finite(w *kernel.Workers, b Batch, t slots.Train, sum T) error {
	if finite(float64(sum)) {
		return nil
	}
	return diverged(f.Model.Params(), func(show func(string, any)) {
		t.Observe = outputs(show)
		// Ignore the error: the step that failed had it too.
		_, _, _ = f.Model.Loss(machine.Differentiate[T], w, b.Examples, t)
	}, "the loss is %g", sum)
}

// tally counts a batch.
func (b Batch) tally(sum float64, norm int) Tally {
	n := int64(len(b.Examples))
	return Tally{Steps: 1, Documents: n, Sources: int64(b.Tokens()), Tokens: int64(norm), Slots: int64(b.Targets), Loss: sum, Lambda: float64(n)}
}
