package step

import (
	"fmt"
	"io"

	"wrone2set/schemas"
	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
	"wrone2set/train/internal/machine"
)

// Network is what is trained: a *slots.Model, or a Joint.
type Network[T kernel.Float] interface {
	Params() []*op.Param[T]
	ZeroGrad()
	WriteConfig(io.Writer) error
	WriteTensors(io.Writer) error
}

// Joint is a network that lays its targets out itself and has a loss of its own, see package joint. Loss and Evaluate return
// the sum of the losses of the documents; they are divided by the number of these, which is what a Tally has for Tokens.
type Joint[T kernel.Float] interface {
	Network[T]
	Loss(g op.Graph[T], w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, err error)
	Evaluate(w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, err error)
}

// learn is Learn of a network that has its own targets.
func (l *Learner[T]) learn(m Joint[T], b Batch, number int64) (Tally, error) {
	m.ZeroGrad()
	sum, err := m.Loss(machine.NewGraph[T](), l.Workers, b.Examples, slots.Train{Seed: l.Seed, Step: uint64(number)})
	if err != nil {
		return Tally{}, err
	}
	if err := joined(m, sum); err != nil {
		return Tally{}, err
	}
	t := b.joint(float64(sum))
	t.Norm, err = l.move()
	return t, err
}

// evaluate is Evaluate of a network that has its own targets; which of its masks are asked is drawn for the occasion.
func evaluate[T kernel.Float](o Objective, w *kernel.Workers, m Joint[T], b Batch, occasion uint64) (Tally, error) {
	sum, err := m.Evaluate(w, b.Examples, slots.Train{Seed: o.Seed, Step: occasion})
	if err == nil {
		err = joined(m, sum)
	}
	return b.joint(float64(sum)), err
}

// joined is a DivergedError if the loss is not finite.
func joined[T kernel.Float](m Joint[T], sum T) error {
	if finite(float64(sum)) {
		return nil
	}
	s := badParameter[T](m)
	if s == "" {
		s = badGradient[T](m)
	}
	return &DivergedError{What: fmt.Sprintf("the loss is %g", sum), Tensor: s}
}

// joint counts a batch of a network that has its own targets.
func (b Batch) joint(sum float64) Tally {
	n := int64(len(b.Examples))
	return Tally{Steps: 1, Documents: n, Sources: int64(b.Tokens()), Tokens: n, Loss: sum}
}
