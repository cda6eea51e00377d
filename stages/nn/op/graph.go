package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// Graph computes layers as they are called, so a network reads as what it computes:
//
//	x := g.EncoderEmbed(embedding, input, positions, tokens, places)
//	for _, l := range layers {
//		x = g.SelfAttention(l.site, l.attention, documents, x)
//		x = g.FeedForward(l.site, l.ff, x)
//	}
//
// In training it records how to differentiate every layer. Otherwise a layer takes over the stream that it reads and returns
// it to the pool: no other layer may read the same stream, except a memory (see NewFlow).
//
// After the first error, which is in Err, layers compute nothing and return empty flows. A graph is for one batch.
type Graph[T kernel.Float] struct {
	*Pass[T]
	Steps []Step[T] // in the order of computation; empty unless Pass.Train
	Err   error
}

// Step is a computed layer.
type Step[T kernel.Float] struct {
	Name string
	Out  *Flow[T]
	In   []*Flow[T]
	Kept [][]T // slices of the pool that Derive needs
	// Derive adds to the gradients of parameters and to the derivatives din of the inputs, given the derivative dout of the result.
	// It takes ownership of the slices of dout.
	Derive func(din []*Flow[T], dout *Flow[T])
}

// Backward differentiates the layer and returns what it kept for this to the pool.
func (s *Step[T]) Backward(din []*Flow[T], dout *Flow[T]) {
	s.Derive(din, dout)
	s.Free()
}

// Free returns what the layer kept to the pool.
func (s *Step[T]) Free() { s.Out.pool.Put(s.Kept...) }

// Differentiate computes the derivative of the last step of a graph, whose result is one number, with respect to all that the
// steps read: it runs Backward of every step once, from a derivative of 1, in an order in which each step follows all readers
// of its result. Afterwards every slice of a flow is back in the pool.
type Differentiate[T kernel.Float] func(steps []Step[T]) error

// Check ends the graph with the first of the errors. It reports whether the graph has ended.
func (g *Graph[T]) Check(errs ...error) (failed bool) {
	for _, err := range errs {
		if g.Err == nil {
			g.Err = err
		}
	}
	return g.Err != nil
}

// add records a layer and returns its result. Without training it frees what the layer kept and the stream that it read.
func (g *Graph[T]) add(s Step[T]) *Flow[T] {
	if g.Train {
		g.Steps = append(g.Steps, s)
		return s.Out
	}
	s.Free()
	if len(s.In) > 0 {
		s.In[0].FreeX() // not Copy: the head reads it after later layers
	}
	return s.Out
}

// sublayer is the inside of a layer with a residual: what is added to the stream.
type sublayer[T kernel.Float] struct {
	name string
	norm *Norm[T]
	post bool // the norm comes last
	drop kernel.Drop
	more []*Flow[T] // inputs beside the stream

	// forward computes z [R, d] into a slice of the pool from h [R, d]. It returns the slices that backward needs.
	forward func(h []T) (z []T, kept [][]T)
	// backward computes the derivative of h into dh, or adds it there, given dz, and adds to the derivatives of other inputs.
	backward func(h, dz, dh []T, add bool, din []*Flow[T], dout *Flow[T])
}

// residual returns x + drop(f(LN(x))), or LN(x + drop(f(x))) with the norm last, as in the first Transformer (Vaswani et al.
// 2017) and BERT.
func (g *Graph[T]) residual(x *Flow[T], f sublayer[T]) *Flow[T] {
	w, pool, rows, d := g.Workers, g.Pool, x.Rows, x.Width
	h, normed := x.X, normed[T]{}
	if !f.post {
		normed = f.norm.forward(g.Pass, x.X, rows)
		h = normed.h
	}
	sum, kept := f.forward(h)
	dropout(w, sum, sum, f.drop)
	kernel.Add(w, sum, x.X)
	y := sum
	if f.post {
		normed = f.norm.forward(g.Pass, sum, rows)
		y, normed.h = normed.h, sum
	}
	return g.add(Step[T]{f.name, NewFlow(g.Pool, y, rows, d), append([]*Flow[T]{x}, f.more...), append(kept, normed.h, normed.mean, normed.rstd), func(din []*Flow[T], dout *Flow[T]) {
		dx := dout.take() // the residual passes the gradient on
		if f.post {
			dy := dx
			dx = pool.Zeros(len(dy)) // the derivative of the sum and, by the residual, of x
			f.norm.backward(g.Pass, dx, dy, sum, normed, rows)
			pool.Put(dy)
		}
		dz := dx
		if f.drop.Rate != 0 {
			dz = pool.Get(len(dx))
			kernel.Dropout(w, dz, dx, f.drop, 0)
			defer pool.Put(dz)
		}
		if f.post {
			// f reads x itself: its gradient adds to the residual's.
			f.backward(h, dz, dx, true, din, dout)
		} else {
			dh := pool.Get(len(dx))
			f.backward(h, dz, dh, false, din, dout)
			f.norm.backward(g.Pass, dx, dh, x.X, normed, rows)
			pool.Put(dh)
		}
		din[0].AddX(w, dx)
	}})
}

// dropout is kernel.Dropout if the rate is not 0.
func dropout[T kernel.Float](w *kernel.Workers, y, x []T, d kernel.Drop) {
	if d.Rate != 0 {
		kernel.Dropout(w, y, x, d, 0)
	}
}
