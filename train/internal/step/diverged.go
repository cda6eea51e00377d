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

// diverged returns the error of a pass over a batch with a result that is not finite. It looks for the first bad tensor among the
// parameters, then among the outputs of a pass that again makes for this and shows, and last among the gradients.
func diverged[T kernel.Float](params []*op.Param[T], again func(show func(name string, x any)), what string, args ...any) *DivergedError {
	s := badParameter(params)
	if s == "" {
		again(func(name string, x any) {
			if x, ok := x.([]T); ok && s == "" {
				s = found(name, x)
			}
		})
	}
	if s == "" {
		s = badGradient(params)
	}
	return &DivergedError{What: fmt.Sprintf(what, args...), Tensor: s}
}

// again returns a forward pass keyed by t, for diverged: the outputs of the layers, and the probabilities. Its error is that of the step
// that failed.
func again[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, t slots.Train) func(show func(string, any)) {
	return func(show func(string, any)) {
		t.Observe = outputs(show)
		if p, err := m.Predict(w, b.Docs, o.supervised(b, unmoved(b)).targets, t); err == nil {
			show("the probability of the target tokens", p.P)
		}
	}
}

// outputs names what it shows as outputs of layers.
func outputs(show func(string, any)) func(string, any) {
	return func(name string, x any) { show("the output "+name, x) }
}

// predicted returns the error of predictions that failed with err, such as slots.ErrNotFinite.
func predicted[T kernel.Float](o Objective, w *kernel.Workers, m *slots.Model[T], b Batch, err error) error {
	if d := diverged(m.Params(), again(o, w, m, b, slots.Train{}), "the predictions are not finite numbers"); d.Tensor != "" {
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
