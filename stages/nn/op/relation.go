package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// RelationParams are the weights of a layer in which two representations of the same rows, for extraction and for
// generation, attend to each other: the stacked relation layer of UniKeyphrase (Wu et al., Findings of ACL 2021). With x₀
// and x₁ the two
//
//	yᵢ = LN(max(0, Mapᵢ·xᵢ) + xᵢ)
//	zᵢ = drop(LN(yᵢ + softmax(yᵢ·y₁₋ᵢᵀ)·y₁₋ᵢ))
//
// As in the paper, the products are not scaled. A row attends only to the rows that it may see. In the released code
// (github.com/thinkwee/UniKeyphrase), on the other hand, every row sees all, so a generated word sees the words after it.
type RelationParams[T kernel.Float] struct {
	Map          [2]*Linear[T] // [d, d]
	Inner, Outer [2]*Norm[T]   // of y and of z
}

// Width returns d.
func (p *RelationParams[T]) Width() int { return p.Inner[0].Width() }

func (p *RelationParams[T]) check(site string, d int) error {
	var errs []error
	for i := range 2 {
		errs = append(errs, checkLinear(site, p.Map[i], d, d), checkNorm(site, p.Inner[i], d), checkNorm(site, p.Outer[i], d))
	}
	return check(errs...)
}

// Twin doubles a stream: from [R, d] to two copies, one below the other, [2R, d], the input of the first Relation.
func (g *Graph[T]) Twin(x *Flow[T]) *Flow[T] {
	if g.Check() {
		return new(Flow[T])
	}
	n := x.Rows * x.Width
	y := g.Pool.Get(2 * n)
	copy(y, x.X)
	copy(y[n:], x.X)
	return g.add(Step[T]{"twin", NewFlow(g.Pool, y, 2*x.Rows, x.Width), []*Flow[T]{x}, nil, func(din []*Flow[T], dout *Flow[T]) {
		dy, dx := dout.take(), g.Pool.Get(n)
		copy(dx, dy)
		kernel.Add(g.Workers, dx, dy[n:])
		g.Pool.Put(dy)
		din[0].AddX(g.Workers, dx)
	}})
}

// crossed returns segments in which each of two representations of rows attends to the other.
func crossed(segs []kernel.Segment, rows int) []kernel.Segment {
	both := make([]kernel.Segment, 0, 2*len(segs))
	down := func(r kernel.Range) kernel.Range { return kernel.Range{Lo: r.Lo + rows, Hi: r.Hi + rows} }
	for _, s := range segs {
		both = append(both, kernel.Segment{Q: s.Q, K: down(s.K), Causal: s.Causal})
	}
	for _, s := range segs {
		both = append(both, kernel.Segment{Q: down(s.Q), K: s.K, Causal: s.Causal})
	}
	return both
}

// half returns representation i of the two in x.
func half[T kernel.Float](x []T, i int) []T { return x[i*len(x)/2 : (i+1)*len(x)/2] }

// Relation returns the relation layer over [2R, d], the rows of the first representation above those of the second. The segments
// cover R rows. The dropout place is SITE.out.
func (g *Graph[T]) Relation(site string, p RelationParams[T], segs []kernel.Segment, x *Flow[T]) *Flow[T] {
	rows, d := x.Rows/2, x.Width
	if g.Check(p.check(site, d), checkSegments(site, segs, rows, rows)) {
		return new(Flow[T])
	}
	pool, w, n, drop, both := g.Pool, g.Workers, 2*rows*d, g.drop(site+".out"), crossed(segs, rows)
	relu, innerIn, y, outerIn, z := pool.Get(n), pool.Get(n), pool.Get(n), pool.Get(n), pool.Get(n) // the inputs of the norms
	for i := range 2 {
		p.Map[i].Forward(w, half(relu, i), half(x.X, i), rows, true)
	}
	copy(innerIn, relu)
	kernel.Add(w, innerIn, x.X)
	inner := p.norms(g.Pass, p.Inner, y, innerIn, rows)
	var weights []T
	if g.Train {
		weights = pool.Get(kernel.WeightsLen(both, 1))
	}
	kernel.Attend(w, outerIn, weights, y, y, y, both, 1, d, kernel.Drop{})
	kernel.Add(w, outerIn, y)
	outer := p.norms(g.Pass, p.Outer, z, outerIn, rows)
	dropout(w, z, z, drop)
	kept := [][]T{relu, innerIn, y, outerIn, weights}
	for i := range 2 {
		kept = append(kept, inner[i].mean, inner[i].rstd, outer[i].mean, outer[i].rstd)
	}
	return g.add(Step[T]{"relation", NewFlow(g.Pool, z, 2*rows, d), []*Flow[T]{x}, kept, func(din []*Flow[T], dout *Flow[T]) {
		dz := dout.take()
		dropout(w, dz, dz, drop)
		dy := pool.Zeros(n) // of the input of the outer norms and, by the residual, of y
		for i := range 2 {
			p.Outer[i].backward(g.Pass, half(dy, i), half(dz, i), half(outerIn, i), outer[i], rows)
		}
		dq, dk, dv := pool.Zeros(n), pool.Zeros(n), pool.Zeros(n)
		kernel.AttendGrad(w, dq, dk, dv, dy, weights, y, y, y, both, 1, d, kernel.Drop{})
		for _, part := range [][]T{dq, dk, dv} {
			kernel.Add(w, dy, part)
		}
		clear(dz)
		dx := dz // of the input of the inner norms and, by the residual, of x
		for i := range 2 {
			p.Inner[i].backward(g.Pass, half(dx, i), half(dy, i), half(innerIn, i), inner[i], rows)
		}
		kernel.ReLUGrad(w, dy, dx, relu)
		for i := range 2 {
			p.Map[i].Backward(w, half(dx, i), half(dy, i), half(x.X, i), rows, true)
		}
		pool.Put(dy, dq, dk, dv)
		din[0].AddX(w, dx)
	}})
}

// norms computes y from x with a norm for each half. It returns what the derivative needs.
func (p *RelationParams[T]) norms(pass *Pass[T], ns [2]*Norm[T], y, x []T, rows int) (all [2]normed[T]) {
	for i, n := range ns {
		all[i] = n.forward(pass, half(x, i), rows)
		copy(half(y, i), all[i].h)
		pass.Pool.Put(all[i].h)
	}
	return all
}

// Related is both representations of the rows read so far in a relation layer: the rows to attend to.
type Related[T kernel.Float] [2][]T // [rows, d]

// Read takes new rows x [2R, d] through the layer, in evaluation mode, and writes the result to z. It stores their y in the
// rows at of read; they attend to the rows of read that the segments name. z must not be x.
func (p *RelationParams[T]) Read(pass *Pass[T], z, x []T, read Related[T], at []int, segs []kernel.Segment) error {
	if len(z) != len(x) || len(x) != 2*len(at)*p.Width() {
		return fmt.Errorf("op: relation: %d and %d numbers for %d rows", len(x), len(z), len(at))
	}
	rows, d := len(at), p.Width()
	y, attended := pass.Pool.Get(len(x)), pass.Pool.Get(len(x))
	for i := range 2 {
		p.Map[i].Forward(pass.Workers, half(attended, i), half(x, i), rows, true)
	}
	kernel.Add(pass.Workers, attended, x)
	for i := range 2 {
		p.Inner[i].Forward(pass, half(y, i), half(attended, i), rows)
		// Store every y before any row attends: rows of one call may see each other.
		for j, to := range at {
			copy(read[i][to*d:(to+1)*d], half(y, i)[j*d:])
		}
	}
	for i := range 2 {
		kernel.Attend(pass.Workers, half(attended, i), nil, half(y, i), read[1-i], read[1-i], segs, 1, d, kernel.Drop{})
	}
	kernel.Add(pass.Workers, attended, y)
	for i := range 2 {
		p.Outer[i].Forward(pass, half(z, i), half(attended, i), rows)
	}
	pass.Pool.Put(y, attended)
	return nil
}
