package step

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/machine"
)

// DivergedError says that a loss, a prediction, a gradient or a parameter is not a finite number. Settings lead there,
// above all too high a learning rate. Training is deterministic, so the same settings do it again: no retry cures it.
type DivergedError struct {
	What   string // is no number, "the loss is NaN"
	Tensor string // the first bad tensor with the element that shows it; empty if none is bad
}

func (e *DivergedError) Error() string {
	if e.Tensor == "" {
		return e.What
	}
	return e.What + "; the first bad tensor is " + e.Tensor
}

// Finite is a DivergedError that names the first parameter that holds what is not a finite number; nil if none does.
func Finite[T kernel.Float](params []*op.Param[T]) error {
	if s := badParameter(params); s != "" {
		return &DivergedError{What: "a parameter is no number", Tensor: s}
	}
	return nil
}

// diverged is the error of a pass over a batch in which something is no number. The first bad tensor is a parameter in
// the order of the model, else a layer's output in the order of a forward pass, made for the purpose and keyed by t,
// else a probability, else a gradient.
func diverged[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, t slots.Train, what string, args ...any) *DivergedError {
	s := badParameter(m.Params())
	if s == "" {
		s = badOutput(o, w, m, b, t)
	}
	if s == "" {
		s = badGradient(m.Params())
	}
	return &DivergedError{What: fmt.Sprintf(what, args...), Tensor: s}
}

// predicted is the error of predictions that failed with err: where nothing is a number there is no best token either,
// and the network refuses the one that stands for none.
func predicted[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, err error) error {
	if d := diverged(o, w, m, b, slots.Train{}, "the predictions are no numbers"); d.Tensor != "" {
		return d
	}
	return err
}

func badParameter[T kernel.Float](params []*op.Param[T]) string {
	return firstBad(params, "", func(p *op.Param[T]) []T { return p.Weights })
}

func badGradient[T kernel.Float](params []*op.Param[T]) string {
	return firstBad(params, "the gradient of ", func(p *op.Param[T]) []T { return p.Grads })
}

func firstBad[T kernel.Float](params []*op.Param[T], kind string, of func(*op.Param[T]) []T) string {
	for _, p := range params {
		if s := found(kind+p.Name, of(p)); s != "" {
			return s
		}
	}
	return ""
}

func badOutput[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, t slots.Train) (s string) {
	_, targets, norm := o.targets(b, unmoved(b))
	t.Observe = func(name string, x any) {
		if x, ok := x.([]T); ok && s == "" {
			s = found("the output "+name, x)
		}
	}
	// Its error would be one that the step has as well.
	r, _ := m.Loss(machine.NewGraph[T](), w, b.Docs, targets, nil, T(norm), t)
	if s == "" {
		s = found("the probability of the target tokens", r.P)
	}
	return s
}

// found names the first element that is not finite; empty if all are.
func found[T kernel.Float](name string, x []T) string {
	for i, v := range x {
		if !finite(float64(v)) {
			return fmt.Sprintf("%s, element %d is %g", name, i, v)
		}
	}
	return ""
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
