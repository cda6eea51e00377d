package op

import (
	"fmt"
	"math"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Every layer's gradient, with respect to its inputs and to its parameters, is compared in float64 with central
// differences of a fixed random projection of its result, without and with dropout.

const (
	rows  = 7
	width = 6
)

// rig is a layer under test with its inputs.
type rig struct {
	layer     func(g *Graph[float64], in []*Flow[float64]) *Flow[float64]
	in        []*Flow[float64]
	params    []*Param[float64]
	embedding *Param[float64] // with a padding row, or nil
}

// one is a layer of a stream.
func one(f *fixture, n int, layer func(g *Graph[float64], x *Flow[float64]) *Flow[float64]) rig {
	return rig{layer: func(g *Graph[float64], in []*Flow[float64]) *Flow[float64] { return layer(g, in[0]) }, in: []*Flow[float64]{f.stream(n)}}
}

// two is a layer of a stream and another input of n rows.
func two(f *fixture, n int, layer func(g *Graph[float64], x, y *Flow[float64]) *Flow[float64]) rig {
	return rig{layer: func(g *Graph[float64], in []*Flow[float64]) *Flow[float64] { return layer(g, in[0], in[1]) },
		in: []*Flow[float64]{f.stream(rows), f.stream(n)}}
}

// input is a layer without inputs.
func input(e Embedding[float64], layer func(g *Graph[float64]) *Flow[float64]) rig {
	return rig{layer: func(g *Graph[float64], _ []*Flow[float64]) *Flow[float64] { return layer(g) }, embedding: e.Param}
}

// last is the result of a loss.
func last(g *Graph[float64]) *Flow[float64] { return g.Steps[len(g.Steps)-1].Out }

// fixture makes parameters and inputs with reproducible random numbers.
type fixture struct {
	pass   *Pass[float64]
	params []*Param[float64]
	next   uint64
}

// zeros is a parameter of zeros.
func zeros[T kernel.Float](name string, shape ...int) *Param[T] {
	p := &Param[T]{Name: name, Shape: shape}
	p.Weights = make([]T, p.Len())
	return p
}

func (f *fixture) random(n int, lo, hi float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		f.next++
		x[i] = lo + (hi-lo)*random.Uniform(1, f.next)
	}
	return x
}

func (f *fixture) param(shape ...int) *Param[float64] {
	p := zeros[float64](fmt.Sprint("p", len(f.params)), shape...)
	copy(p.Weights, f.random(len(p.Weights), -1, 1))
	p.ZeroGrad()
	f.params = append(f.params, p)
	return p
}

func (f *fixture) linear(out, in int) *Linear[float64] {
	return &Linear[float64]{W: f.param(out, in), B: f.param(out)}
}

func (f *fixture) norm() *Norm[float64] {
	return &Norm[float64]{Gain: f.param(width), Bias: f.param(width)}
}

func (f *fixture) attention() AttentionParams[float64] {
	return AttentionParams[float64]{Norm: f.norm(), Q: f.linear(width, width), K: f.linear(width, width),
		V: f.linear(width, width), Out: f.linear(width, width), Heads: 2}
}

func (f *fixture) gru(h int) GRUParams[float64] {
	return GRUParams[float64]{Input: f.linear(3*h, width), Hidden: f.linear(3*h, h)}
}

func (f *fixture) stream(n int) *Flow[float64] {
	x := f.pass.Pool.Get(n * width)
	copy(x, f.random(n*width, -2, 2))
	return NewFlow(f.pass.Pool, x, n, width)
}

// documents of 3 and 2 tokens; 4 and 3 positions attend to them.
var (
	crossSegs = []kernel.Segment{{Q: kernel.Range{Lo: 0, Hi: 4}, K: kernel.Range{Lo: 0, Hi: 3}}, {Q: kernel.Range{Lo: 4, Hi: 7}, K: kernel.Range{Lo: 3, Hi: 5}}}
	ownSegs   = []kernel.Segment{{Q: kernel.Range{Lo: 0, Hi: 4}, K: kernel.Range{Lo: 0, Hi: 4}}, {Q: kernel.Range{Lo: 4, Hi: 7}, K: kernel.Range{Lo: 4, Hi: 7}, Causal: true}}
	sequences = []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 2, Hi: 6}, {Lo: 6, Hi: 7}}
	sources   = [][]int32{{2, 9, 2}, {5, 3}} // extended ids; the vocabulary has 8 words
)

// rigs are all layers.
var rigs = map[string]func(f *fixture) rig{
	"EncoderEmbed": func(f *fixture) rig {
		e, l := f.embedding(), f.linear(width, width)
		return input(e, func(g *Graph[float64]) *Flow[float64] {
			return g.EncoderEmbed(e, l, Positions[float64](9, width), []int32{3, 0, 5, 3, 7, 1, 1}, []int32{1, 2, 3, 4, 1, 2, 3})
		})
	},
	"DecoderEmbed": func(f *fixture) rig {
		p := DecoderEmbedParams[float64]{Embedding: f.embedding(), InputFC: f.linear(width, width), Control: f.param(3, width), Positions: Positions[float64](9, width)}
		return input(p.Embedding, func(g *Graph[float64]) *Flow[float64] {
			return g.DecoderEmbed(p, []int32{2, 3, 3, 0, 2, 5, 1}, []int32{0, 1, 2, 3, 0, 1, 2}, []int32{0, 0, 0, 0, 2, 2, 2})
		})
	},
	"PieceEmbed": func(f *fixture) rig {
		p := f.pieces()
		return input(p.Embedding, func(g *Graph[float64]) *Flow[float64] {
			return g.PieceEmbed(p, []int32{3, 0, 5, 3, 7, 1, 1}, []int32{0, 1, 2, 3, 0, 1, 2}, []int32{0, 0, 1, 1, 0, 0, 0})
		})
	},
	"WordEmbed": func(f *fixture) rig {
		e := f.embedding()
		return input(e, func(g *Graph[float64]) *Flow[float64] { return g.WordEmbed(e, []int32{3, 0, 5, 3, 7, 1, 1}) })
	},
	"SelfAttention":          func(f *fixture) rig { return f.selfAttention(false) },
	"SelfAttention, post":    func(f *fixture) rig { return f.selfAttention(true) },
	"FeedForward":            func(f *fixture) rig { return f.feedForward(false) },
	"FeedForward, post":      func(f *fixture) rig { return f.feedForward(true) },
	"CrossAttention":         func(f *fixture) rig { return f.crossAttention(false) },
	"CrossAttention, copies": func(f *fixture) rig { return f.crossAttention(true) },
	"Norm": func(f *fixture) rig {
		n := f.norm()
		return one(f, rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] { return g.Norm(n, x) })
	},
	"GRU":           func(f *fixture) rig { return f.recurrent(5) },
	"GRU both ways": func(f *fixture) rig { return f.recurrent(4, 3) },
	"GRU with first states": func(f *fixture) rig {
		ways := []GRUParams[float64]{f.gru(width)}
		return two(f, len(sequences), func(g *Graph[float64], x, first *Flow[float64]) *Flow[float64] {
			return g.GRU("x", ways, sequences, x, first)
		})
	},
	"FirstState": func(f *fixture) rig {
		// The middle document has two sequences, and the last none.
		spans, l := []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 2, Hi: 3}, {Lo: 2, Hi: 3}}, f.linear(width, width)
		return one(f, rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] { return g.FirstState(l, spans, x) })
	},
	"GlobalAttention": func(f *fixture) rig {
		l := &Linear[float64]{W: f.param(width, width)}
		return two(f, 5, func(g *Graph[float64], x, memory *Flow[float64]) *Flow[float64] {
			return g.GlobalAttention("x", l, crossSegs, x, memory)
		})
	},
	"Twin": func(f *fixture) rig { return one(f, rows, (*Graph[float64]).Twin) },
	"Relation": func(f *fixture) rig {
		p := f.relation()
		return one(f, 2*rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] { return g.Relation("x", p, ownSegs, x) })
	},
	"Joint":            func(f *fixture) rig { return f.jointRig(0) },
	"Joint with a bag": func(f *fixture) rig { return f.jointRig(.7) },
	"Head":             func(f *fixture) rig { return f.headRig(f.head()) },
	"Head without norm": func(f *fixture) rig {
		p := f.head()
		p.Norm, f.params = nil, f.params[2:]
		return f.headRig(p)
	},
}

func (f *fixture) embedding() Embedding[float64] { return Embedding[float64]{f.param(8, width), 3} }

func (f *fixture) selfAttention(post bool) rig {
	p := f.attention()
	p.Post = post
	return one(f, rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] { return g.SelfAttention("x", p, ownSegs, x) })
}

func (f *fixture) feedForward(post bool) rig {
	p := FeedForwardParams[float64]{Norm: f.norm(), Post: post, W1: f.linear(10, width), W2: f.linear(width, 10)}
	return one(f, rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] { return g.FeedForward("x", p, x) })
}

func (f *fixture) crossAttention(copies bool) rig {
	p := f.attention()
	return two(f, 5, func(g *Graph[float64], x, memory *Flow[float64]) *Flow[float64] {
		return g.CrossAttention("x", p, crossSegs, x, memory, nil, copies)
	})
}

func (f *fixture) recurrent(sizes ...int) rig {
	var ways []GRUParams[float64]
	for _, h := range sizes {
		ways = append(ways, f.gru(h))
	}
	return one(f, rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] { return g.GRU("x", ways, sequences, x, nil) })
}

func (f *fixture) jointRig(bag float64) rig {
	p := f.joint()
	return one(f, rows, func(g *Graph[float64], x *Flow[float64]) *Flow[float64] {
		g.Joint(p, jointLoss(bag), x)
		return last(g)
	})
}

func (f *fixture) headRig(p HeadParams[float64]) rig {
	copies := NewFlow(f.pass.Pool, nil, rows, width)
	copies.Copy = f.pass.Pool.Get(4*3 + 3*2)
	copy(copies.Copy, f.random(len(copies.Copy), 0.1, 0.5))
	r := two(f, 1, func(g *Graph[float64], x, copies *Flow[float64]) *Flow[float64] {
		g.Loss(g.Predict(p, positions(), 6, x, copies), []float64{1, 0.5, 0.2, 1, 0, 2, 0.1}, 3)
		return last(g)
	})
	r.in[1] = copies
	return r
}

func (f *fixture) pieces() PieceEmbedParams[float64] {
	return PieceEmbedParams[float64]{Embedding: Embedding[float64]{f.param(8, width), 3}, Positions: f.param(5, width), Types: f.param(2, width), Norm: f.norm()}
}

func (f *fixture) head() HeadParams[float64] {
	return HeadParams[float64]{Norm: f.norm(), OutputFC: f.linear(width, width), Words: &Words[float64]{W: f.param(8, width), B: f.param(8)}, Gen: f.linear(1, width)}
}

func (f *fixture) relation() (p RelationParams[float64]) {
	for i := range 2 {
		p.Map[i], p.Inner[i], p.Outer[i] = f.linear(width, width), f.norm(), f.norm()
	}
	return p
}

func (f *fixture) joint() JointParams[float64] {
	return JointParams[float64]{Tags: []*Linear[float64]{f.linear(3, width), f.linear(2, width)}, Dense: f.linear(width, width), Norm: f.norm(),
		Words: &Words[float64]{W: f.param(8, width), B: f.param(8)}}
}

// jointLoss covers two documents: tags of two kinds; words, one at a row that is also tagged and one twice.
func jointLoss(bag float64) JointLoss {
	return JointLoss{Docs: 2, Bag: bag, Norm: 2,
		Tagged: []Tagged{{Row: 0, Tag: 1, Weight: .5, Bag: []int32{4, 5}}, {Row: 1, Weight: .25, Bag: []int32{4}}, {Row: 1, Tags: 1, Tag: 1, Weight: .25},
			{Row: 4, Doc: 1, Tag: 2, Weight: 1, Bag: []int32{6}}},
		Filled: []Filled{{Row: 2, Word: 4, Weight: .5}, {Row: 1, Word: 7, Weight: .5}, {Row: 2, Word: 0, Weight: .125}, {Row: 6, Doc: 1, Word: 3, Weight: 1}}}
}

// positions have a target in the vocabulary alone, in both, in the document alone (9), ∅ (6).
func positions() []Position {
	ps := make([]Position, rows)
	for i, y := range []int32{2, 9, 4, 3, 5, 3, 6} {
		ps[i] = Position{Target: y, First: i == 0 || i == 4, Source: sources[i/4]}
	}
	return ps
}

// make builds a rig on a pool full of NaN, so that reading unwritten memory shows.
func (f *fixture) make(build func(f *fixture) rig) rig {
	poison(f.pass.Pool)
	r := build(f)
	r.params = f.params
	return r
}

func poison(p *Pool[float64]) {
	x := p.Get(slabSize)
	for i := range x {
		x[i] = math.NaN()
	}
	p.Put(x)
}

func TestGradients(t *testing.T) {
	for name, build := range rigs {
		for _, rate := range []float64{0, 0.3} {
			t.Run(fmt.Sprintf("%s/dropout %v", name, rate), func(t *testing.T) {
				f := &fixture{pass: &Pass[float64]{Pool: new(Pool[float64]), Train: true, Rate: rate, Seed: 3}}
				checkGradient(t, f, f.make(build))
			})
		}
	}
}

func checkGradient(t *testing.T, f *fixture, r rig) {
	t.Helper()
	var cx, cc []float64 // the projection
	compute := func() *Graph[float64] {
		g := &Graph[float64]{Pass: f.pass}
		r.layer(g, r.in)
		if g.Err != nil || len(g.Steps) != 1 {
			t.Fatalf("%d steps, %v", len(g.Steps), g.Err)
		}
		return g
	}
	value := func() float64 {
		g := compute()
		out := g.Steps[0].Out
		if cx == nil {
			cx, cc = f.random(len(out.X), -1, 1), f.random(len(out.Copy), -1, 1)
			if len(cx) == 1 {
				cx[0] = 1 // a loss
			}
		}
		sum := dot(cx, out.X) + dot(cc, out.Copy)
		out.Free()
		g.Steps[0].Free()
		return sum
	}
	value()
	lent := f.pass.Pool.Lent()

	// Backward must free everything that the layer kept.
	step := &compute().Steps[0]
	out := step.Out
	dout := out.Derivative()
	dout.X = append(f.pass.Pool.Get(len(cx))[:0], cx...)
	if len(cc) > 0 {
		dout.Copy = append(f.pass.Pool.Get(len(cc))[:0], cc...)
	}
	din := make([]*Flow[float64], len(r.in))
	for i, in := range r.in {
		din[i] = in.Derivative()
	}
	step.Backward(din, dout)
	out.Free()
	dout.Free()
	held := 0
	for _, d := range din {
		for _, x := range [][]float64{d.X, d.Copy} {
			if x != nil {
				held++
			}
		}
	}
	if got := f.pass.Pool.Lent() - held; got > lent {
		t.Errorf("%d slices are lent after Backward, %d before", got, lent)
	}

	for i, in := range r.in {
		compareGradient(t, fmt.Sprintf("input %d", i), value, in.X, din[i].X)
		compareGradient(t, fmt.Sprintf("copy weights of input %d", i), value, in.Copy, din[i].Copy)
	}
	for _, p := range r.params {
		want := differences(value, p.Weights)
		if p == r.embedding {
			clear(want[3*width : 4*width]) // row 3 is the padding word, which is never trained
		}
		closeTo(t, p.Name, p.Grads, want)
	}
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}
