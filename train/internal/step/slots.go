package step

import (
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/machine"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// Learner trains a network with slots, for an Objective.
type Learner[T kernel.Float] struct {
	Objective
	Model   *slots.Model[T]
	Adam    *op.Adam[T]     // not used by Evaluate
	Workers *kernel.Workers // nil: one thread
}

// Step makes one training step, see Method.
func (l *Learner[T]) Step(b Batch, number int64) (Tally, error) {
	all, err := l.Assigned(b, uint64(number))
	if err != nil {
		return Tally{}, err
	}
	return l.Learn(b, all, number)
}

// Learn is Step for a given supervision.
func (l *Learner[T]) Learn(b Batch, all []wr.Supervision, number int64) (Tally, error) {
	l.Model.ZeroGrad()
	given, keys := l.supervised(b, all), slots.Train{Seed: l.Seed, Step: uint64(number)}
	p, err := l.Model.Predict(l.Workers, b.Docs, given.targets, keys)
	if err != nil {
		return Tally{}, err
	}
	weights, lambda := wr.Weights(l.Scales, given.rows, len(all), p.P, p.Null)
	sum, err := p.Learn(machine.Differentiate[T], weights, T(given.norm))
	if err != nil {
		return Tally{}, err
	}
	t, err := l.tally(b, all, keys, given.norm, lambda, sum)
	if err != nil {
		return t, err
	}
	t.Norm, err = move(l.Adam, l.Model.Params())
	return t, err
}

// Evaluate computes the loss of a batch in evaluation mode, see Method: assignment, re-assignment and weights as in training, from one
// pass of the encoder.
func (l *Learner[T]) Evaluate(b Batch, occasion uint64) (Tally, error) {
	memory, err := l.Model.Encode(l.Workers, b.Docs)
	if err != nil {
		return Tally{}, err
	}
	defer memory.Free()
	all, err := l.supervise(memory, b, occasion)
	if err != nil {
		return Tally{}, err
	}
	given := l.supervised(b, all)
	p, err := l.Model.Evaluate(l.Workers, memory, given.targets)
	if err != nil {
		return Tally{}, err
	}
	weights, lambda := wr.Weights(l.Scales, given.rows, len(all), p.P, p.Null)
	return l.tally(b, all, slots.Train{}, given.norm, lambda, p.Sum(weights))
}

// tally counts a batch after a pass keyed by keys. A sum that is not finite is a DivergedError.
func (l *Learner[T]) tally(b Batch, all []wr.Supervision, keys slots.Train, norm int, lambda []T, sum T) (Tally, error) {
	if !finite(float64(sum)) {
		return Tally{}, diverged(l.Model.Params(), l.again(b, keys), "the loss is %g", sum)
	}
	t := b.tally(float64(sum), norm)
	t.Lambda = 0
	for _, v := range lambda {
		t.Lambda += float64(v)
	}
	for _, s := range all {
		t.supervised(s)
	}
	return t, nil
}

// again returns a forward pass keyed by t, for diverged. Its error is that of the step that failed.
func (l *Learner[T]) again(b Batch, t slots.Train) func(observe func(string, any)) []T {
	return func(observe func(string, any)) []T {
		t.Observe = observe
		p, err := l.Model.Predict(l.Workers, b.Docs, l.supervised(b, unmoved(b)).targets, t)
		if err != nil {
			return nil
		}
		return p.P
	}
}

// predicted returns the error of predictions that failed with err, such as slots.ErrNotFinite.
func (l *Learner[T]) predicted(b Batch, err error) error {
	if d := diverged(l.Model.Params(), l.again(b, slots.Train{}), "the predictions are not finite numbers"); d.Tensor != "" {
		return d
	}
	return err
}
