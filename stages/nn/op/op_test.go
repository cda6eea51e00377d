package op

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

func TestConstructorsCheckShapes(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	f := &fixture{pass: pass}
	good := f.attention()
	odd, thin := good, good
	odd.Heads = 4
	thin.Out = f.linear(width, width-1)
	p := FeedForwardParams[float64]{Norm: f.norm(), W1: f.linear(10, width), W2: f.linear(width, 9)}
	head := f.head()
	thinTypes := f.pieces()
	thinTypes.Types = f.param(2, 5)
	two := []GRUParams[float64]{f.gru(4), f.gru(3)}
	square := &Linear[float64]{W: f.param(width, width)}
	for want, err := range map[string]error{
		"token 8 of row 0 is not below 8":          second(NewWordEmbed(pass, Embedding[float64]{Param: f.param(8, width)}, []int32{8})),
		"a recurrent layer of 0 directions":        second(NewGRU[float64](pass, "x", nil, sequences, rows, false)),
		"a recurrent layer of 2 directions":        second(NewGRU(pass, "x", two, sequences, rows, true)),
		"has shape [12 6], want [9 6]":             second(NewGRU(pass, "x", []GRUParams[float64]{{Input: two[0].Input, Hidden: two[1].Hidden}}, sequences, rows, false)),
		"the sequences end at row 7 of 8":          second(NewGRU(pass, "x", two, sequences, 8, false)),
		"sequence 1 is rows {3 4}":                 second(NewGRU(pass, "x", two, []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 3, Hi: 4}}, 4, false)),
		"sequence 1 is rows {2 2}":                 second(NewGRU(pass, "x", two, []kernel.Range{{Lo: 0, Hi: 2}, {Lo: 2, Hi: 2}}, 2, false)),
		"document 0 is rows {0 8} of 7":            second(NewFirstState(pass, square, []kernel.Range{{Lo: 0, Hi: 8}}, rows)),
		"width of 5 does not divide":               second(NewFirstState(pass, f.linear(5, 5), sequences, rows)),
		"has shape [5 6], want [5 5]":              second(NewFirstState(pass, f.linear(5, width), sequences, rows)),
		"has shape [7 6], want [7 7]":              second(NewGlobalAttention(pass, "x", f.linear(7, width), crossSegs, rows, 5)),
		"expected queries from 4 on and some of 3": second(NewGlobalAttention(pass, "x", square, crossSegs, rows, 3)),
		"4 heads do not divide a width of 6":       second(NewSelfAttention(pass, "x", odd, ownSegs, rows)),
		"has shape [6 5], want [6 6]":              second(NewSelfAttention(pass, "x", thin, ownSegs, rows)),
		"the segments end at query 7 of 8":         second(NewSelfAttention(pass, "x", good, ownSegs, 8)),
		"some of 4 keys":                           second(NewCrossAttention(pass, "x", good, crossSegs, rows, 4, false)),
		"has shape [6 9], want [6 10]":             second(NewFeedForward(pass, "x", p, rows)),
		"token 8 of row 1 is not below 8":          second(NewEncoderEmbed(pass, Embedding[float64]{Param: f.param(8, width)}, f.linear(width, width), Positions[float64](9, width), []int32{1, 8}, []int32{1, 2})),
		"position 9 of row 0 is not below 9":       second(NewEncoderEmbed(pass, Embedding[float64]{Param: f.param(8, width)}, f.linear(width, width), Positions[float64](9, width), []int32{1, 2}, []int32{9, 2})),
		"piece 8 of row 1 is not below 8":          second(NewPieceEmbed(pass, f.pieces(), []int32{1, 8}, []int32{0, 1}, []int32{0, 0})),
		"position 5 of row 1 is not below 5":       second(NewPieceEmbed(pass, f.pieces(), []int32{1, 2}, []int32{0, 5}, []int32{0, 0})),
		"type 2 of row 0 is not below 2":           second(NewPieceEmbed(pass, f.pieces(), []int32{1, 2}, []int32{0, 1}, []int32{2, 0})),
		"2 pieces with 3 positions and 2 types":    second(NewPieceEmbed(pass, f.pieces(), []int32{1, 2}, []int32{0, 1, 2}, []int32{0, 0})),
		"has shape [2 5], want rows of 6":          second(NewPieceEmbed(pass, thinTypes, nil, nil, nil)),
		"the loss is divided by 0":                 second(NewHead(pass, head, positions(), 6, nil, 0)),
		"the id 8 of ∅ is not below 8":             second(NewHead(pass, head, positions(), 8, nil, 1)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func second[L any](_ L, err error) error { return err }

func TestKnownKeysGiveTheSame(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	f := &fixture{pass: pass}
	p, x, memory := f.attention(), f.stream(rows), f.stream(5)
	plain, err := NewCrossAttention(pass, "x", p, crossSegs, rows, 5, true)
	if err != nil {
		t.Fatal(err)
	}
	known, err := NewCrossAttention(pass, "x", p, crossSegs, rows, 5, true)
	if err != nil {
		t.Fatal(err)
	}
	k := Keyed[float64]{K: make([]float64, 5*width), V: make([]float64, 5*width)}
	p.Keys(nil, k.K, k.V, memory.X, 5)
	if err := known.Precomputed(k); err != nil {
		t.Fatal(err)
	}
	a, b := plain.Forward([]*Flow[float64]{x, memory}), known.Forward([]*Flow[float64]{x})
	for i := range a.X {
		if a.X[i] != b.X[i] {
			t.Fatalf("element %d: %v and %v", i, a.X[i], b.X[i])
		}
	}
	for i := range a.Copy {
		if a.Copy[i] != b.Copy[i] {
			t.Fatalf("copy weight %d: %v and %v", i, a.Copy[i], b.Copy[i])
		}
	}
	pass.Train = true
	if known.Precomputed(k) == nil {
		t.Error("known keys are accepted in training")
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
	layer, err := NewSelfAttention(pass, "x", p, segs, rows)
	if err != nil {
		t.Fatal(err)
	}
	x := param(7, rows, d).Weights
	got := layer.Forward([]*Flow[float32]{NewFlow(nil, x, rows, d)}).X

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
	post, err := NewPostAttention(pass, "x", p, segs, rows)
	if err != nil {
		t.Fatal(err)
	}
	got = post.Forward([]*Flow[float32]{NewFlow(nil, x, rows, d)}).X
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
