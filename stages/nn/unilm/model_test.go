package unilm

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"wrone2set/schemas"
	"wrone2set/stages/nn/bert"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
	"wrone2set/stages/nn/settrans"
	"wrone2set/stages/nn/tape"
	"wrone2set/stages/text"
)

var systems = []settrans.System{settrans.UniKeyphrase, settrans.PromptKP}

// TestGradient: the gradient of the whole network against central differences, dropout on, at some elements of each parameter.
func TestGradient(t *testing.T) {
	for _, system := range systems {
		t.Run(system.String(), func(t *testing.T) {
			m := model[float64](t, shape(system))
			keys := settrans.Train{Seed: 4, Step: 9}
			loss := func() float64 {
				sum, err := m.Loss(&tape.Tape[float64]{}, nil, documents(t), keys)
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
						continue // read, but not trained as such
					}
					if got := grads[p.Name][i]; !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
						t.Errorf("%s[%d]: %v, differences give %v", p.Name, i, got, want)
					}
					some++
				}
				if !slices.ContainsFunc(grads[p.Name], func(g float64) bool { return g != 0 }) && !strings.HasSuffix(p.Name, "key.bias") {
					t.Errorf("%s has no gradient", p.Name)
				}
			}
			if n := m.pool.Lent(); n != 0 {
				t.Errorf("%d slices are lent", n)
			}
		})
	}
}

// TestKeys: the seed and the step decide which masks are asked, and nothing else does without dropout.
func TestKeys(t *testing.T) {
	for _, system := range systems {
		c := shape(system)
		c.Dropout = 0
		m := model[float64](t, c)
		sum := func(keys settrans.Train) float64 {
			a, err1 := m.Evaluate(nil, documents(t), keys)
			b, err2 := m.Loss(&tape.Tape[float64]{}, nil, documents(t), keys)
			if err := errors.Join(err1, err2); err != nil || math.Abs(a-b) > 1e-12 {
				t.Errorf("%s: the loss is %v, evaluated %v, %v", system, b, a, err)
			}
			return a
		}
		first := sum(settrans.Train{Seed: 1, Step: 2})
		if first != sum(settrans.Train{Seed: 1, Step: 2}) || first == sum(settrans.Train{Seed: 1, Step: 3}) || first == sum(settrans.Train{Seed: 2, Step: 2}) {
			t.Errorf("%s: the keys do not decide", system)
		}
	}
}

// TestLabelAlone: what is said of a document depends on it alone, on any number of threads.
func TestLabelAlone(t *testing.T) {
	for _, system := range systems {
		m := model[float32](t, shape(system))
		var all [][]int32
		for i := range 200 {
			e := documents(t)[i%4].Source
			all = append(all, append(slices.Clone(e[:1+i%(len(e)-2)]), e[len(e)-2:]...))
		}
		together, err := m.Label(kernel.NewWorkers(3), all)
		if err != nil {
			t.Fatal(err)
		}
		m.Pack(nil)
		filled := 0
		for i, d := range all {
			alone, err := m.Label(nil, [][]int32{d})
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(alone[0]) != fmt.Sprint(together[i]) {
				t.Fatalf("%s: document %d: %v alone, %v among others", system, i, alone[0], together[i])
			}
			for _, p := range alone[0] {
				if slices.Contains(p.Attended, 0) {
					filled++
				}
				if slices.ContainsFunc(p.Pieces, func(id int32) bool { return id < text.FirstWord || id == m.Mask || id == m.Encoder.Pad }) {
					t.Errorf("%s: document %d: %s", system, i, say(p.Pieces))
				}
			}
		}
		if filled < 20 && system == settrans.PromptKP || filled < 150 {
			t.Errorf("%s: %d phrases are filled in: the test says little", system, filled)
		}
		if n := m.pool.Lent(); n != 0 {
			t.Errorf("%s: %d slices are lent", system, n)
		}
	}
}

// TestGraphSaysAsLabel: the tags and the first round of masks have in the graph of the training the probabilities that
// labelling finds.
func TestGraphSaysAsLabel(t *testing.T) {
	m := model[float64](t, shape(settrans.PromptKP))
	source := documents(t)[0].Source
	r := &reading[float64]{Model: m, pass: &op.Pass[float64]{Pool: m.pool}, texts: [][]int32{source}, words: [][]word{cut(vocabulary, m.stemmer, source, 1, len(source)-1)},
		found: make([][]Phrase[float64], 1), reader: m.bert.Reader(nil, []int{len(source) + m.tail()})}
	x, err := r.reader.Read([]bert.Run{{Pieces: source}})
	if err != nil {
		t.Fatal(err)
	}
	r.rows = [][]float64{x.X}
	tags, sure, err := r.ask(0, present)
	if err != nil {
		t.Fatal(err)
	}
	var c []candidate[float64]
	for i, w := range r.words[0][:3] {
		c = append(c, candidate[float64]{prompt: prompt{at: w.lo, keyword: source[w.lo:w.hi]}, word: w, said: make([]int32, 4), chance: make([]float64, 4), asked: []int{0, 1, 2, 3}})
		if i == 1 { // a mask that is shown
			c[i].said[2], c[i].asked = 20, []int{0, 1, 3}
		}
	}
	if err := r.round([][]candidate[float64]{c}); err != nil {
		t.Fatal(err)
	}

	l := laid{batch: bert.Batch{Offsets: []int32{0}}, ask: op.JointLoss{Docs: 1, Norm: 1}}
	l.begin(source)
	want := 0.0
	for i, w := range r.words[0] {
		l.ask.Tagged = append(l.ask.Tagged, op.Tagged{Row: w.lo, Tag: tags[i], Weight: 1})
		want -= math.Log(sure[i])
	}
	for _, c := range c {
		at, shown := len(l.batch.Pieces), slices.Clone(c.said)
		for _, k := range c.asked {
			shown[k] = m.Mask
			l.ask.Filled = append(l.ask.Filled, op.Filled{Row: at + m.place(k, len(c.keyword)), Word: c.said[k], Weight: 1})
			want -= math.Log(c.chance[k])
		}
		l.batch.Pieces = m.write(l.batch.Pieces, c.keyword, shown)
		l.batch.Types = append(l.batch.Types, slices.Repeat([]int32{1}, len(l.batch.Pieces)-at)...)
	}
	l.batch.Offsets = append(l.batch.Offsets, int32(len(l.batch.Pieces)))
	if got := r.graph(t, l); math.Abs(got-want) > 1e-9 {
		t.Errorf("the graph finds %v, labelling %v", got, want)
	}
}

// graph is the loss of what is laid out, in evaluation mode.
func (r *reading[T]) graph(t *testing.T, l laid) T {
	t.Helper()
	layers, joint, err := r.over(r.pass, l)
	if err != nil {
		t.Fatal(err)
	}
	var in []*op.Flow[T]
	for _, layer := range append(layers, joint) {
		in = []*op.Flow[T]{layer.Forward(in)}
	}
	return joint.Sum
}

// TestGraphSaysAsSequence: at each step of a sequence the graph over what was written and [MASK] finds the probability that
// the decoder does, and the same tags.
func TestGraphSaysAsSequence(t *testing.T) {
	m := model[float64](t, shape(settrans.UniKeyphrase))
	texts := [][]int32{documents(t)[0].Source, documents(t)[3].Source}
	r := &reading[float64]{Model: m, pass: &op.Pass[float64]{Pool: m.pool}, texts: texts, found: make([][]Phrase[float64], 2),
		reader: m.bert.Reader(nil, []int{len(texts[0]) + 4, len(texts[1]) + 4})}
	r.remember(len(texts[0]) + len(texts[1]) + 8)
	x, err := r.read([]bert.Run{{Pieces: texts[0]}, {Doc: 1, Pieces: texts[1]}})
	if err != nil {
		t.Fatal(err)
	}
	width := m.Encoder.Width
	r.rows = [][]float64{x.extraction[:len(texts[0])*width], x.extraction[len(texts[0])*width:]}
	for _, source := range texts {
		r.words = append(r.words, cut(vocabulary, m.stemmer, source, 1, len(source)-1))
	}
	written := make([][]int32, 2)
	for step := range 4 {
		live := []int{0, 1}
		if step == 2 { // the other goes on alone
			live = live[1:]
		}
		ids, sure, err := r.next(live, written)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range live {
			l := laid{batch: bert.Batch{Offsets: []int32{0}, Causal: true}, ask: op.JointLoss{Docs: 1, Norm: 1}}
			l.begin(texts[d])
			want := -math.Log(sure[i])
			tags, chance, err := r.ask(d, present)
			if err != nil {
				t.Fatal(err)
			}
			for k, w := range r.words[d] {
				l.ask.Tagged = append(l.ask.Tagged, op.Tagged{Row: w.lo, Tag: tags[k], Weight: 1})
				want -= math.Log(chance[k])
			}
			for _, id := range append(slices.Clone(written[d]), m.Mask) {
				l.batch.Pieces, l.batch.Types = append(l.batch.Pieces, id), append(l.batch.Types, 1)
			}
			l.ask.Filled = []op.Filled{{Row: len(l.batch.Pieces) - 1, Word: ids[i], Weight: 1}}
			l.batch.Offsets = append(l.batch.Offsets, int32(len(l.batch.Pieces)))
			if got := r.graph(t, l); math.Abs(got-want) > 1e-9 {
				t.Errorf("step %d, document %d: the graph finds %v, the decoder %v", step, d, got, want)
			}
			// Whatever was most likely: something else is written at each step.
			written[d] = append(written[d], int32(13+5*step+d))
		}
	}
}

// TestBagWeight: it rises logarithmically to 1, in the loss as in its formula, and is 1 outside a training.
func TestBagWeight(t *testing.T) {
	c := shape(settrans.UniKeyphrase)
	c.Dropout = 0
	m := model[float64](t, c)
	m.Steps = 100
	for step, want := range map[uint64]float64{0: math.Log(1 + (math.E-1)/100), 49: math.Log(1 + (math.E-1)/2), 99: 1, 200: 1} {
		if got := m.bagWeight(step, true); math.Abs(got-want) > 1e-12 {
			t.Errorf("step %d: %v, want %v", step, got, want)
		}
		if got := m.bagWeight(step, false); got != 1 {
			t.Errorf("step %d outside a training: %v", step, got)
		}
	}
	keys := settrans.Train{Seed: 1, Step: 9}
	loss := func(steps int64) float64 {
		m.Steps = steps
		sum, err := m.Loss(&tape.Tape[float64]{}, nil, documents(t), keys)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	whole, err := m.Evaluate(nil, documents(t), keys)
	if err != nil {
		t.Fatal(err)
	}
	by := func(steps int64) float64 {
		return (whole - loss(steps)) / (1 - math.Log1p((math.E-1)*10/float64(steps)))
	}
	if a, b := by(20), by(100); !(a > .01) || math.Abs(a-b) > 1e-9 {
		t.Errorf("the constraint is %v at one step and %v at another", a, b)
	}
	if math.Abs(whole-loss(10)) > 1e-12 || math.Abs(whole-loss(0)) > 1e-12 {
		t.Error("it does not come to its full weight")
	}
}

// TestFiles: a folder is read as it was written, and one whose files do not go together is refused.
func TestFiles(t *testing.T) {
	for _, system := range systems {
		m := model[float32](t, shape(system))
		dir := t.TempDir()
		open := func(name string) (schemas.File, error) { return os.Open(filepath.Join(dir, name)) }
		write := func(name string, b []byte) {
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var config, tensors bytes.Buffer
		if err := errors.Join(m.WriteConfig(&config), m.WriteTensors(&tensors)); err != nil {
			t.Fatal(err)
		}
		write(settrans.ConfigFile, config.Bytes())
		write(settrans.TensorsFile, tensors.Bytes())
		back, err := Read(dir, open)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range m.params {
			if q := back.params[i]; p.Name != q.Name || !slices.Equal(p.Weights, q.Weights) {
				t.Errorf("%s is not read as it was written", p.Name)
			}
		}
		refused := func(what, text string) {
			t.Helper()
			var bad *schemas.FileError
			if _, err := Read(dir, open); !errors.As(err, &bad) || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v, want %q", what, err, text)
			}
		}
		write(settrans.ConfigFile, bytes.Replace(config.Bytes(), []byte(`"phrase_len": 4`), []byte(`"phrase_len": 5`), 1))
		refused("another config", "not the one of model.safetensors")
		write(settrans.ConfigFile, bytes.Replace(config.Bytes(), []byte(system), []byte("catseq"), 1))
		refused("another system", `system is "catseq", not`)
		write(settrans.ConfigFile, config.Bytes())
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
			tensors.Reset()
			if err := schemas.WriteTensors(&tensors, nil, change(m.Tensors())); err != nil {
				t.Fatal(err)
			}
			write(settrans.TensorsFile, tensors.Bytes())
			refused(name, name)
		}
	}
}

// TestConfigRefused: what no network can have.
func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"relation_layers is 1":        func(c *Config) { c.Relations = 1 },
		`system is "catseq"`:          func(c *Config) { c.System = settrans.CatSeq },
		"phrase_len is 1":             func(c *Config) { c.PhraseLen = 1 },
		"dropout is 1":                func(c *Config) { c.Dropout = 1 },
		"mask_id is -1":               func(c *Config) { c.Mask = -1 },
		"mask_id is 28":               func(c *Config) { c.Mask = int32(len(vocabulary)) },
		"1 kinds of texts":            func(c *Config) { c.Encoder.Types = 1 },
		"encoder reads 62 pieces":     func(c *Config) { c.Encoder.Positions = 62 },
		"encoder: model_type is gpt2": func(c *Config) { c.Encoder.ModelType = "gpt2" },
	} {
		c := shape(settrans.PromptKP)
		change(&c)
		if _, err := New[float32](c, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestExamplesRefused: examples that no network can learn from.
func TestExamplesRefused(t *testing.T) {
	m := model[float32](t, shape(settrans.PromptKP))
	for want, change := range map[string]func(*schemas.Example){
		"2 pieces, at least 3":          func(e *schemas.Example) { e.Source = e.Source[:2] },
		"id 28, 28 words are known":     func(e *schemas.Example) { e.Source[1] = int32(len(vocabulary)) },
		"targets without the entry <p":  func(e *schemas.Example) { e.Targets = e.Targets[:1] },
		"document 1 (b): id -1, 28 wor": func(e *schemas.Example) { e.Targets[0][0] = -1 },
	} {
		bad := example(t, "b", "a b c", "a|b")
		change(&bad)
		if _, err := m.Evaluate(nil, []schemas.Example{example(t, "a", "a b", "|"), bad}, settrans.Train{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestNotFinite: weights that are no good are an error, not a label.
func TestNotFinite(t *testing.T) {
	for _, name := range []string{"present.weight", "cls.predictions.transform.LayerNorm.bias"} {
		m := model[float32](t, shape(settrans.PromptKP))
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
		if _, err := m.Label(nil, [][]int32{documents(t)[0].Source}); !errors.Is(err, settrans.ErrNotFinite) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWrites: pieces of a text are written, and of the others those that say something in their place.
func TestWrites(t *testing.T) {
	m := model[float32](t, shape(settrans.PromptKP))
	r := &reading[float32]{Model: m, texts: [][]int32{ids(t, "[CLS] a [SEP]")}}
	var may []string
	for id := range int32(len(vocabulary)) {
		if r.writes(0, id, text.Null) {
			may = append(may, vocabulary[id])
		}
	}
	want := "<null> <digit> [UNK] graph ##s cut ##ting of image net ##work neural deep learn ##ing a b c"
	if got := strings.Join(may, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
