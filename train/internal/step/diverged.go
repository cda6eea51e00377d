package step

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// DivergedError says that a loss, a prediction, a gradient or a parameter is not finite. The usual cause is too high a
// learning rate. Training is deterministic, so a retry with the same settings diverges again.
type DivergedError struct {
	What   string // what is not finite, as in "the loss is NaN"
	Tensor string // the first bad tensor with its first bad element; empty if none is bad
}

func (e *DivergedError) Error() string {
	if e.Tensor == "" {
		return e.What
	}
	return e.What + "; the first bad tensor is " + e.Tensor
}

// Finite returns a DivergedError that names the first parameter with an element that is not finite; nil if there is none.
func Finite[T kernel.Float](params []*op.Param[T]) error {
	if s := badParameter(params); s != "" {
		return &DivergedError{What: "a parameter is not a finite number", Tensor: s}
	}
	return nil
}

// diverged returns the error of a pass over a batch with a result that is not finite. It looks for the first bad tensor among
// the parameters, then among the layers' outputs in a forward pass that it makes for this, keyed by t, then among the
// probabilities, and last among the gradients.
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

// predicted returns the error of predictions that failed with err, such as slots.ErrNotFinite.
func predicted[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, err error) error {
	if d := diverged(o, w, m, b, slots.Train{}, "the predictions are not finite numbers"); d.Tensor != "" {
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
	given := o.supervised(b, unmoved(b))
	t.Observe = func(name string, x any) {
		if x, ok := x.([]T); ok && s == "" {
			s = found("the output "+name, x)
		}
	}
	// Without the error: the step that failed had it too.
	if p, err := m.Predict(w, b.Docs, given.targets, t); s == "" && err == nil {
		s = found("the probability of the target tokens", p.P)
	}
	return s
}

// found describes the first element that is not finite; "" if all are.
func found[T kernel.Float](name string, x []T) string {
	for i, v := range x {
		if !finite(float64(v)) {
			return fmt.Sprintf("%s, element %d is %g", name, i, v)
		}
	}
	return ""
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
