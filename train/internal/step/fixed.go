package step

import (
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
	Adam    *op.Adam[T]     // not used by Evaluate
	Workers *kernel.Workers // nil: one thread
	Vocab   int             // V; ids are below V and a document's own words
	Seed    uint64          // of dropout and of the network's own draws
}

// Batch packs examples, see Method. Left counts the keyphrases that do not fit into the network's targets.
func (f *Baseline[T]) Batch(examples []schemas.Example) (Batch, error) {
	b := Batch{Examples: examples}
	err := b.pack(examples, f.Vocab, func(e schemas.Example) error {
		n, left, err := f.Model.Targets(e)
		b.Targets, b.Left = b.Targets+n, b.Left+left
		return err
	})
	return b, err
}

// Step makes one training step, see Method.
func (f *Baseline[T]) Step(b Batch, number int64) (Tally, error) {
	f.Model.ZeroGrad()
	t := slots.Train{Seed: f.Seed, Step: uint64(number)}
	sum, norm, err := f.Model.Loss(machine.Differentiate[T], f.Workers, b.Examples, t)
	if err == nil {
		err = f.finite(b, t, sum)
	}
	if err != nil {
		return Tally{}, err
	}
	seen := b.tally(float64(sum), norm)
	seen.Norm, err = move(f.Adam, f.Model.Params())
	return seen, err
}

// Evaluate computes the loss of a batch in evaluation mode, see Method. occasion keys the network's draws.
func (f *Baseline[T]) Evaluate(b Batch, occasion uint64) (Tally, error) {
	sum, norm, err := f.Model.Evaluate(f.Workers, b.Examples, slots.Train{Seed: f.Seed, Step: occasion})
	if err == nil {
		err = f.finite(b, slots.Train{}, sum)
	}
	return b.tally(float64(sum), norm), err
}

// finite returns a DivergedError if the loss of a batch, keyed by t, is not finite.
func (f *Baseline[T]) finite(b Batch, t slots.Train, sum T) error {
	if finite(float64(sum)) {
		return nil
	}
	return diverged(f.Model.Params(), func(observe func(string, any)) []T {
		t.Observe = observe
		// Ignore the error: the step that failed had it too.
		_, _, _ = f.Model.Loss(machine.Differentiate[T], f.Workers, b.Examples, t)
		return nil
	}, "the loss is %g", sum)
}
