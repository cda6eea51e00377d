package op

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

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
	layer  Layer[float64]
	in     []*Flow[float64]
	params []*Param[float64]
}

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
var rigs = map[string]func(f *fixture) (rig, error){
	"EncoderEmbed": func(f *fixture) (rig, error) {
		l, err := NewEncoderEmbed(f.pass, Embedding[float64]{f.param(8, width), 3}, f.linear(width, width), Positions[float64](9, width),
			[]int32{3, 0, 5, 3, 7, 1, 1}, []int32{1, 2, 3, 4, 1, 2, 3})
		return rig{layer: l}, err
	},
	"DecoderEmbed": func(f *fixture) (rig, error) {
		p := DecoderEmbedParams[float64]{Embedding: Embedding[float64]{f.param(8, width), 3}, InputFC: f.linear(width, width), Control: f.param(3, width), Positions: Positions[float64](9, width)}
		l, err := NewDecoderEmbed(f.pass, p, []int32{2, 3, 3, 0, 2, 5, 1}, []int32{0, 1, 2, 3, 0, 1, 2}, []int32{0, 0, 0, 0, 2, 2, 2})
		return rig{layer: l}, err
	},
	"SelfAttention": func(f *fixture) (rig, error) {
		l, err := NewSelfAttention(f.pass, "x", f.attention(), ownSegs, rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"CrossAttention": func(f *fixture) (rig, error) {
		l, err := NewCrossAttention(f.pass, "x", f.attention(), crossSegs, rows, 5, false)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows), f.stream(5)}}, err
	},
	"CrossAttention with copy weights": func(f *fixture) (rig, error) {
		l, err := NewCrossAttention(f.pass, "x", f.attention(), crossSegs, rows, 5, true)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows), f.stream(5)}}, err
	},
	"FeedForward": func(f *fixture) (rig, error) {
		p := FeedForwardParams[float64]{Norm: f.norm(), W1: f.linear(10, width), W2: f.linear(width, 10)}
		l, err := NewFeedForward(f.pass, "x", p, rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"PieceEmbed": func(f *fixture) (rig, error) {
		l, err := NewPieceEmbed(f.pass, f.pieces(), []int32{3, 0, 5, 3, 7, 1, 1}, []int32{0, 1, 2, 3, 0, 1, 2}, []int32{0, 0, 1, 1, 0, 0, 0})
		return rig{layer: l}, err
	},
	"PostAttention": func(f *fixture) (rig, error) {
		l, err := NewPostAttention(f.pass, "x", f.attention(), ownSegs, rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"PostFeedForward": func(f *fixture) (rig, error) {
		p := FeedForwardParams[float64]{Norm: f.norm(), W1: f.linear(10, width), W2: f.linear(width, 10)}
		l, err := NewPostFeedForward(f.pass, "x", p, rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"FinalNorm": func(f *fixture) (rig, error) {
		l, err := NewFinalNorm(f.pass, f.norm(), rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"WordEmbed": func(f *fixture) (rig, error) {
		l, err := NewWordEmbed(f.pass, Embedding[float64]{f.param(8, width), 3}, []int32{3, 0, 5, 3, 7, 1, 1})
		return rig{layer: l}, err
	},
	"GRU": func(f *fixture) (rig, error) {
		l, err := NewGRU(f.pass, "x", []GRUParams[float64]{f.gru(5)}, sequences, rows, false)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"GRU both ways": func(f *fixture) (rig, error) {
		l, err := NewGRU(f.pass, "x", []GRUParams[float64]{f.gru(4), f.gru(3)}, sequences, rows, false)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"GRU with first states": func(f *fixture) (rig, error) {
		l, err := NewGRU(f.pass, "x", []GRUParams[float64]{f.gru(width)}, sequences, rows, true)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows), f.stream(len(sequences))}}, err
	},
	"FirstState": func(f *fixture) (rig, error) {
		// The middle document has two sequences, and the last none.
		l, err := NewFirstState(f.pass, f.linear(width, width), []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 2, Hi: 3}, {Lo: 2, Hi: 3}}, rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"GlobalAttention": func(f *fixture) (rig, error) {
		l, err := NewGlobalAttention(f.pass, "x", &Linear[float64]{W: f.param(width, width)}, crossSegs, rows, 5)
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows), f.stream(5)}}, err
	},
	"Head without norm": func(f *fixture) (rig, error) {
		p := f.head()
		p.Norm, f.params = nil, f.params[2:]
		l, err := NewHead(f.pass, p, positions(), 6, fixedWeights, 3)
		copies := NewFlow(f.pass.Pool, nil, rows, width)
		copies.Copy = f.pass.Pool.Get(4*3 + 3*2)
		copy(copies.Copy, f.random(len(copies.Copy), 0.1, 0.5))
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows), copies}}, err
	},
	"Twin": func(f *fixture) (rig, error) {
		return rig{layer: NewTwin(f.pass, rows, width), in: []*Flow[float64]{f.stream(rows)}}, nil
	},
	"Relation": func(f *fixture) (rig, error) {
		l, err := NewRelation(f.pass, "x", f.relation(), ownSegs, rows)
		return rig{layer: l, in: []*Flow[float64]{f.stream(2 * rows)}}, err
	},
	"Joint": func(f *fixture) (rig, error) {
		l, err := NewJoint(f.pass, f.joint(), rows, jointLoss(0))
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"Joint with a bag": func(f *fixture) (rig, error) {
		l, err := NewJoint(f.pass, f.joint(), rows, jointLoss(.7))
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows)}}, err
	},
	"Head": func(f *fixture) (rig, error) {
		l, err := NewHead(f.pass, f.head(), positions(), 6, fixedWeights, 3)
		copies := NewFlow(f.pass.Pool, nil, rows, width)
		copies.Copy = f.pass.Pool.Get(4*3 + 3*2)
		copy(copies.Copy, f.random(len(copies.Copy), 0.1, 0.5))
		return rig{layer: l, in: []*Flow[float64]{f.stream(rows), copies}}, err
	},
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

func fixedWeights(p, _ []float64) []float64 {
	w := []float64{1, 0.5, 0.2, 1, 0, 2, 0.1}
	return w[:len(p)]
}

// make builds a rig on a pool full of NaN, so that reading unwritten memory shows.
func (f *fixture) make(t *testing.T, build func(f *fixture) (rig, error)) rig {
	t.Helper()
	poison(f.pass.Pool)
	r, err := build(f)
	if err != nil {
		t.Fatal(err)
	}
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
				checkGradient(t, f, f.make(t, build))
			})
		}
	}
}

func checkGradient(t *testing.T, f *fixture, r rig) {
	t.Helper()
	var cx, cc []float64 // the projection
	value := func() float64 {
		out := r.layer.Forward(r.in)
		if cx == nil {
			cx, cc = f.random(len(out.X), -1, 1), f.random(len(out.Copy), -1, 1)
			if len(cx) == 1 {
				cx[0] = 1 // a loss
			}
		}
		sum := dot(cx, out.X) + dot(cc, out.Copy)
		out.Free()
		return sum
	}
	value()
	lent := f.pass.Pool.Lent()

	// Backward must free everything that Forward kept.
	out := r.layer.Forward(r.in)
	dout := out.Derivative()
	dout.X = append(f.pass.Pool.Get(len(cx))[:0], cx...)
	if len(cc) > 0 {
		dout.Copy = append(f.pass.Pool.Get(len(cc))[:0], cc...)
	}
	out.Free()
	din := make([]*Flow[float64], len(r.in))
	for i, in := range r.in {
		din[i] = in.Derivative()
	}
	r.layer.Backward(r.in, din, dout)
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
		if p.Shape[0] == 8 && len(p.Shape) == 2 && isEmbedding(r.layer, p) {
			clear(want[3*width : 4*width]) // row 3 is the padding word, which is never trained
		}
		closeTo(t, p.Name, p.Grads, want)
	}
}

func isEmbedding(l Layer[float64], p *Param[float64]) bool {
	switch l := l.(type) {
	case *EncoderEmbed[float64]:
		return l.embedding.Param == p
	case *DecoderEmbed[float64]:
		return l.Embedding.Param == p
	case *WordEmbed[float64]:
		return l.embedding.Param == p
	case *PieceEmbed[float64]:
		return l.Embedding.Param == p
	}
	return false
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

func compareGradient(t *testing.T, what string, f func() float64, x, got []float64) {
	t.Helper()
	if len(x) == 0 {
		return
	}
	if got == nil {
		got = make([]float64, len(x))
	}
	closeTo(t, what, got, differences(f, x))
}

// differences are central differences of f in the elements of x.
func differences(f func() float64, x []float64) []float64 {
	start := append([]float64(nil), x...)
	at := func(y []float64) float64 {
		copy(x, y)
		v := f()
		copy(x, start)
		return v
	}
	return fd.Gradient(nil, at, start, &fd.Settings{Formula: fd.Central})
}

func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if d := math.Abs(got[i] - want[i]); !(d <= 1e-7*(1+math.Abs(want[i]))) {
			t.Errorf("%s[%d]: %v, differences give %v", what, i, got[i], want[i])
			return
		}
	}
}
