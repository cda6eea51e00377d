package op

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestLayersCheckShapes: a layer of what does not fit ends the graph with an error, after which nothing is computed.
func TestLayersCheckShapes(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	f := &fixture{pass: pass}
	good := f.attention()
	odd, thin := good, good
	odd.Heads = 4
	thin.Out = f.linear(width, width-1)
	p := FeedForwardParams[float64]{Norm: f.norm(), W1: f.linear(10, width), W2: f.linear(width, 9)}
	head, thinTypes, pieces, words := f.head(), f.pieces(), f.pieces(), f.embedding()
	thinTypes.Types = f.param(2, 5)
	ways := []GRUParams[float64]{f.gru(4), f.gru(3)}
	square, table := f.linear(width, width), Positions[float64](9, width)
	known := &Keyed[float64]{K: make([]float64, 4*width), V: make([]float64, 5*width)}
	type graph = *Graph[float64]
	for want, layer := range map[string]func(g graph, x, memory *Flow[float64]){
		"token 8 of row 0 is not below 8":   func(g graph, _, _ *Flow[float64]) { g.WordEmbed(words, []int32{8}) },
		"a recurrent layer of 0 directions": func(g graph, x, _ *Flow[float64]) { g.GRU("x", nil, sequences, x, nil) },
		"a recurrent layer of 2 directions": func(g graph, x, m *Flow[float64]) { g.GRU("x", ways, sequences, x, m) },
		"has shape [12 6], want [9 6]": func(g graph, x, _ *Flow[float64]) {
			g.GRU("x", []GRUParams[float64]{{Input: ways[0].Input, Hidden: ways[1].Hidden}}, sequences, x, nil)
		},
		"the sequences end at row 6 of 7": func(g graph, x, _ *Flow[float64]) { g.GRU("x", ways, sequences[:2], x, nil) },
		"sequence 1 is rows {3 7}": func(g graph, x, _ *Flow[float64]) {
			g.GRU("x", ways, []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 3, Hi: 7}}, x, nil)
		},
		"sequence 1 is rows {2 2}": func(g graph, x, _ *Flow[float64]) {
			g.GRU("x", ways, []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 2, Hi: 2}}, x, nil)
		},
		"document 0 is rows {0 6} of 5": func(g graph, _, m *Flow[float64]) { g.FirstState(square, []kernel.Range{{Lo: 0, Hi: 6}}, m) },
		"width of 5 does not divide": func(g graph, _, _ *Flow[float64]) {
			g.FirstState(f.linear(5, 5), nil, NewFlow[float64](nil, nil, 5, 5))
		},
		"has shape [5 6], want [6 6]":              func(g graph, _, m *Flow[float64]) { g.FirstState(f.linear(5, width), nil, m) },
		"has shape [7 6], want [6 6]":              func(g graph, x, m *Flow[float64]) { g.GlobalAttention("x", f.linear(7, width), crossSegs, x, m) },
		"expected queries from 4 on and some of 3": func(g graph, x, m *Flow[float64]) { m.Rows = 3; g.GlobalAttention("x", square, crossSegs, x, m) },
		"4 heads do not divide a width of 6":       func(g graph, x, _ *Flow[float64]) { g.SelfAttention("x", odd, ownSegs, x) },
		"has shape [6 5], want [6 6]":              func(g graph, x, _ *Flow[float64]) { g.SelfAttention("x", thin, ownSegs, x) },
		"the segments end at query 4 of 7":         func(g graph, x, _ *Flow[float64]) { g.SelfAttention("x", good, ownSegs[:1], x) },
		"some of 4 keys": func(g graph, x, m *Flow[float64]) {
			m.Rows = 4
			g.CrossAttention("x", good, crossSegs, x, m, nil, false)
		},
		"have 24 and 30 elements, want 30": func(g graph, x, m *Flow[float64]) { g.CrossAttention("x", good, crossSegs, x, m, known, false) },
		"known keys are for inference only": func(g graph, x, m *Flow[float64]) {
			g.Train = true
			g.CrossAttention("x", good, crossSegs, x, m, known, false)
		},
		"has shape [6 9], want [6 10]":       func(g graph, x, _ *Flow[float64]) { g.FeedForward("x", p, x) },
		"the stream has 5":                   func(g graph, x, _ *Flow[float64]) { x.Width = 5; g.Norm(p.Norm, x) },
		"token 8 of row 1 is not below 8":    func(g graph, _, _ *Flow[float64]) { g.EncoderEmbed(words, square, table, []int32{1, 8}, []int32{1, 2}) },
		"position 9 of row 0 is not below 9": func(g graph, _, _ *Flow[float64]) { g.EncoderEmbed(words, square, table, []int32{1, 2}, []int32{9, 2}) },
		"piece 8 of row 1 is not below 8":    func(g graph, _, _ *Flow[float64]) { g.PieceEmbed(pieces, []int32{1, 8}, []int32{0, 1}, []int32{0, 0}) },
		"position 5 of row 1 is not below 5": func(g graph, _, _ *Flow[float64]) { g.PieceEmbed(pieces, []int32{1, 2}, []int32{0, 5}, []int32{0, 0}) },
		"type 2 of row 0 is not below 2":     func(g graph, _, _ *Flow[float64]) { g.PieceEmbed(pieces, []int32{1, 2}, []int32{0, 1}, []int32{2, 0}) },
		"2 pieces with 3 positions and 2 types": func(g graph, _, _ *Flow[float64]) {
			g.PieceEmbed(pieces, []int32{1, 2}, []int32{0, 1, 2}, []int32{0, 0})
		},
		"has shape [2 5], want rows of 6": func(g graph, _, _ *Flow[float64]) { g.PieceEmbed(thinTypes, nil, nil, nil) },
		"the id 8 of ∅ is not below 8":    func(g graph, x, m *Flow[float64]) { g.Predict(head, positions(), 8, x, m) },
		"the loss is divided by 0":        func(g graph, _, _ *Flow[float64]) { g.Loss(&Predicted[float64]{P: []float64{1}}, nil, 0) },
		"2 weights for 1 positions":       func(g graph, _, _ *Flow[float64]) { g.Loss(&Predicted[float64]{P: []float64{1}}, []float64{1, 1}, 1) },
	} {
		g := &Graph[float64]{Pass: &Pass[float64]{Pool: pass.Pool}}
		x, memory := f.stream(rows), f.stream(5)
		layer(g, x, memory)
		if g.Err == nil || !strings.Contains(g.Err.Error(), want) {
			t.Errorf("error %v, want %q", g.Err, want)
		}
		if lent, first := pass.Pool.Lent(), g.Err; g.Twin(f.stream(2)).X != nil || g.Err != first || pass.Pool.Lent() != lent+1 {
			t.Errorf("%q: the graph goes on after its error", want)
		}
	}
}

func TestKnownKeysGiveTheSame(t *testing.T) {
	f := &fixture{pass: &Pass[float64]{Pool: new(Pool[float64])}}
	p, x, memory := f.attention(), f.stream(rows), f.stream(5)
	k := &Keyed[float64]{K: make([]float64, 5*width), V: make([]float64, 5*width)}
	p.Keys(nil, k.K, k.V, memory.X, 5)
	g := &Graph[float64]{Pass: f.pass}
	a := g.CrossAttention("x", p, crossSegs, NewFlow(nil, x.X, rows, width), memory, nil, true)
	b := g.CrossAttention("x", p, crossSegs, NewFlow(nil, x.X, rows, width), memory, k, true)
	if g.Err != nil {
		t.Fatal(g.Err)
	}
	if !slices.Equal(a.X, b.X) || !slices.Equal(a.Copy, b.Copy) {
		t.Errorf("%v and %v; copy weights %v and %v", a.X, b.X, a.Copy, b.Copy)
	}
}

// TestStreamsAreFreed: without training a layer takes over its stream and keeps nothing. Nobody frees a flow without a pool.
func TestStreamsAreFreed(t *testing.T) {
	for name, build := range rigs {
		f := &fixture{pass: &Pass[float64]{Pool: new(Pool[float64])}}
		r := f.make(build)
		if r.embedding == nil && !strings.Contains(name, "Head") && !strings.Contains(name, "Joint") {
			f.check(t, name, r)
		}
	}
}

func (f *fixture) check(t *testing.T, name string, r rig) {
	g := &Graph[float64]{Pass: f.pass}
	x := slices.Clone(r.in[0].X)
	lone := NewFlow(nil, x, r.in[0].Rows, r.in[0].Width)
	r.layer(g, append([]*Flow[float64]{lone}, r.in[1:]...)).Free()
	if lone.X == nil {
		t.Errorf("%s: frees a stream that nobody may free", name)
	}
	if len(r.in) > 1 && strings.Contains(name, "first") {
		r.in[1] = f.stream(len(sequences)) // which the layer took over
	}
	before := f.pass.Pool.Lent()
	y := r.layer(g, r.in)
	y.Free()
	want := before - 1
	if strings.Contains(name, "first") {
		want--
	}
	if got := f.pass.Pool.Lent(); g.Err != nil || len(g.Steps) > 0 || r.in[0].X != nil || got != want {
		t.Errorf("%s: %d slices are lent, want %d; %v", name, got, want, g.Err)
	}
}

// TestScanOverBlocks compares a walk over more than two blocks of words with the whole row.
func TestScanOverBlocks(t *testing.T) {
	const v, n = 2*wordBlock + 77, 3
	pass := &Pass[float64]{Pool: new(Pool[float64]), Workers: kernel.NewWorkers(2)}
	f := &fixture{pass: pass}
	words := &Words[float64]{W: f.param(v, width)}
	o := f.random(n*width, -1, 1)
	all := make([]float64, n*v)
	kernel.MulNT(nil, all, o, words.W.Weights, n, v, width, kernel.Epilogue[float64]{})
	asks := [][]int32{{0, wordBlock, v - 1}, nil, {wordBlock - 1}}
	for _, packed := range []bool{false, true} {
		if packed {
			words.Pack(nil)
		}
		exclude := int32(kernel.ArgMax(all[:v])) // the best of row 0
		s := words.Scan(pass, o, n, func(i int) []int32 { return asks[i] }, 1, exclude)
		at := 0
		for i := range n {
			row := append([]float64(nil), all[i*v:(i+1)*v]...)
			if want := kernel.LogSumExp(row); math.Abs(s.LogSum[i]-want) > 1e-12 {
				t.Errorf("row %d: log-sum-exp %v, want %v", i, s.LogSum[i], want)
			}
			for _, id := range asks[i] {
				if s.Asked[at] != row[id] {
					t.Errorf("row %d: logit of %d is %v, want %v", i, id, s.Asked[at], row[id])
				}
				at++
			}
			dst := make([]float64, v)
			words.Fill(nil, dst, o[i*width:(i+1)*width], s.LogSum[i])
			sum := kernel.LogSumExp(row)
			for j := range dst {
				if soft := math.Exp(row[j] - sum); math.Abs(dst[j]-soft) > 1e-14 {
					t.Fatalf("row %d: softmax of %d is %v, want %v", i, j, dst[j], soft)
				}
			}
			row[exclude] = math.Inf(-1)
			if best := kernel.ArgMax(row); int(s.Best[i]) != best || s.Top[i] != row[best] {
				t.Errorf("row %d: best %d %v, want %d %v", i, s.Best[i], s.Top[i], best, row[best])
			}
		}
		s.Free(pass.Pool)
	}
	if pass.Pool.Lent() != 0 {
		t.Error("slices are still lent")
	}
}

func TestPositions(t *testing.T) {
	const d = 4
	x := Positions[float64](3, d)
	want := []float64{0, 0, 0, 0,
		math.Sin(1), math.Cos(1), math.Sin(1 / 100.0), math.Cos(1 / 100.0),
		math.Sin(2), math.Cos(2), math.Sin(2 / 100.0), math.Cos(2 / 100.0)}
	for i := range want {
		if x[i] != float64(float32(want[i])) {
			t.Errorf("element %d: %v, want %v", i, x[i], float32(want[i]))
		}
	}
}

// Heads in 8 bits are kernel.AttendBytes of queries, keys and values; the maps and the residual stay the same.
func TestQuantiseHeads(t *testing.T) {
	const d, rows = 32, 5
	segs := []kernel.Segment{{Q: kernel.Range{Hi: 3}, K: kernel.Range{Hi: 3}}, {Q: kernel.Range{Lo: 3, Hi: 5}, K: kernel.Range{Lo: 3, Hi: 5}}}
	pass := &Pass[float32]{Pool: new(Pool[float32])}
	param := func(seed int, shape ...int) *Param[float32] {
		p := zeros[float32]("p", shape...)
		for i := range p.Weights {
			p.Weights[i] = float32((i*i+seed)%17)/17 - .4
		}
		return p
	}
	linear := func(seed int) *Linear[float32] { return &Linear[float32]{W: param(seed, d, d), B: param(seed, d)} }
	p := AttentionParams[float32]{Norm: &Norm[float32]{Gain: param(1, d), Bias: param(2, d)}, Q: linear(3), K: linear(4), V: linear(5), Out: linear(6), Heads: 2}
	QuantiseHeads(&p)
	x, g := param(7, rows, d).Weights, &Graph[float32]{Pass: pass}
	got := g.SelfAttention("x", p, segs, NewFlow(nil, x, rows, d)).X

	h, q, k, v, want := make([]float32, rows*d), make([]float32, rows*d), make([]float32, rows*d), make([]float32, rows*d), make([]float32, rows*d)
	p.Norm.Forward(pass, h, x, rows)
	p.All(nil, q, k, v, h, rows)
	var b [3]kernel.Bytes
	for i, y := range [][]float32{q, k, v} {
		b[i].Set(nil, y, rows, d)
	}
	kernel.AttendBytes(nil, h, &b[0], &b[1], &b[2], segs, p.Heads)
	p.Out.Forward(nil, want, h, rows, false)
	kernel.Add(nil, want, x)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got[:4], want[:4])
	}
	p.Post = true
	got = g.SelfAttention("x", p, segs, NewFlow(nil, x, rows, d)).X
	p.All(nil, q, k, v, x, rows)
	p.Attend(nil, h, q, k, v, segs)
	p.Out.Forward(nil, q, h, rows, false)
	kernel.Add(nil, q, x)
	p.Norm.Forward(pass, want, q, rows)
	if !slices.Equal(got, want) {
		t.Errorf("with the norm last: %v, want %v", got[:4], want[:4])
	}
	p.Heads = 4 // of 8 columns
	if QuantiseHeads(&p); p.bytes {
		t.Error("heads of 8 columns attend in 8 bits")
	}
}
