package slots

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// The reference numbers ("the kit") were written by the authors' PyTorch code (DeepLearnXMU/WR-One2Set at 3c51e40, with
// helpers of jiacheng-ye/kg_one2set at acad0f1): a small model, a batch of four documents, and the results of each step of
// training and prediction. testdata holds part of one seed. The tests also use the whole kit if it is there.

// seed is one folder of reference numbers.
type seed struct{ name, dir string }

// seeds returns the seeds of testdata and, without -short, those of the kit.
func seeds(t *testing.T) []seed {
	t.Helper()
	var out []seed
	own, err := filepath.Glob(filepath.Join("testdata", "seed*"))
	if err != nil || len(own) == 0 {
		t.Fatalf("no reference numbers in testdata (%v)", err)
	}
	for _, dir := range own {
		out = append(out, seed{"own/" + filepath.Base(dir), dir})
	}
	if !parity.Found(t) || testing.Short() {
		return out
	}
	for _, dir := range parity.Files(t, "model/seed*") {
		out = append(out, seed{filepath.Base(dir), dir})
	}
	return out
}

// cases runs f for every file that a pattern names in the folder of a seed, with the folder c in which it is there. Without any, it
// skips the test, or fails it if the kit is there and has none either.
func cases(t *testing.T, pattern string, f func(t *testing.T, s seed, c string)) {
	t.Helper()
	found := false
	for _, s := range seeds(t) {
		paths, err := filepath.Glob(filepath.Join(s.dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			c, err := filepath.Rel(s.dir, filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			found = true
			t.Run(filepath.Join(s.name, c), func(t *testing.T) { f(t, s, c) })
		}
	}
	switch {
	case found:
	case parity.Found(t) && !testing.Short():
		t.Fatalf("no reference numbers %s in testdata or the kit", pattern)
	default:
		t.Skipf("no reference numbers %s in testdata: set %s to the folder of the kit", pattern, parity.Variable)
	}
}

func (s seed) has(file string) bool {
	_, err := os.Stat(filepath.Join(s.dir, file))
	return err == nil
}

func (s seed) json(t *testing.T, file string, v any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(s.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
}

// tensors holds the arrays of a file, all as float64.
type tensors map[string]array

type array struct {
	shape []int
	x     []float64
}

// at returns the element at the given indices.
func (a array) at(i ...int) float64 { return a.x[a.index(i...)] }

// row returns the innermost slice at the given indices.
func (a array) row(i ...int) []float64 {
	n := a.shape[len(a.shape)-1]
	at := a.index(append(i, 0)...)
	return a.x[at : at+n]
}

func (a array) index(i ...int) int {
	if len(i) != len(a.shape) {
		panic(fmt.Sprintf("index %v of shape %v", i, a.shape))
	}
	at := 0
	for k, n := range a.shape {
		at = at*n + i[k]
	}
	return at
}

func (s seed) tensors(t *testing.T, file string) tensors {
	t.Helper()
	f, err := schemas.OpenTensors(filepath.Join(s.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := tensors{}
	for _, name := range f.Names() {
		x, err := f.Tensor(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = array{x.Shape, numbers(x.Data)}
	}
	return out
}

// rate returns the dropout rate at which a file of masks was recorded.
func (s seed) rate(t *testing.T, file string) float64 {
	t.Helper()
	f, err := schemas.OpenTensors(filepath.Join(s.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, _ := f.Metadata("p")
	p, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("%s: dropout rate: %v", file, err)
	}
	return p
}

func numbers(data any) []float64 {
	switch x := data.(type) {
	case []float32:
		return widen(x)
	case []float64:
		return x
	case []int64:
		return widen(x)
	case []uint8:
		return widen(x)
	}
	panic(fmt.Sprintf("%T", data))
}

func widen[N float32 | float64 | int64 | uint8](x []N) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// summary is the part of summary.json that the tests need.
type summary struct {
	Config struct {
		Vocab   int     `json:"vocab_size"`
		Enc     int     `json:"enc_layers"`
		Dec     int     `json:"dec_layers"`
		Width   int     `json:"d_model"`
		Heads   int     `json:"n_head"`
		FF      int     `json:"dim_ff"`
		L       int     `json:"max_kp_len"`
		N       int     `json:"max_kp_num"`
		Present float64 `json:"loss_scale_pre"`
		Absent  float64 `json:"loss_scale_ab"`
	} `json:"config"`
}

func (s seed) summary(t *testing.T) summary {
	t.Helper()
	var v summary
	s.json(t, "summary.json", &v)
	return v
}

func (v summary) config() Config {
	c := v.Config
	return Config{Vocab: c.Vocab, Slots: c.N, PhraseLen: c.L, Width: c.Width, Heads: c.Heads, FF: c.FF,
		EncoderLayers: c.Enc, DecoderLayers: c.Dec}
}

// model returns the reference model before training.
func model[T kernel.Float](t *testing.T, s seed) *Model[T] {
	t.Helper()
	m, _, err := build[T](s.summary(t).config())
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ReadTensors(filepath.Join(s.dir, "params.safetensors")); err != nil {
		t.Fatal(err)
	}
	m.complete()
	return m
}

// docs packs a padded batch: arrays src and src_oov, padded with 0.
func docs(c Config, batch tensors) Docs {
	src, ext := batch["src"], batch["src_oov"]
	d := Docs{Offsets: []int32{0}}
	for b := range src.shape[0] {
		own := int32(0)
		for i, id := range src.row(b) {
			if id == 0 {
				break
			}
			e := int32(ext.at(b, i))
			d.Source, d.Extended = append(d.Source, int32(id)), append(d.Extended, e)
			own = max(own, e-int32(c.Vocab)+1)
		}
		d.Offsets, d.OOV = append(d.Offsets, int32(len(d.Source))), append(d.OOV, own)
	}
	return d
}

// place is the position of a packed row in the padded arrays.
type place struct{ b, n, t int }

// supervision holds the targets of all slots and their constant loss weights.
type supervision struct {
	targets []Target
	places  []place // one per row
	weights []float64
	norm    float64
}

// supervise packs targets [B][N][L] with slot weights and λ (nil: all 1). The weight of ∅ includes the scale of the slot's
// half and λ.
func supervise(target [][][]int32, slot [][]float64, lambda []float64, scales [2]float64) supervision {
	var s supervision
	for b := range target {
		for n, y := range target[b] {
			g := Target{Doc: b, Slot: n}
			for t, id := range y {
				if id == 0 {
					break
				}
				w := 1.0
				if slot != nil {
					w = slot[b][n]
				}
				if id == text.Null {
					w *= scales[2*n/len(target[b])]
					if lambda != nil {
						w *= lambda[b]
					}
				}
				g.Tokens = append(g.Tokens, id)
				s.places, s.weights = append(s.places, place{b, n, t}), append(s.weights, w)
				s.norm++
			}
			s.targets = append(s.targets, g)
		}
	}
	return s
}

// supervision returns that of a case, from its loss file.
func (s seed) supervision(t *testing.T, c string, loss tensors) supervision {
	t.Helper()
	v := s.summary(t).Config
	scales := [2]float64{v.Present, v.Absent}
	if len(c) > 8 && c[len(c)-8:] == "_noscale" {
		scales = [2]float64{1, 1}
	}
	y := loss["target"]
	target := make([][][]int32, y.shape[0])
	for b := range target {
		for n := range y.shape[1] {
			var ids []int32
			for _, id := range y.row(b, n) {
				ids = append(ids, int32(id))
			}
			target[b] = append(target[b], ids)
		}
	}
	var slot [][]float64
	if w, ok := loss["slot_weight"]; ok {
		for b := range target {
			slot = append(slot, w.row(b))
		}
	}
	return supervise(target, slot, loss["lambda_adp"].x, scales)
}

// weigh returns the constant weights.
func weigh[T kernel.Float](s supervision) weigher[T] {
	return func(p, _ []T) []T {
		w := make([]T, len(p))
		for i := range w {
			w[i] = T(s.weights[i])
		}
		return w
	}
}

// weigher returns the weights of a loss, given what a pass has computed.
type weigher[T kernel.Float] func(p, null []T) []T

// learned is a training pass and its loss.
type learned[T kernel.Float] struct {
	P, Null, Weights []T
	Sum, Loss        T
}

// learn makes a training pass and its gradient.
func learn[T kernel.Float](m *Model[T], w *kernel.Workers, docs Docs, targets []Target, weigh weigher[T], norm T, t Train) (r learned[T], err error) {
	p, err := m.Predict(w, docs, targets, t)
	if err != nil {
		return r, err
	}
	r.P, r.Null = p.P, p.Null
	if weigh != nil {
		r.Weights = weigh(p.P, p.Null)
	}
	r.Sum, err = p.Learn(tape.Differentiate[T], r.Weights, norm)
	r.Loss = r.Sum / norm
	return r, err
}
