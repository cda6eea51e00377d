package op

import (
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"

	"wrone2set/stages/nn/kernel"
)

// TestMachine runs two layers that are equal in everything through a gorgonia machine: they must not be merged, and
// give what the layers give by themselves.
func TestMachine(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64]), Train: true}
	f := &fixture{pass: pass}
	poison(pass.Pool)
	embedding, inputFC, norm := f.param(8, width), f.linear(width, width), f.norm()
	head := f.head()
	tokens, places := []int32{3, 2, 5, 3, 7, 1, 1}, []int32{1, 2, 3, 4, 1, 2, 3}
	g := gorgonia.NewGraph()
	var nodes [2]*gorgonia.Node
	var embeds [2]*EncoderEmbed[float64]
	for i := range nodes {
		e, err := NewEncoderEmbed(pass, embedding, inputFC, Positions[float64](9, width), tokens, places)
		if err != nil {
			t.Fatal(err)
		}
		embeds[i] = e
		x, err := New[float64](pass, e).Node(g)
		if err != nil {
			t.Fatal(err)
		}
		n, err := NewFinalNorm(pass, norm, rows)
		if err != nil {
			t.Fatal(err)
		}
		if nodes[i], err = New[float64](pass, n).Node(g, x); err != nil {
			t.Fatal(err)
		}
	}
	if nodes[0] == nodes[1] {
		t.Fatal("two operations were merged")
	}
	l, err := NewHead(pass, head, positions(), 6, nil, 7)
	if err != nil {
		t.Fatal(err)
	}
	// The second stream brings the copy weights; it has none of its own, so give it some.
	c := &withCopies{embeds[1].pass, 18}
	cn, err := New[float64](pass, c).Node(g, nodes[1])
	if err != nil {
		t.Fatal(err)
	}
	loss, err := New[float64](pass, l).Node(g, nodes[0], cn)
	if err != nil {
		t.Fatal(err)
	}
	m := gorgonia.NewLispMachine(g)
	defer m.Close()
	if err := m.RunAll(); err != nil {
		t.Fatal(err)
	}
	if v, ok := loss.Value().(*gorgonia.F64); !ok || float64(*v) != l.Sum/7 || math.IsNaN(l.Sum) {
		t.Errorf("loss %v, want %v", loss.Value(), l.Sum/7)
	}
	if embedding.Grads[3*width] == 0 {
		t.Error("no gradient reached the embedding")
	}
	if n := pass.Pool.Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
}

// withCopies is a layer that passes its stream on and adds n copy weights.
type withCopies struct {
	pass *Pass[float64]
	n    int
}

func (o *withCopies) Inputs() int       { return 1 }
func (o *withCopies) Shape() (int, int) { return rows, width }
func (o *withCopies) Forward(in []*Flow[float64]) *Flow[float64] {
	out := NewFlow(o.pass.Pool, append(o.pass.Pool.Get(rows * width)[:0], in[0].X...), rows, width)
	out.Copy = o.pass.Pool.Get(o.n)
	for i := range out.Copy {
		out.Copy[i] = 0.3
	}
	return out
}
func (o *withCopies) Backward(_, din []*Flow[float64], dout *Flow[float64]) {
	din[0].AddX(nil, dout.take())
}

func TestHashesDiffer(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	f := &fixture{pass: pass}
	codes, written := map[uint32]bool{}, map[uint32]bool{}
	n := 0
	for range 3 {
		for name, build := range rigs {
			r, err := build(f)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			o := New(pass, r.layer)
			h := fnv.New32a()
			o.WriteHash(h)
			codes[o.Hashcode()], written[h.Sum32()] = true, true
			n++
		}
	}
	if len(codes) != n || len(written) != n {
		t.Errorf("%d operations have %d codes and write %d hashes", n, len(codes), len(written))
	}
}

func TestConstructorsCheckShapes(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	f := &fixture{pass: pass}
	good := f.attention()
	odd, thin := good, good
	odd.Heads = 4
	thin.Out = f.linear(width, width-1)
	p := FeedForwardParams[float64]{Norm: f.norm(), W1: f.linear(10, width), W2: f.linear(width, 9)}
	head := f.head()
	for want, err := range map[string]error{
		"4 heads do not divide a width of 6": second(NewSelfAttention(pass, "x", odd, ownSegs, rows)),
		"has shape [6 5], want [6 6]":        second(NewSelfAttention(pass, "x", thin, ownSegs, rows)),
		"the segments end at query 7 of 8":   second(NewSelfAttention(pass, "x", good, ownSegs, 8)),
		"some of 4 keys":                     second(NewCrossAttention(pass, "x", good, crossSegs, rows, 4, false)),
		"has shape [6 9], want [6 10]":       second(NewFeedForward(pass, "x", p, rows)),
		"token 8 of row 1 is not below 8":    second(NewEncoderEmbed(pass, f.param(8, width), f.linear(width, width), Positions[float64](9, width), []int32{1, 8}, []int32{1, 2})),
		"position 9 of row 0 is not below 9": second(NewEncoderEmbed(pass, f.param(8, width), f.linear(width, width), Positions[float64](9, width), []int32{1, 2}, []int32{9, 2})),
		"the loss is divided by 0":           second(NewHead(pass, head, positions(), 6, nil, 0)),
		"the id 8 of ∅ is not below 8":       second(NewHead(pass, head, positions(), 8, nil, 1)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func second[L any](_ L, err error) error { return err }

func TestInputsOfTheWrongKind(t *testing.T) {
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	f := &fixture{pass: pass}
	l, err := NewFinalNorm(pass, f.norm(), rows)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New[float64](pass, l).Do(gorgonia.NewF64(1)); err == nil {
		t.Error("a number passed for a stream")
	}
	if _, err := New[float64](pass, l).Node(gorgonia.NewGraph()); err == nil {
		t.Error("a layer of one input was put into the graph without")
	}
}

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
	if err := known.Known(k); err != nil {
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
	if known.Known(k) == nil {
		t.Error("known keys were taken in training")
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
		s := words.Scan(pass, o, n, func(i int) []int32 { return asks[i] }, true, exclude)
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
			soft := append([]float64(nil), row...)
			kernel.Softmax(soft)
			for j := range dst {
				if math.Abs(dst[j]-soft[j]) > 1e-14 {
					t.Fatalf("row %d: softmax of %d is %v, want %v", i, j, dst[j], soft[j])
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

func TestKeysDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for _, k := range []uint64{Key(0, 0, ""), Key(0, 0, "a"), Key(0, 0, "b"), Key(0, 0, "ab"), Key(0, 0, "ba"), Key(1, 0, "a"), Key(0, 1, "a"), Key(1, 1, "a")} {
		if seen[k] {
			t.Errorf("key %x comes twice", k)
		}
		seen[k] = true
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
