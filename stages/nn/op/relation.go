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

func (p *RelationParams[T]) check(site string) error {
	d := p.Inner[0].Width()
	var errs []error
	for i := range 2 {
		errs = append(errs, checkLinear(site, p.Map[i], d, d), checkNorm(site, p.Inner[i], d), checkNorm(site, p.Outer[i], d))
	}
	return check(errs...)
}

// Twin doubles a stream: from [R, d] to two copies, one below the other, [2R, d], the input of the first Relation.
type Twin[T kernel.Float] struct {
	pass        *Pass[T]
	rows, width int
}

// NewTwin returns the layer that doubles a stream of rows rows.
func NewTwin[T kernel.Float](pass *Pass[T], rows, width int) *Twin[T] {
	return &Twin[T]{pass, rows, width}
}

// Inputs returns 1: the stream.
func (o *Twin[T]) Inputs() int { return 1 }

// Shape returns [2R, d].
func (o *Twin[T]) Shape() (int, int) { return 2 * o.rows, o.width }

// Forward copies the stream.
func (o *Twin[T]) Forward(in []*Flow[T]) *Flow[T] {
	n := o.rows * o.width
	y := o.pass.Pool.Get(2 * n)
	copy(y, in[0].X)
	copy(y[n:], in[0].X)
	return NewFlow(o.pass.Pool, y, 2*o.rows, o.width)
}

// Backward computes the derivative.
func (o *Twin[T]) Backward(_, din []*Flow[T], dout *Flow[T]) {
	n := o.rows * o.width
	dy, dx := dout.take(), o.pass.Pool.Get(n)
	copy(dx, dy)
	kernel.Add(o.pass.Workers, dx, dy[n:])
	o.pass.Pool.Put(dy)
	din[0].AddX(o.pass.Workers, dx)
}

// Relation is a relation layer over [2R, d], the rows of the first representation above those of the second.
type Relation[T kernel.Float] struct {
	pass *Pass[T]
	RelationParams[T]
	segs []kernel.Segment // over 2R rows
	rows int              // R
	drop kernel.Drop

	relu, innerIn, y, attended, outerIn []T // [2R, d]; innerIn and outerIn are the inputs of the norms
	weights                             []T
	inner, outer                        [2]normed[T]
}

// NewRelation returns the layer over R rows, which the segments cover. The dropout place is SITE.out.
func NewRelation[T kernel.Float](pass *Pass[T], site string, p RelationParams[T], segs []kernel.Segment, rows int) (*Relation[T], error) {
	if err := check(p.check(site), checkSegments(site, segs, rows, rows)); err != nil {
		return nil, err
	}
	return &Relation[T]{pass: pass, RelationParams: p, segs: crossed(segs, rows), rows: rows, drop: pass.drop(site + ".out")}, nil
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

// Inputs returns 1: the stream.
func (o *Relation[T]) Inputs() int { return 1 }

// Shape returns that of the stream.
func (o *Relation[T]) Shape() (int, int) { return 2 * o.rows, o.Width() }

// half returns representation i of the two in x.
func half[T kernel.Float](x []T, i int) []T { return x[i*len(x)/2 : (i+1)*len(x)/2] }

// Forward computes the layer.
func (o *Relation[T]) Forward(in []*Flow[T]) *Flow[T] {
	pool, w, x, d := o.pass.Pool, o.pass.Workers, in[0].X, o.Width()
	n := 2 * o.rows * d
	o.relu, o.innerIn, o.y, o.attended, o.outerIn = pool.Get(n), pool.Get(n), pool.Get(n), pool.Get(n), pool.Get(n)
	for i := range 2 {
		o.Map[i].Forward(w, half(o.relu, i), half(x, i), o.rows, true)
	}
	copy(o.innerIn, o.relu)
	kernel.Add(w, o.innerIn, x)
	for i := range 2 {
		o.inner[i] = o.Inner[i].forward(o.pass, half(o.innerIn, i), o.rows)
		copy(half(o.y, i), o.inner[i].h)
	}
	if o.pass.Train {
		o.weights = pool.Get(kernel.WeightsLen(o.segs, 1))
	}
	kernel.Attend(w, o.attended, o.weights, o.y, o.y, o.y, o.segs, 1, d, kernel.Drop{})
	copy(o.outerIn, o.attended)
	kernel.Add(w, o.outerIn, o.y)
	z := pool.Get(n)
	for i := range 2 {
		o.outer[i] = o.Outer[i].forward(o.pass, half(o.outerIn, i), o.rows)
		copy(half(z, i), o.outer[i].h)
	}
	dropout(w, z, z, o.drop)
	if !o.pass.Train {
		o.free()
	}
	return NewFlow(pool, z, 2*o.rows, d)
}

// Backward computes the derivative.
func (o *Relation[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pool, w, d := o.pass.Pool, o.pass.Workers, o.Width()
	dz := dout.take()
	dropout(w, dz, dz, o.drop)
	dy := pool.Zeros(len(dz)) // of the input of the outer norms and, by the residual, of y
	for i := range 2 {
		o.Outer[i].backward(o.pass, half(dy, i), half(dz, i), half(o.outerIn, i), o.outer[i], o.rows)
	}
	dq, dk, dv := pool.Zeros(len(dz)), pool.Zeros(len(dz)), pool.Zeros(len(dz))
	kernel.AttendGrad(w, dq, dk, dv, dy, o.weights, o.y, o.y, o.y, o.segs, 1, d, kernel.Drop{})
	for _, part := range [][]T{dq, dk, dv} {
		kernel.Add(w, dy, part)
	}
	clear(dz)
	dx := dz // of the input of the inner norms and, by the residual, of x
	for i := range 2 {
		o.Inner[i].backward(o.pass, half(dx, i), half(dy, i), half(o.innerIn, i), o.inner[i], o.rows)
	}
	kernel.ReLUGrad(w, dy, dx, o.relu)
	for i := range 2 {
		o.Map[i].Backward(w, half(dx, i), half(dy, i), half(in[0].X, i), o.rows, true)
	}
	pool.Put(dy, dq, dk, dv)
	o.free()
	din[0].AddX(w, dx)
}

func (o *Relation[T]) free() {
	for i := range 2 {
		o.inner[i].free(o.pass)
		o.outer[i].free(o.pass)
	}
	o.pass.Pool.Put(o.relu, o.innerIn, o.y, o.attended, o.outerIn, o.weights)
	o.relu, o.innerIn, o.y, o.attended, o.outerIn, o.weights = nil, nil, nil, nil, nil, nil
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
