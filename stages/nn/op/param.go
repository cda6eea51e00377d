package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// Param is a trained tensor and its gradient.
type Param[T kernel.Float] struct {
	Name    string // as in model.safetensors
	Shape   []int  // one or two dimensions
	Weights []T
	Grads   []T // as long as Weights; nil until ZeroGrad
}

// Len returns the number of elements of the shape.
func (p *Param[T]) Len() int {
	n := 1
	for _, d := range p.Shape {
		n *= d
	}
	return n
}

// ZeroGrad sets the gradient to zero, allocating it if there is none.
func (p *Param[T]) ZeroGrad() {
	if p.Grads == nil {
		p.Grads = make([]T, len(p.Weights))
		return
	}
	clear(p.Grads)
}

// Size returns the number of elements of all parameters.
func Size[T kernel.Float](params []*Param[T]) int {
	n := 0
	for _, p := range params {
		n += p.Len()
	}
	return n
}

// ZeroGrad sets the gradients of all parameters to zero.
func ZeroGrad[T kernel.Float](params []*Param[T]) {
	for _, p := range params {
		p.ZeroGrad()
	}
}

// rows and cols see a vector as one row.
func (p *Param[T]) rows() int {
	if len(p.Shape) < 2 {
		return 1
	}
	return p.Shape[0]
}

func (p *Param[T]) cols() int { return p.Shape[len(p.Shape)-1] }
