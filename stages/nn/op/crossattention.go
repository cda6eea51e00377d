package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Keyed is the memory as keys and values of one layer's cross-attention.
type Keyed[T kernel.Float] struct {
	K, V   []T                   // [S, d]
	Packed *kernel.PackedKeys[T] // K and V packed for many queries, document by document; or nil
}

// Attend is kernel.Attend to the keys and values.
func (k Keyed[T]) Attend(w *kernel.Workers, out, weights, q []T, segs []kernel.Segment, heads, d int, drop kernel.Drop) {
	if k.Packed != nil {
		kernel.AttendPacked(w, out, weights, q, k.Packed, segs, heads, d, drop)
		return
	}
	kernel.Attend(w, out, weights, q, k.K, k.V, segs, heads, d, drop)
}

// Keys computes k and v [keys, d] of the memory.
func (p *AttentionParams[T]) Keys(w *kernel.Workers, k, v, memory []T, keys int) {
	forwardAll(w, []*Linear[T]{p.K, p.V}, [][]T{k, v}, memory, keys)
}

// CrossAttention returns x + drop(Out·Attend(LN(x), memory)), the sub-layer in which a target position attends to its document.
// Each segment is positions of one document. With copies, as in the last layer, the result carries the attention of head 0, the
// copy mechanism's weights. known, if not nil, holds the keys and values of the memory; the layer then has no derivative. site
// names the layer, for the dropout places SITE.cross_attn_weights (in the layout of kernel.Attend) and SITE.cross_attn_out.
func (g *Graph[T]) CrossAttention(site string, p AttentionParams[T], segs []kernel.Segment, x, memory *Flow[T], known *Keyed[T], copies bool) *Flow[T] {
	if g.Check(p.check(site, x.Width), checkSegments(site, segs, x.Rows, memory.Rows), g.checkKnown(site, known, memory)) {
		return new(Flow[T])
	}
	w, pool, rows, d, keys := g.Workers, g.Pool, x.Rows, x.Width, memory.Rows
	weightDrop := g.drop(site + ".cross_attn_weights")
	q, context := pool.Get(rows*d), pool.Get(rows*d)
	var k, v, weights, copied []T
	out := g.residual(x, sublayer[T]{name: "cross-attention", norm: p.Norm, drop: g.drop(site + ".cross_attn_out"), more: []*Flow[T]{memory},
		forward: func(h []T) (z []T, kept [][]T) {
			p.Queries(w, q, h, rows)
			if known == nil {
				k, v = pool.Get(keys*d), pool.Get(keys*d)
				p.Keys(w, k, v, memory.X, keys)
				known = &Keyed[T]{K: k, V: v}
			}
			// Only the backward pass and the copy mechanism read the weights.
			if g.Train || copies {
				weights = pool.Get(kernel.WeightsLen(segs, p.Heads))
			}
			known.Attend(w, context, weights, q, segs, p.Heads, d, weightDrop)
			if copies {
				copied = CopyWeights(g.Pass, weights, segs, p.Heads, weightDrop)
			}
			z = pool.Get(rows * d)
			p.Out.Forward(w, z, context, rows, false)
			return z, [][]T{q, k, v, weights, context}
		},
		backward: func(h, dz, dh []T, add bool, din []*Flow[T], dout *Flow[T]) {
			dcontext := pool.Get(rows * d)
			p.Out.Backward(w, dcontext, dz, context, rows, false)
			// Zeros: AttendGrad and copyGrad add to them.
			dq, dk, dv := pool.Zeros(rows*d), pool.Zeros(keys*d), pool.Zeros(keys*d)
			kernel.AttendGrad(w, dq, dk, dv, dcontext, weights, q, k, v, segs, p.Heads, d, weightDrop)
			if dout.Copy != nil {
				copyGrad(g.Pass, dq, dk, dout.Copy, q, k, weights, segs, p.Heads, d, weightDrop)
			}
			// The gradient of the queries before scaling, after both readers of the scaled ones.
			scale(w, dq, p.queryScale())
			p.Q.Backward(w, dh, dq, h, rows, add)
			dmemory := pool.Get(keys * d)
			p.K.Backward(w, dmemory, dk, memory.X, keys, false)
			p.V.Backward(w, dmemory, dv, memory.X, keys, true)
			pool.Put(dcontext, dq, dk, dv)
			din[1].AddX(w, dmemory)
		}})
	out.Copy = copied
	return out
}

// checkKnown checks precomputed keys and values.
func (g *Graph[T]) checkKnown(site string, k *Keyed[T], memory *Flow[T]) error {
	if k == nil {
		return nil
	}
	if g.Train {
		return fmt.Errorf("op: %s: known keys are for inference only", site)
	}
	if n := memory.Rows * memory.Width; len(k.K) != n || len(k.V) != n {
		return fmt.Errorf("op: %s: known keys and values have %d and %d elements, want %d", site, len(k.K), len(k.V), n)
	}
	return nil
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
func copyGrad[T kernel.Float](pass *Pass[T], dq, dk, g, q, k, weights []T, segs []kernel.Segment, heads, d int, drop kernel.Drop) {
	from, to := 0, 0
	for _, s := range segs {
		n, keys := s.Q.Len()*s.K.Len(), s.K.Len()
		p, g := weights[from:from+n], g[to:to+n]
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
				q, dq := q[i*d+lo:i*d+hi], dq[i*d+lo:i*d+hi]
				for j := s.K.Lo; j < s.K.Hi; j++ {
					addBoth(dq, dk[j*d+lo:j*d+hi], q, k[j*d+lo:j*d+hi], g[at])
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
