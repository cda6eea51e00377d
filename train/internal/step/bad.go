package step

import (
	"fmt"
	"math"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/settrans"
	"wrone2set/train/internal/machine"
	"wrone2set/train/internal/wr"
)

// firstBad names the first tensor of a step that holds what is not a finite
// number: a parameter in the order of the model, else a layer's output in the
// order of a forward pass over the batch, made for the purpose, else a
// gradient. Empty if there is none.
func (l *Learner[T]) firstBad(b Batch, number int64) string {
	for _, p := range l.Model.Params() {
		if i := bad(p.Weights); i >= 0 {
			return found(p.Name, i, p.Weights)
		}
	}
	if s := l.badActivation(b, number); s != "" {
		return s
	}
	return l.badGradient()
}

func (l *Learner[T]) badActivation(b Batch, number int64) (s string) {
	plain := make([]wr.Supervision, len(b.Fixed))
	for d, f := range b.Fixed {
		plain[d] = wr.Supervision{Targets: f.Targets, Present: f.Present, Masked: make([]bool, len(f.Targets))}
	}
	_, targets, norm := l.targets(b, plain)
	l.Model.Loss(machine.NewGraph[T](), l.Workers, b.Docs, targets, nil, T(norm), settrans.Train{Seed: l.Seed, Step: uint64(number), Observe: func(name string, x any) {
		if x, ok := x.([]T); ok && s == "" {
			if i := bad(x); i >= 0 {
				s = found("the output "+name, i, x)
			}
		}
	}}) // its error would be one that the step has as well
	return s
}

func (l *Learner[T]) badGradient() string {
	for _, p := range l.Model.Params() {
		if i := bad(p.Grads); i >= 0 {
			return found("the gradient of "+p.Name, i, p.Grads)
		}
	}
	return ""
}

func found[T kernel.Float](name string, i int, x []T) string {
	return fmt.Sprintf("the first bad tensor is %s, element %d is %g; try a lower --lr", name, i, x[i])
}

// bad is the first element that is not finite, or -1.
func bad[T kernel.Float](x []T) int {
	for i, v := range x {
		if !finite(float64(v)) {
			return i
		}
	}
	return -1
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
