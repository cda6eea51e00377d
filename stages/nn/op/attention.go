package op

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// AttentionParams are the four maps of multi-head attention (Vaswani et al. 2017), [d, d] with bias. A head owns
// d/heads consecutive columns. Queries are scaled by (d/heads)^−½ after their bias.
type AttentionParams[T kernel.Float] struct {
	Norm         *Norm[T] // before the sub-layer, on the queries
	Post         bool     // the norm comes last, as in BERT
	Q, K, V, Out *Linear[T]
	Heads        int

	bytes bool // see QuantiseHeads; T is float32
}

// QuantiseHeads makes Attend use 8-bit forms from now on. It does nothing if kernel.AttendBytes cannot handle the number
// of columns of a head.
func QuantiseHeads(p *AttentionParams[float32]) { p.bytes = p.Width()/p.Heads%kernel.HeadBytes == 0 }

// Attend computes the heads' output, context [rows, d], without gradients, from scaled queries, keys and values [rows, d]:
// in float32, or in 8 bits after QuantiseHeads. No segment may be causal.
func (p *AttentionParams[T]) Attend(w *kernel.Workers, context, q, k, v []T, segs []kernel.Segment) {
	d := p.Width()
	if !p.bytes {
		kernel.Attend(w, context, nil, q, k, v, segs, p.Heads, d, kernel.Drop{})
		return
	}
	var b [3]*kernel.Bytes
	for i, x := range [][]T{q, k, v} {
		b[i] = w.TakeBytes(float32s(x), len(x)/d, d)
	}
	kernel.AttendBytes(w, float32s(context), b[0], b[1], b[2], segs, p.Heads)
	for _, x := range b {
		w.GiveBytes(x)
	}
}

// Width returns d.
func (p *AttentionParams[T]) Width() int { return p.Norm.Width() }

// Queries computes scaled queries [rows, d] from the normed stream h.
func (p *AttentionParams[T]) Queries(w *kernel.Workers, q, h []T, rows int) {
	p.Q.Forward(w, q, h, rows, false)
	scale(w, q, p.queryScale())
}

// All computes scaled queries, keys and values, each [rows, d], from the normed stream h.
func (p *AttentionParams[T]) All(w *kernel.Workers, q, k, v, h []T, rows int) {
	forwardAll(w, []*Linear[T]{p.Q, p.K, p.V}, [][]T{q, k, v}, h, rows)
	scale(w, q, p.queryScale())
}

func (p *AttentionParams[T]) queryScale() T {
	return T(1 / math.Sqrt(float64(p.Width()/p.Heads)))
}

func (p *AttentionParams[T]) check(site string, d int) error {
	if p.Heads < 1 || d%p.Heads != 0 {
		return fmt.Errorf("op: %s: %d heads do not divide a width of %d", site, p.Heads, d)
	}
	return check(checkNorm(site, p.Norm, d), checkLinear(site, p.Q, d, d), checkLinear(site, p.K, d, d),
		checkLinear(site, p.V, d, d), checkLinear(site, p.Out, d, d))
}

// checkSegments checks that the segments name each row once, in order, and only keys that exist.
func checkSegments(site string, segs []kernel.Segment, rows, keys int) error {
	at := 0
	for i, s := range segs {
		if s.Q.Lo != at || s.Q.Hi < at || s.K.Lo < 0 || s.K.Hi <= s.K.Lo || s.K.Hi > keys {
			return fmt.Errorf("op: %s: segment %d is queries %v of keys %v; expected queries from %d on and some of %d keys",
				site, i, s.Q, s.K, at, keys)
		}
		at = s.Q.Hi
	}
	if at != rows {
		return fmt.Errorf("op: %s: the segments end at query %d of %d", site, at, rows)
	}
	return nil
}

// SelfAttention returns x + drop(Out·Attend(LN(x))), or LN(x + drop(Out·Attend(x))) with Post. The segments, which cover the
// rows, decide which rows see which: the tokens of a document see each other; a position of a slot sees itself and the earlier
// positions of its slot. site names the layer, for the dropout places SITE.self_attn_weights (in the layout of kernel.Attend)
// and SITE.self_attn_out.
func (g *Graph[T]) SelfAttention(site string, p AttentionParams[T], segs []kernel.Segment, x *Flow[T]) *Flow[T] {
	if g.Check(p.check(site, x.Width), checkSegments(site, segs, x.Rows, x.Rows)) {
		return new(Flow[T])
	}
	w, pool, rows, d, n := g.Workers, g.Pool, x.Rows, x.Width, x.Rows*x.Width
	weightDrop := g.drop(site + ".self_attn_weights")
	q, k, v, context := pool.Get(n), pool.Get(n), pool.Get(n), pool.Get(n)
	var weights []T
	return g.residual(x, sublayer[T]{name: "self-attention", norm: p.Norm, post: p.Post, drop: g.drop(site + ".self_attn_out"),
		forward: func(h []T) (z []T, kept [][]T) {
			p.All(w, q, k, v, h, rows)
			if g.Train {
				weights = pool.Get(kernel.WeightsLen(segs, p.Heads)) // softmax probabilities before dropout
				kernel.Attend(w, context, weights, q, k, v, segs, p.Heads, d, weightDrop)
			} else {
				p.Attend(w, context, q, k, v, segs)
			}
			z = pool.Get(n)
			p.Out.Forward(w, z, context, rows, false)
			return z, [][]T{q, k, v, weights, context}
		},
		backward: func(h, dz, dh []T, add bool, _ []*Flow[T], _ *Flow[T]) {
			dcontext, dq, dk, dv := pool.Get(n), pool.Zeros(n), pool.Zeros(n), pool.Zeros(n)
			p.Out.Backward(w, dcontext, dz, context, rows, false)
			kernel.AttendGrad(w, dq, dk, dv, dcontext, weights, q, k, v, segs, p.Heads, d, weightDrop)
			scale(w, dq, p.queryScale())
			p.Q.Backward(w, dh, dq, h, rows, add)
			p.K.Backward(w, dh, dk, h, rows, true)
			p.V.Backward(w, dh, dv, h, rows, true)
			pool.Put(dcontext, dq, dk, dv)
		}})
}
