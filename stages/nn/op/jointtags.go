package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// tag computes the loss of the tags.
func (o *joint[T]) tag(x []T) {
	d := o.JointParams.Norm.Width()
	o.first = make([]int, len(o.ask.Tagged)+1)
	for i, t := range o.ask.Tagged {
		o.first[i+1] = o.first[i] + o.Tags[t.Tags].Out()
	}
	o.tags = o.pass.Pool.Get(o.first[len(o.ask.Tagged)])
	o.pass.Workers.Split(len(o.ask.Tagged), 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			t := o.ask.Tagged[i]
			o.Tags[t.Tags].Forward(nil, o.tags[o.first[i]:o.first[i+1]], x[t.Row*d:(t.Row+1)*d], 1, false)
		}
	})
	for i, t := range o.ask.Tagged {
		p := o.tags[o.first[i]:o.first[i+1]]
		sum := kernel.LogSumExp(p)
		o.sum += T(T(t.Weight) * (sum - p[t.Tag]))
		expMinus(p, sum)
	}
}

// tagGrad is the derivative of tag and of the bag with respect to the tags. It overwrites the probabilities.
func (o *joint[T]) tagGrad(dx, x []T, seed T) {
	d, size := o.JointParams.Norm.Width(), o.Words.Size()
	row := o.pass.Pool.Get(d)
	// One row after the other: rows share the classifiers' gradients, and a row of dx may be tagged more than once.
	for i, t := range o.ask.Tagged {
		p := o.tags[o.first[i]:o.first[i+1]]
		var more T // derivative with respect to the probability of a tag other than 0
		if o.bags != nil {
			for _, word := range t.Bag {
				more += T(2 * seed * T(o.ask.Bag) * o.bags[t.Doc*size+int(word)])
			}
		}
		// The derivative of a softmax is p·(g − Σ p·g); here g is more for all tags but 0.
		mean := T(more * (1 - p[0]))
		for j, v := range p {
			g := -mean
			if j > 0 {
				g += more
			}
			p[j] = T(v*g) + T(seed*T(t.Weight)*v)
		}
		p[t.Tag] -= T(seed * T(t.Weight))
		o.Tags[t.Tags].Backward(nil, row, p, x[t.Row*d:(t.Row+1)*d], 1, false)
		for j, v := range row {
			dx[t.Row*d+j] += v
		}
	}
	o.pass.Pool.Put(row)
}
