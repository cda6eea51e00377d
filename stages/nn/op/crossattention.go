package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// CrossAttention is x + drop(Out·Attend(LN(x), memory)), the sub-layer in which a target position attends to its
// document. That of the last layer also returns the attention of head 0, the copy mechanism's weights.
type CrossAttention[T kernel.Float] struct {
	pass *Pass[T]
	AttentionParams[T]
	segs             []kernel.Segment
	rows, keys       int
	copies           bool
	known            *Keyed[T]
	weightDrop, drop kernel.Drop

	kept attended[T]
}

// Keyed is the memory as keys and values of one layer's cross-attention.
type Keyed[T kernel.Float] struct {
	K, V   []T                   // [S, d]
	Packed *kernel.PackedKeys[T] // K packed for many queries, document by document; or nil
}

// Attend is kernel.Attend to the keys and values.
func (k Keyed[T]) Attend(w *kernel.Workers, out, weights, q []T, segs []kernel.Segment, heads, d int, drop kernel.Drop) {
	if k.Packed != nil {
		kernel.AttendPacked(w, out, weights, q, k.Packed, k.V, segs, heads, d, drop)
		return
	}
	kernel.Attend(w, out, weights, q, k.K, k.V, segs, heads, d, drop)
}

// Keys computes k and v [keys, d] of the memory.
func (p *AttentionParams[T]) Keys(w *kernel.Workers, k, v, memory []T, keys int) {
	forwardAll(w, []*Linear[T]{p.K, p.V}, [][]T{k, v}, memory, keys)
}

// NewCrossAttention returns the sub-layer for rows positions and a memory of keys rows; each segment is positions of one
// document. With copies the result carries the copy weights. site names the layer, for the dropout places
// SITE.cross_attn_weights (in the layout of kernel.Attend) and SITE.cross_attn_out.
func NewCrossAttention[T kernel.Float](pass *Pass[T], site string, p AttentionParams[T], segs []kernel.Segment, rows, keys int, copies bool) (*CrossAttention[T], error) {
	if err := check(p.check(site), checkSegments(site, segs, rows, keys)); err != nil {
		return nil, err
	}
	return &CrossAttention[T]{pass: pass, AttentionParams: p, segs: segs, rows: rows, keys: keys, copies: copies,
		weightDrop: pass.drop(site + ".cross_attn_weights"), drop: pass.drop(site + ".cross_attn_out")}, nil
}

// Precomputed gives the sub-layer precomputed keys and values. It then takes the stream as its only input and has no derivative.
func (o *CrossAttention[T]) Precomputed(k Keyed[T]) error {
	if o.pass.Train {
		return fmt.Errorf("op: cross-attention: known keys are for inference only")
	}
	if n := o.keys * o.Width(); len(k.K) != n || len(k.V) != n {
		return fmt.Errorf("op: cross-attention: known keys and values have %d and %d elements, want %d", len(k.K), len(k.V), n)
	}
	o.known = &k
	return nil
}

// Inputs returns 2, the stream and the memory, or 1 with known keys.
func (o *CrossAttention[T]) Inputs() int {
	if o.known != nil {
		return 1
	}
	return 2
}

// Shape returns that of the stream.
func (o *CrossAttention[T]) Shape() (int, int) { return o.rows, o.Width() }

// Forward computes the sub-layer.
func (o *CrossAttention[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, w, d := o.pass, o.pass.Workers, o.Width()
	a := attended[T]{normed: o.Norm.forward(pass, in[0].X, o.rows)}
	a.q, a.context = pass.Pool.Get(o.rows*d), pass.Pool.Get(o.rows*d)
	o.Queries(w, a.q, a.h, o.rows)
	k := Keyed[T]{}
	if o.known != nil {
		k = *o.known
	} else {
		a.k, a.v = pass.Pool.Get(o.keys*d), pass.Pool.Get(o.keys*d)
		o.Keys(w, a.k, a.v, in[1].X, o.keys)
		k = Keyed[T]{K: a.k, V: a.v}
	}
	// Only the backward pass and the copy mechanism read the weights.
	if pass.Train || o.copies {
		a.weights = pass.Pool.Get(kernel.WeightsLen(o.segs, o.Heads))
	}
	k.Attend(w, a.context, a.weights, a.q, o.segs, o.Heads, d, o.weightDrop)
	out := NewFlow(pass.Pool, o.finish(pass, in[0].X, a.context, o.rows, o.drop), o.rows, d)
	if o.copies {
		out.Copy = CopyWeights(pass, a.weights, o.segs, o.Heads, o.weightDrop)
	}
	if pass.Train {
		o.kept = a
	} else {
		a.free(pass)
	}
	return out
}

// Backward computes the derivative.
func (o *CrossAttention[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pass, w, d, a := o.pass, o.pass.Workers, o.Width(), &o.kept
	dx := dout.take() // the residual passes the gradient on
	dcontext := o.finishGrad(pass, dx, a.context, o.rows, o.drop)
	// Zeros: AttendGrad and copyGrad add to them.
	dq, dk, dv := pass.Pool.Zeros(o.rows*d), pass.Pool.Zeros(o.keys*d), pass.Pool.Zeros(o.keys*d)
	kernel.AttendGrad(w, dq, dk, dv, dcontext, a.weights, a.q, a.k, a.v, o.segs, o.Heads, d, o.weightDrop)
	if dout.Copy != nil {
		copyGrad(pass, dq, dk, dout.Copy, a, o.segs, o.Heads, d, o.weightDrop)
	}
	// The gradient of the queries before scaling, after both readers of the scaled ones.
	scale(w, dq, o.queryScale())
	dh := dcontext // AttendGrad was the last to read it
	o.Q.Backward(w, dh, dq, a.h, o.rows, false)
	dmemory := pass.Pool.Get(o.keys * d)
	o.K.Backward(w, dmemory, dk, in[1].X, o.keys, false)
	o.V.Backward(w, dmemory, dv, in[1].X, o.keys, true)
	pass.Pool.Put(dq, dk, dv)
	o.Norm.backward(pass, dx, dh, in[0].X, a.normed, o.rows)
	pass.Pool.Put(dh)
	a.free(pass)
	din[0].AddX(w, dx)
	din[1].AddX(w, dmemory)
}

// CopyWeights extracts head 0 from attention weights and applies dropout. The result holds, row after row, one weight per
// key of the row's segment. It comes from the pass's pool.
func CopyWeights[T kernel.Float](pass *Pass[T], weights []T, segs []kernel.Segment, heads int, drop kernel.Drop) []T {
	out := pass.Pool.Get(kernel.WeightsLen(segs, 1))
	from, to := 0, 0
	for _, s := range segs {
		n := s.Q.Len() * s.K.Len()
		// Number the elements as kernel.Attend does: both readers of the weights must see the same mask.
		kernel.Dropout(pass.Workers, out[to:to+n], weights[from:from+n], drop, uint64(from))
		from += heads * n
		to += n
	}
	return out
}

// copyGrad adds to dq and dk the gradient that comes from the derivative g of the copy weights. Head 0's weights have two
// readers: the weighted sum of values, which kernel.AttendGrad covers, and the copy mechanism. With p the weights and m the
// dropout mask, ds = p·(g·m − Σ p·g·m); dq += ds·k; dk += dsᵀ·q. g is overwritten by ds.
func copyGrad[T kernel.Float](pass *Pass[T], dq, dk, g []T, a *attended[T], segs []kernel.Segment, heads, d int, drop kernel.Drop) {
	from, to := 0, 0
	for _, s := range segs {
		n, keys := s.Q.Len()*s.K.Len(), s.K.Len()
		p, g := a.weights[from:from+n], g[to:to+n]
		kernel.Dropout(pass.Workers, g, g, drop, uint64(from))
		for i := 0; i < n; i += keys {
			kernel.SoftmaxGrad(g[i:i+keys], p[i:i+keys])
		}
		from += heads * n
		to += n
	}
	// Split by columns: rows of dk are shared by queries, and their gradients must add up in one order.
	pass.Workers.Split(d/heads, 16, func(lo, hi int) {
		at := 0
		for _, s := range segs {
			for i := s.Q.Lo; i < s.Q.Hi; i++ {
				q, dq := a.q[i*d+lo:i*d+hi], dq[i*d+lo:i*d+hi]
				for j := s.K.Lo; j < s.K.Hi; j++ {
					addBoth(dq, dk[j*d+lo:j*d+hi], q, a.k[j*d+lo:j*d+hi], g[at])
					at++
				}
			}
		}
	})
}

// addBoth computes dq += s·k and dk += s·q.
func addBoth[T kernel.Float](dq, dk, q, k []T, s T) {
	dk, q, k = dk[:len(dq)], q[:len(dq)], k[:len(dq)]
	for i := range dq {
		dq[i] += T(s * k[i])
		dk[i] += T(s * q[i])
	}
}
