package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// fill computes the loss of the words.
func (o *joint[T]) fill(x []T) {
	pool, w, n, d, size := o.pass.Pool, o.pass.Workers, len(o.ask.Filled), o.JointParams.Norm.Width(), o.Words.Size()
	if n == 0 {
		return
	}
	o.x, o.z, o.a, o.words = pool.Get(n*d), pool.Get(n*d), pool.Get(n*d), pool.Get(n*size)
	for i, f := range o.ask.Filled {
		copy(o.x[i*d:(i+1)*d], x[f.Row*d:])
	}
	o.Dense.Forward(w, o.z, o.x, n, false)
	kernel.GELU(w, o.a, o.z)
	o.normed = o.JointParams.Norm.forward(o.pass, o.a, n)
	kernel.MulNT(w, o.words, o.normed.h, o.Words.W.Weights, n, size, d, o.Words.epilogue(0, size))
	losses := pool.Get(n)
	w.Split(n, 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			p := o.words[i*size : (i+1)*size]
			sum := kernel.LogSumExp(p)
			losses[i] = sum - p[o.ask.Filled[i].Word]
			expMinus(p, sum)
		}
	})
	// Add the rows in order: the sum must not depend on the number of threads.
	for i, f := range o.ask.Filled {
		o.sum += T(T(f.Weight) * losses[i])
	}
	pool.Put(losses)
}

// fillGrad is the derivative of fill and of the bag with respect to the words.
func (o *joint[T]) fillGrad(dx []T, seed T) {
	pool, w, n, d, size := o.pass.Pool, o.pass.Workers, len(o.ask.Filled), o.JointParams.Norm.Width(), o.Words.Size()
	if n == 0 {
		return
	}
	w.Split(n, 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f := o.ask.Filled[i]
			o.wordGrad(o.words[i*size:(i+1)*size], f, seed)
		}
	})
	if o.Words.B != nil {
		kernel.AddRows(w, o.Words.B.Grads, o.words, n, size)
	}
	dh := pool.Get(n * d)
	kernel.MulTN(w, o.Words.W.Grads, o.words, o.normed.h, size, d, n, kernel.Epilogue[T]{Accumulate: true})
	kernel.MulNN(w, dh, o.words, o.Words.W.Weights, n, d, size, kernel.Epilogue[T]{})
	da := pool.Zeros(n * d)
	o.JointParams.Norm.backward(o.pass, da, dh, o.a, o.normed, n)
	kernel.GELUGrad(w, da, da, o.z)
	o.Dense.Backward(w, dh, da, o.x, n, false)
	// Add: a row may be tagged as well, or filled more than once.
	for i, f := range o.ask.Filled {
		for j, v := range dh[i*d : (i+1)*d] {
			dx[f.Row*d+j] += v
		}
	}
	pool.Put(dh, da)
}

// wordGrad turns the probabilities of a filled row into the derivative of its logits.
func (o *joint[T]) wordGrad(p []T, f Filled, seed T) {
	by := T(seed * T(f.Weight))
	if o.bags == nil {
		for j := range p {
			p[j] *= by
		}
		p[f.Word] -= by
		return
	}
	size := o.Words.Size()
	bag, scale := o.bags[f.Doc*size:(f.Doc+1)*size], 2*seed*T(o.ask.Bag)
	// The bag's part of the derivative is that of a softmax, p·(g − Σ p·g).
	var mean T
	for j, v := range p {
		mean += T(v * bag[j])
	}
	for j, v := range p {
		p[j] = v * (by + T(scale*(bag[j]-mean)))
	}
	p[f.Word] -= by
}
