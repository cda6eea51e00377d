package step

import (
	"cmp"
	"fmt"
	"math"

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
// parameters, then among the outputs of layers and the probabilities of a pass that again makes for this, and last among the gradients.
func diverged[T kernel.Float](params []*op.Param[T], again func(observe func(name string, x any)) (probabilities []T), what string, args ...any) *DivergedError {
	s := badParameter(params)
	if s == "" {
		p := again(func(name string, x any) {
			if x, ok := x.([]T); ok {
				s = cmp.Or(s, found("the output "+name, x))
			}
		})
		s = cmp.Or(s, found("the probability of the target tokens", p))
	}
	return &DivergedError{What: fmt.Sprintf(what, args...), Tensor: cmp.Or(s, badGradient(params))}
}

func badParameter[T kernel.Float](params []*op.Param[T]) (s string) {
	for _, p := range params {
		s = cmp.Or(s, found(p.Name, p.Weights))
	}
	return s
}

func badGradient[T kernel.Float](params []*op.Param[T]) (s string) {
	for _, p := range params {
		s = cmp.Or(s, found("the gradient of "+p.Name, p.Grads))
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
