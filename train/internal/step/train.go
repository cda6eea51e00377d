package step

import (
	"fmt"

	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
	"wrone2set/train/internal/machine"
	"wrone2set/train/internal/wr"
)

// Learner moves the parameters of a model.
type Learner[T kernel.Float] struct {
	Objective
	Model   Network[T]
	Adam    *op.Adam[T]
	Workers *kernel.Workers // nil: one thread
	Seed    uint64          // of dropout
}

// Step makes one training step. number counts the steps of the run from 0 and keys all random numbers. A loss or
// gradient that is not finite is a DivergedError; the parameters are then of no use.
func (l *Learner[T]) Step(b Batch, number int64) (Tally, error) {
	if m, ok := l.Model.(Joint[T]); ok {
		return l.learn(m, b, number)
	}
	all, err := Assigned(l.Objective, l.Workers, l.Model, b, uint64(number))
	if err != nil {
		return Tally{}, err
	}
	return l.Learn(b, all, number)
}

// Learn is Step for a given supervision, of a slots.Model.
func (l *Learner[T]) Learn(b Batch, all []wr.Supervision, number int64) (Tally, error) {
	m := l.Model.(*slots.Model[T])
	m.ZeroGrad()
	work, keys := prepare[T](l.Objective, b, all), slots.Train{Seed: l.Seed, Step: uint64(number)}
	result, err := m.Loss(machine.NewGraph[T](), l.Workers, b.Docs, work.targets, work.weigh(l.Objective, len(all)), T(work.norm), keys)
	if err != nil {
		return Tally{}, err
	}
	if !finite(float64(result.Sum)) {
		return Tally{}, diverged(l.Objective, l.Workers, m, b, keys, "the loss is %g", result.Sum)
	}
	t := tally(b, all, work, result.Sum)
	t.Steps = 1
	t.Norm, err = l.move()
	return t, err
}

// move moves the parameters by their gradients, whose norm it returns.
func (l *Learner[T]) move() (norm float64, err error) {
	if err := machine.Step(l.Adam, l.Model.Params()); err != nil {
		return 0, err
	}
	if !finite(l.Adam.Norm) {
		return 0, &DivergedError{What: fmt.Sprintf("the norm of the gradient is %g", l.Adam.Norm), Tensor: badGradient(l.Model)}
	}
	return l.Adam.Norm, nil
}

// Evaluate is the loss of a batch in evaluation mode: assignment, re-assignment and weights as in training, from one
// pass of the encoder. One that is not finite is a DivergedError.
func Evaluate[T kernel.Float](o Objective, w *kernel.Workers, network Network[T], b Batch, occasion uint64) (Tally, error) {
	if m, ok := network.(Joint[T]); ok {
		return evaluate(o, w, m, b, occasion)
	}
	m := network.(*slots.Model[T])
	memory, err := m.Encode(w, b.Docs)
	if err != nil {
		return Tally{}, err
	}
	defer memory.Free()
	all, err := Supervise(o, w, m, memory, b, occasion)
	if err != nil {
		return Tally{}, err
	}
	work := prepare[T](o, b, all)
	result, err := m.Evaluate(w, memory, work.targets, work.weigh(o, len(all)))
	if err != nil {
		return Tally{}, err
	}
	if !finite(float64(result.Sum)) {
		return Tally{}, diverged(o, w, m, b, slots.Train{}, "the loss is %g", result.Sum)
	}
	t := tally(b, all, work, result.Sum)
	t.Steps = 1
	return t, nil
}

// Assigned is Supervise with an encoder pass of its own, where one is needed.
func Assigned[T kernel.Float](o Objective, w *kernel.Workers, network Network[T], b Batch, occasion uint64) ([]wr.Supervision, error) {
	if o.System != slots.OneToSet {
		return unmoved(b), nil
	}
	m := network.(*slots.Model[T])
	memory, err := m.Encode(w, b.Docs)
	if err != nil {
		return nil, err
	}
	defer memory.Free()
	return Supervise(o, w, m, memory, b, occasion)
}
