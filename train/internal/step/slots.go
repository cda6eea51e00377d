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
	Adam    *op.Adam[T]
	Workers *kernel.Workers // nil: one thread
	Seed    uint64          // of dropout
}

// Step makes one training step, see Method.
func (l *Learner[T]) Step(b Batch, number int64) (Tally, error) {
	all, err := Assigned(l.Objective, l.Workers, l.Model, b, uint64(number))
	if err != nil {
		return Tally{}, err
	}
	return l.Learn(b, all, number)
}

// Learn is Step for a given supervision.
func (l *Learner[T]) Learn(b Batch, all []wr.Supervision, number int64) (Tally, error) {
	m := l.Model
	m.ZeroGrad()
	given, keys := l.supervised(b, all), slots.Train{Seed: l.Seed, Step: uint64(number)}
	p, err := m.Predict(l.Workers, b.Docs, given.targets, keys)
	if err != nil {
		return Tally{}, err
	}
	weights, lambda := wr.Weights(l.Scales, given.rows, len(all), p.P, p.Null)
	sum, err := p.Learn(machine.Differentiate[T], weights, T(given.norm))
	if err != nil {
		return Tally{}, err
	}
	if !finite(float64(sum)) {
		return Tally{}, diverged(m.Params(), again(l.Objective, l.Workers, m, b, keys), "the loss is %g", sum)
	}
	t := tally(b, all, given.norm, lambda, sum)
	t.Norm, err = move(l.Adam, m.Params())
	return t, err
}

// Evaluate computes the loss of a batch in evaluation mode, see Method.
func (l *Learner[T]) Evaluate(w *kernel.Workers, b Batch, occasion uint64) (Tally, error) {
	return Evaluate(l.Objective, w, l.Model, b, occasion)
}

// Evaluate computes the loss of a batch in evaluation mode: assignment, re-assignment and weights as in training, from one
// pass of the encoder. A loss that is not finite is a DivergedError.
func Evaluate[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, occasion uint64) (Tally, error) {
	memory, err := m.Encode(w, b.Docs)
	if err != nil {
		return Tally{}, err
	}
	defer memory.Free()
	all, err := Supervise(o, w, m, memory, b, occasion)
	if err != nil {
		return Tally{}, err
	}
	given := o.supervised(b, all)
	p, err := m.Evaluate(w, memory, given.targets)
	if err != nil {
		return Tally{}, err
	}
	weights, lambda := wr.Weights(o.Scales, given.rows, len(all), p.P, p.Null)
	sum := p.Sum(weights)
	if !finite(float64(sum)) {
		return Tally{}, diverged(m.Params(), again(o, w, m, b, slots.Train{}), "the loss is %g", sum)
	}
	return tally(b, all, given.norm, lambda, sum), nil
}

// Assigned is Supervise with an encoder pass of its own.
func Assigned[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, occasion uint64) ([]wr.Supervision, error) {
	memory, err := m.Encode(w, b.Docs)
	if err != nil {
		return nil, err
	}
	defer memory.Free()
	return Supervise(o, w, m, memory, b, occasion)
}
