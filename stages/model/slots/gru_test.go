package slots

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
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

// The start values are those of PyTorch: ±1/√(width of the state) in recurrent layers. The test also checks the shapes.
func TestRecurrentStartValues(t *testing.T) {
	c := recurrentShape()
	c.Width, c.EncoderLayers, c.Vocab = 32, 2, 60
	m, err := New[float32](c, 7)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		shape []int
		bound float64
	}{
		"encoder.embed.weight":        {[]int{60, 32}, .1},
		"decoder.first_state.weight":  {[]int{32, 32}, 1 / math.Sqrt(32)},
		"decoder.first_state.bias":    {[]int{32}, 1 / math.Sqrt(32)},
		"decoder.rnn.weight_ih_l0":    {[]int{96, 32}, 1 / math.Sqrt(32)},
		"decoder.rnn.weight_hh_l0":    {[]int{96, 32}, 1 / math.Sqrt(32)},
		"decoder.rnn.bias_ih_l0":      {[]int{96}, 1 / math.Sqrt(32)},
		"decoder.rnn.bias_hh_l0":      {[]int{96}, 1 / math.Sqrt(32)},
		"decoder.attention.weight":    {[]int{32, 32}, 1 / math.Sqrt(32)},
		"decoder.output_fc.weight":    {[]int{32, 64}, 1 / math.Sqrt(64)},
		"decoder.output_fc.bias":      {[]int{32}, 1 / math.Sqrt(64)},
		"decoder.output_layer.weight": {[]int{60, 32}, 1 / math.Sqrt(32)},
		"decoder.p_gen_linear.weight": {[]int{1, 32}, 1 / math.Sqrt(32)},
		"decoder.p_gen_linear.bias":   {[]int{1}, 1 / math.Sqrt(32)},
	}
	for _, layer := range []string{"l0", "l0_reverse", "l1", "l1_reverse"} {
		for name, in := range map[string]int{"weight_ih_": 32, "weight_hh_": 16} {
			w := want["encoder.rnn.weight_ih_l0"]
			w.shape, w.bound = []int{48, in}, .25
			want["encoder.rnn."+name+layer] = w
			w.shape = []int{48}
			want["encoder.rnn."+strings.Replace(name, "weight", "bias", 1)+layer] = w
		}
	}
	if len(m.Params()) != len(want) {
		t.Errorf("%d parameters, want %d", len(m.Params()), len(want))
	}
	for _, p := range m.Params() {
		w := want[p.Name]
		if !slices.Equal(p.Shape, w.shape) {
			t.Errorf("%s has shape %v, want %v", p.Name, p.Shape, w.shape)
		}
		lo, hi := float64(slices.Min(p.Weights)), float64(slices.Max(p.Weights))
		if lo < -w.bound || hi > w.bound || len(p.Weights) > 30 && max(-lo, hi) < .9*w.bound {
			t.Errorf("%s lies in [%v, %v], want it to fill ±%v", p.Name, lo, hi, w.bound)
		}
	}
}

func TestRecurrentConfig(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"heads is 3, want 0 for network gru":              func(c *Config) { c.Heads = 3 },
		"ff is 20, want 0 for network gru":                func(c *Config) { c.FF = 20 },
		"decoder_layers is 2, want 1 for network gru":     func(c *Config) { c.DecoderLayers = 2 },
		"encoder_layers is 0, want at least 1":            func(c *Config) { c.EncoderLayers = 0 },
		"d_model is 13, network gru needs an even number": func(c *Config) { c.Width = 13 },
		"has an encoder of its own, and encoder is set":   func(c *Config) { *c = c.On(bert.Config{Vocab: c.Vocab, Width: c.Width, Layers: 2}) },
		`network is "lstm", want transformer or gru`:      func(c *Config) { c.Network = "lstm" },
		"encoder_layers is 1000000000, want at most 1000": func(c *Config) { c.EncoderLayers = 1e9 },
	} {
		c := recurrentShape()
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if err := recurrentShape().Check(); err != nil {
		t.Error(err)
	}
}

// TestRecurrentFile: saving and loading keeps a recurrent network. A file in 8 bits rounds only the output layer and the
// inputs of the encoder's later layers, and gives about the same results.
func TestRecurrentFile(t *testing.T) {
	c := recurrentShape()
	m := fresh[float32](t, c)
	whole, narrow := t.TempDir(), t.TempDir()
	if err := save(m, whole); err != nil {
		t.Fatal(err)
	}
	if err := saveInt8(m, narrow); err != nil {
		t.Fatal(err)
	}
	back, err := Load(whole)
	if err != nil || back.Config != c || !sameBytes(t, m, back) {
		t.Fatalf("saving and loading changes the model: %v", err)
	}
	bytes, err := Load(narrow)
	if err != nil {
		t.Fatal(err)
	}
	rounded := []string{"encoder.embed.weight", "encoder.rnn.weight_ih_l1", "encoder.rnn.weight_ih_l1_reverse", "decoder.output_layer.weight"}
	for i, p := range m.Params() {
		if same := slices.Equal(p.Weights, bytes.Params()[i].Weights); same == slices.Contains(rounded, p.Name) {
			t.Errorf("%s is the same: %v", p.Name, same)
		}
	}
	d := pack(t, examples(c, 4))
	x := encode(t, m, nil, d)
	Quantise(nil, back)
	Quantise(nil, bytes)
	y, z := encode(t, back, nil, d), encode(t, bytes, nil, d)
	if !slices.Equal(y.X, z.X) || slices.Equal(x.X, y.X) {
		t.Error("quantised passes differ by file, or equal those in float32")
	}
	for i := range x.X {
		if math.Abs(float64(x.X[i]-y.X[i])) > .05 {
			t.Fatalf("number %d is %v in float32 and %v in 8 bits", i, x.X[i], y.X[i])
		}
	}
	written := func(m *Model[float32], memory *Memory[float32]) string {
		return fmt.Sprint(*say(t, m, nil, memory, GreedyOptions{}))
	}
	if v, w := written(back, y), written(bytes, z); v != w || v == written(m, x) {
		t.Errorf("quantised, the model writes\n%s, and the one from the file\n%s", v, w)
	}
}

// TestRecurrentMaps: Maps returns every matrix except embeddings, output layer, copy gate and the layer before the output.
func TestRecurrentMaps(t *testing.T) {
	m := fresh[float32](t, recurrentShape())
	var maps, want []string
	all, _ := m.body.Maps()
	for _, l := range all {
		maps = append(maps, l.W.Name)
	}
	for _, p := range m.Params() {
		apart := []string{"encoder.embed.weight", "decoder.output_layer.weight", "decoder.p_gen_linear.weight", "decoder.output_fc.weight"}
		if len(p.Shape) == 2 && !slices.Contains(apart, p.Name) {
			want = append(want, p.Name)
		}
	}
	slices.Sort(maps)
	slices.Sort(want)
	if !slices.Equal(maps, want) {
		t.Errorf("the linear layers are\n%q, want\n%q", maps, want)
	}
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
