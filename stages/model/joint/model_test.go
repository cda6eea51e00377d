package joint

import (
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
)

var systems = []string{UniKeyphrase, PromptKP, TagsOnly}

// TestGradient compares the gradient of the network, with dropout, with central differences at some elements of each parameter.
func TestGradient(t *testing.T) {
	for _, system := range systems {
		t.Run(system, func(t *testing.T) {
			m := model[float64](t, shape(system))
			keys := slots.Train{Seed: 4, Step: 9}
			loss := func() float64 {
				sum, _, err := m.Loss(tape.Differentiate[float64], nil, documents(t), keys)
				if err != nil {
					t.Fatal(err)
				}
				return sum / 4 // documents
			}
			loss()
			m.ZeroGrad()
			loss()
			grads := map[string][]float64{}
			for _, p := range m.params {
				grads[p.Name] = slices.Clone(p.Grads)
			}
			for _, p := range m.params {
				some := 0
				for i := 0; i < len(p.Weights) && some < 3; i += 1 + len(p.Weights)/7 {
					start := p.Weights[i]
					want := fd.Derivative(func(x float64) float64 {
						p.Weights[i] = x
						return loss()
					}, start, &fd.Settings{Formula: fd.Central})
					p.Weights[i] = start
					if i/m.Encoder.Width == int(m.Encoder.Pad) && strings.HasSuffix(p.Name, "word_embeddings.weight") {
						continue // the padding row is read but not trained
					}
					if got := grads[p.Name][i]; !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
						t.Errorf("%s[%d]: gradient %v, want %v by differences", p.Name, i, got, want)
					}
					some++
				}
				if !slices.ContainsFunc(grads[p.Name], func(g float64) bool { return g != 0 }) && !strings.HasSuffix(p.Name, "key.bias") &&
					!(system == TagsOnly && strings.HasPrefix(p.Name, "cls.")) {
					t.Errorf("%s has no gradient", p.Name)
				}
			}
			if n := m.pool.Lent(); n != 0 {
				t.Errorf("%d slices are lent", n)
			}
		})
	}
}

// TestKeys: without dropout the loss depends on seed and step only by the masks, so Loss and Evaluate agree.
func TestKeys(t *testing.T) {
	for _, system := range systems {
		c := shape(system)
		c.Dropout = 0
		m := model[float64](t, c)
		sum := func(keys slots.Train) float64 {
			a, _, err1 := m.Evaluate(nil, documents(t), keys)
			b, _, err2 := m.Loss(tape.Differentiate[float64], nil, documents(t), keys)
			if err := errors.Join(err1, err2); err != nil || math.Abs(a-b) > 1e-12 {
				t.Errorf("%s: the loss is %v, evaluated %v, %v", system, b, a, err)
			}
			return a
		}
		first := sum(slots.Train{Seed: 1, Step: 2})
		if system == TagsOnly { // without masks
			if first != sum(slots.Train{Seed: 2, Step: 3}) {
				t.Errorf("%s: the loss follows seed and step", system)
			}
			continue
		}
		if first != sum(slots.Train{Seed: 1, Step: 2}) || first == sum(slots.Train{Seed: 1, Step: 3}) || first == sum(slots.Train{Seed: 2, Step: 2}) {
			t.Errorf("%s: the loss does not follow seed and step", system)
		}
	}
}

// TestBagWeight: the weight rises logarithmically to 1, by its formula and in the loss, and is 1 in evaluation mode.
func TestBagWeight(t *testing.T) {
	c := shape(UniKeyphrase)
	c.Dropout = 0
	m := model[float64](t, c)
	m.Steps = 100
	for step, want := range map[uint64]float64{0: math.Log(1 + (math.E-1)/100), 49: math.Log(1 + (math.E-1)/2), 99: 1, 200: 1} {
		if got := m.bagWeight(step, true); math.Abs(got-want) > 1e-12 {
			t.Errorf("step %d: %v, want %v", step, got, want)
		}
		if got := m.bagWeight(step, false); got != 1 {
			t.Errorf("step %d in evaluation mode: %v", step, got)
		}
	}
	keys := slots.Train{Seed: 1, Step: 9}
	loss := func(steps int64) float64 {
		m.Steps = steps
		sum, _, err := m.Loss(tape.Differentiate[float64], nil, documents(t), keys)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	whole, _, err := m.Evaluate(nil, documents(t), keys)
	if err != nil {
		t.Fatal(err)
	}
	by := func(steps int64) float64 {
		return (whole - loss(steps)) / (1 - math.Log1p((math.E-1)*10/float64(steps)))
	}
	if a, b := by(20), by(100); !(a > .01) || math.Abs(a-b) > 1e-9 {
		t.Errorf("the constraint is %v for 20 steps and %v for 100", a, b)
	}
	if math.Abs(whole-loss(10)) > 1e-12 || math.Abs(whole-loss(0)) > 1e-12 {
		t.Error("the weight does not reach 1")
	}
}

// TestFiles: saving and loading keeps the model, and files of different models are refused.
func TestFiles(t *testing.T) {
	for _, system := range systems {
		m, f := model[float32](t, shape(system)), folder(t.TempDir())
		config := f.write(t, slots.ConfigFile, m.WriteConfig)
		f.write(t, slots.TensorsFile, m.WriteTensors)
		back, err := f.read()
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range m.params {
			if q := back.params[i]; p.Name != q.Name || !slices.Equal(p.Weights, q.Weights) {
				t.Errorf("saving and loading changes %s", p.Name)
			}
		}
		refused := func(what, text string) {
			t.Helper()
			var bad *schemas.FileError
			if _, err := f.read(); !errors.As(err, &bad) || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v, want %q", what, err, text)
			}
		}
		text := func(from, to string) func(io.Writer) error {
			return func(w io.Writer) error {
				_, err := io.WriteString(w, strings.Replace(config, from, to, 1))
				return err
			}
		}
		f.write(t, slots.ConfigFile, text(`"phrase_len": 4`, `"phrase_len": 5`))
		refused("another config", `it says "phrase_len": 5, and model.safetensors was written with "phrase_len": 4`)
		f.write(t, slots.ConfigFile, text(system, "catseq"))
		refused("another system", `system is "catseq", want`)
		f.write(t, slots.ConfigFile, m.WriteConfig)
		for name, change := range map[string]func([]schemas.Tensor) []schemas.Tensor{
			"tensor present.bias: the model has no such tensor": func(ts []schemas.Tensor) []schemas.Tensor {
				return slices.DeleteFunc(ts, func(x schemas.Tensor) bool { return x.Name == "present.bias" })
			},
			"tensor present.bias: shape [1 3], config.json asks for [3]": func(ts []schemas.Tensor) []schemas.Tensor {
				for i := range ts {
					if ts[i].Name == "present.bias" {
						ts[i].Shape = []int{1, 3}
					}
				}
				return ts
			},
		} {
			f.write(t, slots.TensorsFile, func(w io.Writer) error { return schemas.WriteTensors(w, nil, change(m.Tensors())) })
			refused(name, name)
		}
	}
}

// TestConfigRefused: errors of impossible configs.
func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"relation_layers is 1":        func(c *Config) { c.Relations = 1 },
		`system is "catseq"`:          func(c *Config) { c.System = "catseq" },
		"phrase_len is 1":             func(c *Config) { c.PhraseLen = 1 },
		"dropout is 1":                func(c *Config) { c.Dropout = 1 },
		"mask_id is -1":               func(c *Config) { c.Mask = -1 },
		"mask_id is 28":               func(c *Config) { c.Mask = int32(len(vocabulary)) },
		"1 token types":               func(c *Config) { c.Encoder.Types = 1 },
		"encoder reads 62 pieces":     func(c *Config) { c.Encoder.Positions = 62 },
		"encoder: model_type is gpt2": func(c *Config) { c.Encoder.ModelType = "gpt2" },
	} {
		c := shape(PromptKP)
		change(&c)
		if _, err := New[float32](c, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestExamplesRefused: errors of impossible examples.
func TestExamplesRefused(t *testing.T) {
	m := model[float32](t, shape(PromptKP))
	for want, change := range map[string]func(*schemas.Example){
		"2 pieces, want at least 3":                                func(e *schemas.Example) { e.Source = e.Source[:2] },
		"id 28 is not in the vocabulary of 28 pieces":              func(e *schemas.Example) { e.Source[1] = int32(len(vocabulary)) },
		"targets without the entry <p":                             func(e *schemas.Example) { e.Targets = e.Targets[:1] },
		"document 1 (b): id -1 is not in the vocabulary of 28 pie": func(e *schemas.Example) { e.Targets[0][0] = -1 },
	} {
		bad := example(t, "b", "a b c", "a|b")
		change(&bad)
		if _, _, err := m.Evaluate(nil, []schemas.Example{example(t, "a", "a b", "|"), bad}, slots.Train{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestNotFinite: weights without finite probabilities are an error, not a label.
func TestNotFinite(t *testing.T) {
	for _, name := range []string{"present.weight", "cls.predictions.transform.LayerNorm.bias"} {
		m := model[float32](t, shape(PromptKP))
		for _, p := range m.params {
			if p.Name == "keywords.bias" {
				p.Weights[begin] = 100 // all words are keywords
			}
			if p.Name == name {
				for i := range p.Weights {
					p.Weights[i] = math.MaxFloat32
				}
			}
		}
		if _, err := m.Label(nil, [][]int32{documents(t)[0].Source}); !errors.Is(err, slots.ErrNotFinite) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := m.wordTags(nil, [][]int32{documents(t)[0].Source}); errors.Is(err, slots.ErrNotFinite) != (name == "present.weight") {
			t.Errorf("tags with %s: %v", name, err)
		}
	}
}
