package slots

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// small is a network of small sizes that differ, so that a mix-up of two shows.
var small = Config{Vocab: 40, Slots: 4, PhraseLen: 5, Width: 12, Heads: 3, FF: 20, EncoderLayers: 2, DecoderLayers: 3, Dropout: 0.2}

func fresh[T kernel.Float](t testing.TB, c Config) *Model[T] {
	t.Helper()
	m, err := New[T](c, 7)
	if err != nil {
		t.Fatal(err)
	}
	// Larger weights give distributions that are far from uniform.
	for _, p := range m.Params() {
		for i := range p.Weights {
			p.Weights[i] *= 1.5
		}
	}
	return m
}

// examples returns n documents of 3 to 12 tokens, with some words outside the vocabulary.
func examples(c Config, n int) []schemas.Example {
	var out []schemas.Example
	next := uint64(0)
	random := func(n int) int32 {
		next++
		return int32(random.Uniform(5, next) * float64(n))
	}
	for b := range n {
		e := schemas.Example{ID: fmt.Sprint("doc", b)}
		for range 3 + random(10) {
			if random(5) > 0 {
				id := 7 + random(c.Vocab-7)
				e.Source, e.Extended = append(e.Source, id), append(e.Extended, id)
				continue
			}
			own := random(len(e.OOV) + 1)
			if int(own) == len(e.OOV) {
				e.OOV = append(e.OOV, fmt.Sprint("own", own))
			}
			e.Source, e.Extended = append(e.Source, text.Unk), append(e.Extended, int32(c.Vocab)+own)
		}
		out = append(out, e)
	}
	return out
}

// someTargets gives each document ∅, a phrase of two words, one of its own words, and a slot without supervision.
func someTargets(d Docs) []Target {
	var ts []Target
	for b := range d.Len() {
		ext := d.extended(b)
		ts = append(ts, Target{b, 0, []int32{text.Null}}, Target{b, 1, []int32{ext[0], ext[len(ext)-1], text.Eos}}, Target{b, 3, []int32{int32(8 + b), text.Eos}})
	}
	return ts
}

// oneSlot is small with one slot.
func oneSlot() Config {
	c := small
	c.Slots, c.PhraseLen = 1, 12
	return c
}

// recurrentShape is oneSlot with the recurrent body.
func recurrentShape() Config {
	c := oneSlot()
	c.Network, c.Heads, c.FF, c.DecoderLayers = GRU, 0, 0, 1
	return c
}

// sequences gives each document a target of CatSeq.
func sequences(d Docs) []Target {
	var ts []Target
	for b := range d.Len() {
		ext := d.extended(b)
		ts = append(ts, Target{b, 0, []int32{ext[0], text.Sep, ext[len(ext)-1], int32(8 + b), text.Peos, 9, text.Sep, 10, 11, text.Eos}})
	}
	return ts
}

// pairs gives each document except the second three targets of One2One, all of one slot.
func pairs(d Docs) []Target {
	var ts []Target
	for b := range d.Len() {
		if ext := d.extended(b); b != 1 {
			ts = append(ts, Target{b, 0, []int32{ext[0], ext[len(ext)-1], text.Eos}}, Target{b, 0, []int32{int32(8 + b), text.Eos}}, Target{b, 0, []int32{9, 10, 11, text.Eos}})
		}
	}
	return ts
}

func pack(t *testing.T, ex []schemas.Example) Docs {
	t.Helper()
	d, err := Pack(ex)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func encode[T kernel.Float](t *testing.T, m *Model[T], w *kernel.Workers, d Docs) *Memory[T] {
	t.Helper()
	memory, err := m.Encode(w, d)
	if err != nil {
		t.Fatal(err)
	}
	return memory
}

// TestConfigCheck: a network that cannot be made is refused, whatever its body.
func TestConfigCheck(t *testing.T) {
	for shape, refused := range map[Config]map[string]func(*Config){
		small: {
			"heads is 5, want a divisor of d_model, 12": func(c *Config) { c.Heads = 5 },
			"vocab_size is 6, want at least 7":          func(c *Config) { c.Vocab = 6 },
			"dropout is 1":                              func(c *Config) { c.Dropout = 1 },
			"decoder_layers is 1000000":                 func(c *Config) { c.DecoderLayers = 1000000 },
			"encoder_layers is 0":                       func(c *Config) { c.EncoderLayers = 0 },
		},
		recurrentShape(): {
			"heads is 3, want 0 for network gru":              func(c *Config) { c.Heads = 3 },
			"ff is 20, want 0 for network gru":                func(c *Config) { c.FF = 20 },
			"decoder_layers is 2, want 1 for network gru":     func(c *Config) { c.DecoderLayers = 2 },
			"encoder_layers is 0, want at least 1":            func(c *Config) { c.EncoderLayers = 0 },
			"d_model is 13, network gru needs an even number": func(c *Config) { c.Width = 13 },
			"has an encoder of its own, and encoder is set":   func(c *Config) { *c = c.On(bert.Config{Vocab: c.Vocab, Width: c.Width, Layers: 2}) },
			`network is "lstm", want transformer or gru`:      func(c *Config) { c.Network = "lstm" },
			"encoder_layers is 1000000000, want at most 1000": func(c *Config) { c.EncoderLayers = 1e9 },
		},
		pieces: {
			"vocab_size is 41, want 40, the vocab_size of the encoder":          func(c *Config) { c.Vocab++ },
			"d_model is 24, want 12, the hidden_size of the encoder":            func(c *Config) { c.Width = 24 },
			"encoder_layers is 1, want 2, the num_hidden_layers of the encoder": func(c *Config) { c.EncoderLayers = 1 },
			"encoder: hidden_act is relu, only gelu is supported":               func(c *Config) { c.Encoder.Activation = "relu" },
			"heads is 5, want a divisor of d_model, 12":                         func(c *Config) { c.Heads = 5 },
		},
	} {
		if err := shape.Check(); err != nil {
			t.Error(err)
		}
		for want, change := range refused {
			c := shape
			change(&c)
			if _, err := New[float32](c, 1); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
		}
	}
}

// TestLoadNamesWhatIsWrong: an error names the file and the tensor, for weights in 8 bits too.
func TestLoadNamesWhatIsWrong(t *testing.T) {
	m := fresh[float32](t, small)
	const query, fc = "encoder.layer_stacks.0.self_attn.q_proj.weight", "encoder.input_fc.weight"
	whole := schemas.Tensor{Name: query, Shape: []int{12, 12}, Data: make([]int8, 144)}
	scale := func(n int, last float32) schemas.Tensor {
		scales := slices.Repeat([]float32{1}, n)
		scales[n-1] = last
		return schemas.Tensor{Name: query + ".scale", Shape: []int{n}, Data: scales}
	}
	inf := float32(math.Inf(1))
	for name, c := range map[string]struct {
		want    string           // "": none
		tensors []schemas.Tensor // in place of those of the model with their names; without data: missing
	}{
		"others' tensors too": {"", []schemas.Tensor{{Name: "decoder.embed.weight", Shape: []int{1}, Data: []float32{0}}, {Name: "n", Data: []int64{3}}}},
		"float64":             {"", []schemas.Tensor{{Name: fc, Shape: []int{12, 12}, Data: make([]float64, 144)}}},
		"missing":             {"encoder.input_fc.bias: the model has no such tensor", []schemas.Tensor{{Name: "encoder.input_fc.bias"}}},
		"shape":               {fc + ": shape [144], config.json asks for [12 12]", []schemas.Tensor{{Name: fc, Shape: []int{144}, Data: make([]float32, 144)}}},
		"numbers":             {fc + ": []uint8 is not a type of number", []schemas.Tensor{{Name: fc, Shape: []int{12, 12}, Data: make([]uint8, 144)}}},
		"whole":               {"", []schemas.Tensor{whole, scale(12, 1e-30)}},
		"no scale":            {query + ".scale: the model has no such tensor", []schemas.Tensor{whole}},
		"short scale":         {query + ".scale: shape [11], config.json asks for [12]", []schemas.Tensor{whole, scale(11, 1)}},
		"zero":                {query + ".scale: row 11 has the scale 0, want a positive number", []schemas.Tensor{whole, scale(12, 0)}},
		"negative":            {query + ".scale: row 11 has the scale -1,", []schemas.Tensor{whole, scale(12, -1)}},
		"NaN":                 {query + ".scale: row 11 has the scale NaN,", []schemas.Tensor{whole, scale(12, inf-inf)}},
		"infinite":            {query + ".scale: row 11 has the scale +Inf,", []schemas.Tensor{whole, scale(12, inf)}},
		"whole scale":         {query + ".scale: it holds []int64,", []schemas.Tensor{whole, {Name: query + ".scale", Shape: []int{12}, Data: make([]int64, 12)}}},
		"another shape":       {query + ": shape [144],", []schemas.Tensor{{Name: query, Shape: []int{144}, Data: make([]int8, 144)}, scale(12, 1)}},
		"half":                {"", []schemas.Tensor{{Name: query, Shape: []int{12, 12}, Data: make([]schemas.Float16, 144)}}},
		"half scale":          {query + ".scale: it holds []schemas.Float16,", []schemas.Tensor{whole, {Name: query + ".scale", Shape: []int{12}, Data: make([]schemas.Float16, 12)}}},
		"half, shape":         {query + ": shape [144],", []schemas.Tensor{{Name: query, Shape: []int{144}, Data: make([]schemas.Float16, 144)}}},
		"a bias":              {"encoder.input_fc.bias: []int8 is not a type of number", []schemas.Tensor{{Name: "encoder.input_fc.bias", Shape: []int{12}, Data: make([]int8, 12)}}},
	} {
		t.Run(name, func(t *testing.T) {
			ts := m.Tensors()
			for _, n := range c.tensors {
				if ts = slices.DeleteFunc(ts, func(o schemas.Tensor) bool { return o.Name == n.Name }); n.Data != nil {
					ts = append(ts, n)
				}
			}
			dir := t.TempDir()
			if err := errors.Join(save(m, dir), write(filepath.Join(dir, TensorsFile), func(w io.Writer) error { return WriteTensors(w, m, ts) })); err != nil {
				t.Fatal(err)
			}
			_, err := Load(dir)
			var file *schemas.FileError
			if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &file) || file.File != filepath.Join(dir, TensorsFile) || !strings.Contains(err.Error(), "tensor "+c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	claim, other := small, small
	claim.Vocab, claim.Width, claim.Heads = mostWide, mostWide, 1
	other.Heads = 1
	for config, want := range map[string]string{
		configOf(t, claim):       "",
		`{"vocab_size": "many"}`: "",
		configOf(t, other):       `the file is damaged: it says "heads": 1, and model.safetensors was written with "heads": 3; `,
	} {
		dir := t.TempDir()
		if err := errors.Join(save(m, dir), os.WriteFile(filepath.Join(dir, ConfigFile), []byte(config), 0o666)); err != nil {
			t.Fatal(err)
		}
		var file *schemas.FileError
		if _, err := Load(dir); !errors.As(err, &file) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", config, err, want)
		}
	}
}

// configOf returns config.json.
func configOf(t *testing.T, c Config) string {
	t.Helper()
	var b strings.Builder
	if err := c.WriteConfig(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPackRefuses(t *testing.T) {
	if _, err := Pack([]schemas.Example{{ID: "x"}}); err == nil || !strings.Contains(err.Error(), "(x) has no tokens") {
		t.Errorf("error %v", err)
	}
	if _, err := Pack([]schemas.Example{{ID: "x", Source: []int32{7}}}); err == nil || !strings.Contains(err.Error(), "1 ids and 0 extended ids") {
		t.Errorf("error %v", err)
	}
}

func TestInputsAreChecked(t *testing.T) {
	m := fresh[float32](t, small)
	d := pack(t, examples(small, 2))
	long := make([]int32, MaxSource+1)
	for i := range long {
		long[i] = 7
	}
	broken := func(change func(d *Docs)) Docs {
		c := Docs{slices.Clone(d.Source), slices.Clone(d.Extended), slices.Clone(d.Offsets), slices.Clone(d.OOV)}
		change(&c)
		return c
	}
	for want, d := range map[string]Docs{
		"has 3000 tokens, want at most 2999":               pack(t, []schemas.Example{{Source: long, Extended: long}}),
		"token 1: ids 40 and":                              broken(func(d *Docs) { d.Source[1] = 40 }),
		"token 0: ids 1 and 99 are not among the 40 words": broken(func(d *Docs) { d.Source[0], d.Extended[0] = 1, 99 }),
		"document 0 of the batch is tokens 0 to 0":         broken(func(d *Docs) { d.Offsets[1] = 0 }),
	} {
		if _, err := m.Encode(nil, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if _, err := learn(m, nil, d, []Target{{0, 0, []int32{text.Null}}}, nil, 1, Train{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for want, g := range map[string]Target{
		"no document 2, slot 0: the batch has 2": {2, 0, []int32{text.Null}},
		"no document 0, slot 4: the batch has 2": {0, 4, []int32{text.Null}},
		"6 tokens, want 1 to 5":                  {0, 0, []int32{7, 7, 7, 7, 7, 3}},
		"0 tokens, want 1 to 5":                  {0, 0, nil},
		"id 99 is none of the 40 word":           {0, 0, []int32{99, 3}},
	} {
		if _, err := learn(m, nil, d, []Target{g}, nil, 1, Train{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := learn(m, nil, d, []Target{{0, 0, []int32{text.Null}}}, nil, 0, Train{}); err == nil {
		t.Error("a norm of 0 is accepted")
	}
	if r, err := learn(m, nil, d, nil, nil, 1, Train{}); err != nil || r.Sum != 0 {
		t.Errorf("without targets: %v, %v", r, err)
	}
}

// TestLossGradient compares the gradient of the whole network, with dropout, with central differences along the gradient and
// along random directions.
func TestLossGradient(t *testing.T) {
	tied := small
	tied.Tied = true
	t.Run("slots", func(t *testing.T) { testLossGradient(t, small, someTargets) })
	t.Run("tied slots", func(t *testing.T) { testLossGradient(t, tied, someTargets) })
	t.Run("sequences", func(t *testing.T) { testLossGradient(t, oneSlot(), sequences) })
	t.Run("pairs", func(t *testing.T) { testLossGradient(t, oneSlot(), pairs) })
	t.Run("states", func(t *testing.T) { testLossGradient(t, recurrentShape(), sequences) })
	t.Run("pairs of states", func(t *testing.T) { testLossGradient(t, recurrentShape(), pairs) })
	t.Run("pretrained", func(t *testing.T) { testLossGradient(t, pieces, someTargets) })
}

func testLossGradient(t *testing.T, c Config, some func(Docs) []Target) {
	m := fresh[float64](t, c)
	d := pack(t, examplesOf(c, 3))
	if c == pieces {
		if err := m.Adopt(elsewhere[float64](c)); err != nil {
			t.Fatal(err)
		}
	}
	targets := some(d)
	weigh := func(p, _ []float64) []float64 {
		w := make([]float64, len(p))
		for i := range w {
			w[i] = 0.2 + float64(i%3)
		}
		return w
	}
	loss := func() float64 {
		r, err := learn(m, nil, d, targets, weigh, 10, Train{Seed: 1, Step: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.Loss
	}
	m.ZeroGrad()
	loss()
	grads := make([][]float64, len(m.Params()))
	for i, p := range m.Params() {
		grads[i] = slices.Clone(p.Grads)
	}
	for k := range uint64(6) {
		const h = 1e-6
		var slope float64
		move := func(by float64) {
			slope = 0
			for i, p := range m.Params() {
				for j := range p.Weights {
					v := 2*random.Uniform(k, uint64(i<<20+j)) - 1
					if p == m.embedding.Param && j/c.Width == int(m.embedding.Padding) {
						v = 0 // the padding row has no gradient
					}
					p.Weights[j] += by * v
					slope += grads[i][j] * v
				}
			}
		}
		move(h)
		up := loss()
		move(-2 * h)
		down := loss()
		move(h)
		if got := (up - down) / (2 * h); math.Abs(got-slope) > 1e-6*(1+math.Abs(slope)) {
			t.Errorf("direction %d: slope %v, differences give %v", k, slope, got)
		}
	}
}

// save writes a model folder.
func save[T kernel.Float](m *Model[T], dir string) error {
	return errors.Join(write(filepath.Join(dir, ConfigFile), m.WriteConfig), write(filepath.Join(dir, TensorsFile), m.WriteTensors))
}

func write(path string, content func(io.Writer) error) error {
	var b bytes.Buffer
	if err := content(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}
