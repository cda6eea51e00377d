package op

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// AttentionParams are the four maps of multi-head attention (Vaswani et al. 2017), [d, d] with bias. A head owns
// d/heads consecutive columns. Queries are scaled by (d/heads)^−½ after their bias.
type AttentionParams[T kernel.Float] struct {
	Norm         *Norm[T] // before the sub-layer, on the queries; after it in a PostAttention
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

func (p *AttentionParams[T]) check(site string) error {
	d := p.Width()
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

// attended is what the backward pass of attention needs.
type attended[T kernel.Float] struct {
	normed[T]
	q, k, v []T // the queries are scaled
	weights []T // softmax probabilities before dropout
	context []T // the heads' output, input of the output map
}

func (a *attended[T]) free(pass *Pass[T]) {
	a.normed.free(pass)
	pass.Pool.Put(a.q, a.k, a.v, a.weights, a.context)
	*a = attended[T]{}
}

// finish computes the stream after the heads: x + drop(Out·context).
func (p *AttentionParams[T]) finish(pass *Pass[T], x, context []T, rows int, d kernel.Drop) []T {
	y := pass.Pool.Get(rows * p.Width())
	p.Out.Forward(pass.Workers, y, context, rows, false)
	residual(pass.Workers, y, x, d)
	return y
}

// finishGrad returns the derivative of context, given that of the stream, and adds to the gradients of Out.
func (p *AttentionParams[T]) finishGrad(pass *Pass[T], dy, context []T, rows int, d kernel.Drop) []T {
	dz := branch(pass, dy, d)
	dcontext := pass.Pool.Get(rows * p.Width())
	p.Out.Backward(pass.Workers, dcontext, dz, context, rows, false)
	release(pass, dz, dy)
	return dcontext
}
