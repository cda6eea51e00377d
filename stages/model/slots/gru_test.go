package slots

import (
	"encoding/json"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// torch is the output of testdata/gru.py.
type torch struct {
	Vocab, Width, Layers int
	Sources, Extended    [][]int32
	Targets              []torchTarget
	Memory               [][]float64
	Probabilities        [][]float64
	Gradients            map[string][]float64
}

type torchTarget struct{ Target }

// UnmarshalJSON reads [document, tokens].
func (g *torchTarget) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&g.Doc, &g.Tokens})
}

// numbered returns n numbers in (−spread, spread) derived from a name, as gru.py does.
func numbered[T kernel.Float](name string, n int, spread float64) []T {
	x, key := make([]T, n), crc32.ChecksumIEEE([]byte(name))
	for i := range x {
		v := (key + uint32(i)*2654435761) * 2246822519
		x[i] = T(float32((2*float64(v)/(1<<32) - 1) * spread))
	}
	return x
}

// TestTorch compares the network, forward and backward, with PyTorch's layers of the same names.
func TestTorch(t *testing.T) {
	t.Run("float64", func(t *testing.T) { testTorch[float64](t, 1e-12, 1e-11) })
	t.Run("float32", func(t *testing.T) { testTorch[float32](t, 2e-6, 7e-7) })
}

// testTorch allows differences of tol in values, and of ofLargest times the largest gradient in gradients.
func testTorch[T kernel.Float](t *testing.T, tol, ofLargest float64) {
	var g torch
	b, err := os.ReadFile("testdata/gru.json")
	if err == nil {
		err = json.Unmarshal(b, &g)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := New[T](Config{Vocab: g.Vocab, Slots: 1, PhraseLen: 9, Width: g.Width, EncoderLayers: g.Layers, DecoderLayers: 1, Network: GRU}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.Params() {
		p.Weights = numbered[T](p.Name, p.Len(), .9)
	}
	d := Docs{Offsets: []int32{0}, OOV: []int32{2, 2}}
	for i, ids := range g.Sources {
		d.Source, d.Extended = append(d.Source, ids...), append(d.Extended, g.Extended[i]...)
		d.Offsets = append(d.Offsets, int32(len(d.Source)))
	}
	var targets []Target
	for _, y := range g.Targets {
		targets = append(targets, y.Target)
	}
	m.ZeroGrad()
	r, err := learn(m, nil, d, targets, nil, 1, Train{})
	if err != nil {
		t.Fatal(err)
	}
	memory := encode(t, m, nil, d)
	defer memory.Free()
	var x, p, grad gap
	x.rows("memory", widen(memory.X), slices.Concat(g.Memory...))
	p.rows("probability", widen(r.P), slices.Concat(g.Probabilities...))
	if len(g.Gradients) != len(m.Params()) {
		t.Errorf("%d parameters, PyTorch has %d", len(m.Params()), len(g.Gradients))
	}
	largest := 0.0
	for _, p := range m.Params() {
		grad.rows(p.Name, widen(p.Grads), g.Gradients[p.Name])
		for _, v := range g.Gradients[p.Name] {
			largest = max(largest, math.Abs(v))
		}
	}
	x.within(t, "memory", tol)
	p.within(t, "probabilities", tol)
	grad.within(t, "gradient", ofLargest*largest)
}

// TestRecurrentBFloat16: in bfloat16 the loss is close to that in float32 but not equal; products of states stay in float32.
func TestRecurrentBFloat16(t *testing.T) {
	c := recurrentShape()
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 3))
	losses := func(w *kernel.Workers) (loss float64, grads [][]float32) {
		m.ZeroGrad()
		r, err := learn(m, w, d, sequences(d), nil, 10, Train{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Params() {
			grads = append(grads, slices.Clone(p.Grads))
		}
		return float64(r.Loss), grads
	}
	whole, g := losses(kernel.NewWorkers(2))
	rounded, h := losses(kernel.NewBFloat16Workers(2))
	if rounded == whole || math.Abs(rounded-whole) > .01*whole {
		t.Errorf("loss %v, in float32 %v", rounded, whole)
	}
	for i, p := range m.Params() {
		if slices.Equal(g[i], h[i]) {
			t.Errorf("the gradient of %s is that of float32", p.Name)
		}
	}
	pass := &op.Pass[float32]{Pool: new(op.Pool[float32]), Workers: kernel.NewBFloat16Workers(1)}
	ways := []op.GRUParams[float32]{fresh[float32](t, c).body.(*recurrent[float32]).encoder[0][0]}
	clear(ways[0].Input.W.Weights)
	out := func(w *kernel.Workers) []float32 {
		pass.Workers = w
		g := &op.Graph[float32]{Pass: pass}
		y := g.GRU("x", ways, []kernel.Range{{Lo: 0, Hi: 4}}, op.NewFlow(pass.Pool, make([]float32, 4*c.Width), 4, c.Width), nil)
		if g.Err != nil {
			t.Fatal(g.Err)
		}
		return y.X
	}
	if !slices.Equal(out(pass.Workers), out(nil)) {
		t.Error("products of states are rounded")
	}
}
