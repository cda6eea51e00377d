package step

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

func example(id string, targets ...[]int32) schemas.Example {
	return schemas.Example{ID: id, Source: []int32{10, 11, 1, 12}, Extended: []int32{10, 11, 20, 12}, OOV: []string{"new"}, Targets: targets}
}

var (
	peos  = []int32{5}
	three = []schemas.Example{
		example("a", []int32{10, 11}, []int32{20}, peos, []int32{13}),
		example("b", []int32{12}, peos),
		example("c", peos),
	}
	wide = Objective{
		Slots: assign.Slots{Number: 8, Length: 4}, Steps: 2, Reassign: wr.Paper, Vocab: 20, Seed: 3,
		Scales: wr.Scales{Present: .2, Absent: .1, Adaptive: true},
	}
)

// An error about an example that cannot be trained on names the document.
func TestBatchRefuses(t *testing.T) {
	long := example("d", peos)
	long.Source, long.Extended = make([]int32, 3000), make([]int32, 3000)
	beyond := example("d", peos)
	beyond.Source[1] = 20
	negative := example("d", peos)
	negative.Extended[1] = -1
	none := schemas.Example{ID: "d", Targets: [][]int32{peos}}
	for want, e := range map[string]schemas.Example{
		"without the entry <peos>":                           example("d", []int32{10}),
		"id 21 is not in the vocabulary of 21 words":         example("d", []int32{21}, peos),
		"source: id 20 is not in the vocabulary of 20 words": beyond,
		"id -1 is not in the vocabulary of 21 words":         negative,
		"3000 tokens, want at most 2999":                     long,
		"has no tokens":                                      none,
	} {
		_, err := wide.Batch([]schemas.Example{three[0], e})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "d") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// Narrowed batches: document a has two present and one absent phrase, so every
// document of its batch has two present slots and one absent slot. In a batch of
// its own, document c has one slot of each half.
func TestNarrow(t *testing.T) {
	o := wide
	o.Narrow = true
	b, err := o.Batch(three)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(b.Fixed[1].Targets, b.Fixed[1].Present); got != "[[12 3] [6] [6]] 2" {
		t.Errorf("targets and present rows of b: %s", got)
	}
	if b, err = o.Batch(three[2:]); err != nil || fmt.Sprint(b.Fixed[0].Targets) != "[[6] [6]]" {
		t.Errorf("targets of c alone: %v, error %v", b.Fixed[0].Targets, err)
	}
}

func learner(t *testing.T, w *kernel.Workers) *Learner[float32] {
	t.Helper()
	m, err := slots.New[float32](slots.Config{
		Vocab: 20, Slots: 8, PhraseLen: 4, Width: 16, Heads: 2, FF: 32, EncoderLayers: 1, DecoderLayers: 1, Dropout: .1,
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &Learner[float32]{
		Objective: wide, Model: m, Workers: w,
		Adam: &op.Adam[float32]{LearningRate: .01, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1},
	}
}

// Twenty steps lower the loss, have the right counts, and do not depend on the
// number of threads.
func TestStep(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testStep(t, kernel.NewWorkers) })
	t.Run("bfloat16", func(t *testing.T) { testStep(t, kernel.NewBFloat16Workers) })
}

func testStep(t *testing.T, workers func(n int) *kernel.Workers) {
	var losses [2][]float64
	for i, threads := range []int{1, 3} {
		l := learner(t, workers(threads))
		b, err := l.Batch(three)
		if err != nil {
			t.Fatal(err)
		}
		for n := range int64(20) {
			seen, err := l.Step(b, n)
			if err != nil {
				t.Fatal(err)
			}
			losses[i] = append(losses[i], seen.Loss)
			if seen.Steps != 1 || seen.Documents != 3 || seen.Sources != 12 || seen.Slots != 24 || seen.Tokens < 24+2+1+1+1 {
				t.Fatalf("step %d has seen %+v", n, seen)
			}
			if seen.Lambda <= 1 || seen.Lambda > 3 || seen.Norm <= 0 {
				t.Fatalf("step %d: sum of λ_adp %g, norm %g", n, seen.Lambda, seen.Norm)
			}
		}
	}
	if fmt.Sprint(losses[0]) != fmt.Sprint(losses[1]) {
		t.Errorf("losses with one thread\n%v, with three\n%v", losses[0], losses[1])
	}
	if first, last := losses[0][0], losses[0][19]; last > first/2 {
		t.Errorf("loss %g at first, %g at last", first, last)
	}
}

// In bfloat16 the gradient of every tensor is close to that in float32; gradients of products differ from it.
func TestBFloat16Gradients(t *testing.T) {
	exact, rounded := learner(t, kernel.NewWorkers(2)), learner(t, kernel.NewBFloat16Workers(2))
	exact.Model.Dropout, rounded.Model.Dropout = 0, 0
	b, err := exact.Batch(three)
	if err != nil {
		t.Fatal(err)
	}
	all, err := exact.Assigned(b, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Learner[float32]{exact, rounded} {
		if _, err := l.Learn(b, all, 0); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range exact.Model.Params() {
		var apart, size float64
		for j, g := range p.Grads {
			d := float64(g - rounded.Model.Params()[i].Grads[j])
			apart, size = apart+d*d, size+float64(g)*float64(g)
		}
		apart, size = math.Sqrt(apart), math.Sqrt(size)
		t.Logf("%s: %g of %g", p.Name, apart, size)
		if apart > 0.03*size+1e-4 || apart == 0 && size > 0 {
			t.Errorf("%s: the gradient in bfloat16 is %g from one of size %g", p.Name, apart, size)
		}
	}
}

// The error names the first tensor that is not finite: a parameter; a layer's output if all parameters are finite; a
// probability if all outputs are; else a gradient.
func TestDiverged(t *testing.T) {
	huge := func(w []float32) {
		for i := range w {
			w[i] = 3e38
		}
	}
	for _, c := range []struct {
		name, parameter string
		spoil           func(w []float32)
		tensor          string
	}{
		{"not a number", "encoder.input_fc.bias", func(w []float32) { w[2] = float32(math.NaN()) }, "encoder.input_fc.bias, element 2 is NaN"},
		{"infinite", "decoder.output_fc.weight", func(w []float32) { w[3] = float32(math.Inf(-1)) }, "decoder.output_fc.weight, element 3 is -Inf"},
		{"an output", "encoder.layer_stacks.0.ffn.3.weight", huge, "the output enc.layer0, element"},
		{"a probability", "decoder.output_layer.weight", huge, "the probability of the target tokens"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for place, pass := range map[string]func(l *Learner[float32], b Batch) error{
				"step":       func(l *Learner[float32], b Batch) error { _, err := l.Step(b, 6); return err },
				"validation": func(l *Learner[float32], b Batch) error { _, err := l.Evaluate(b, 6); return err },
				"loss":       func(l *Learner[float32], b Batch) error { _, err := l.Learn(b, plain(b), 6); return err },
			} {
				l := learner(t, kernel.NewWorkers(1))
				b, err := l.Batch(three)
				if err != nil {
					t.Fatal(err)
				}
				c.spoil(param(t, l.Model, c.parameter).Weights)
				var d *DivergedError
				if err := pass(l, b); !errors.As(err, &d) || !strings.HasPrefix(d.Tensor, c.tensor) || !strings.Contains(err.Error(), c.tensor) {
					t.Errorf("%s: error %v, want one that names %s", place, err, c.tensor)
				}
			}
		})
	}
}

// A finite loss whose gradient is not finite.
func TestGradientDiverged(t *testing.T) {
	l := learner(t, kernel.NewWorkers(1))
	l.Scales = wr.Scales{Present: 2e36, Absent: 2e36}
	for name, by := range map[string]float32{"decoder.output_layer.weight": 1e6, "decoder.output_fc.weight": 1e-6, "decoder.output_fc.bias": 1e-6} {
		w := param(t, l.Model, name).Weights
		for i := range w {
			w[i] *= by
		}
	}
	b, err := l.Batch(three)
	if err != nil {
		t.Fatal(err)
	}
	var d *DivergedError
	if _, err := l.Learn(b, plain(b), 6); !errors.As(err, &d) || !strings.HasPrefix(d.What, "the norm of the gradient is ") || !strings.HasPrefix(d.Tensor, "the gradient of encoder.") {
		t.Errorf("error %v", err)
	}
}

// plain is the supervision of targets in gold order.
func plain(b Batch) (all []wr.Supervision) {
	for _, f := range b.Fixed {
		all = append(all, wr.Supervision{
			Targets: f.Targets, Present: f.Present, Kinds: make([]wr.Kind, len(f.Targets)),
		})
	}
	return all
}

func param(t *testing.T, m interface{ Params() []*op.Param[float32] }, name string) *op.Param[float32] {
	t.Helper()
	for _, p := range m.Params() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no parameter %s", name)
	return nil
}

func TestTally(t *testing.T) {
	a := Tally{Steps: 1, Documents: 2, Sources: 3, Tokens: 4, Slots: 5, Null: 6, Potential: 7, Masked: 8, OtherHalf: 9, Loss: 10, Lambda: 11, Norm: 12}
	sum := a
	sum.Add(a)
	want := Tally{2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24}
	if sum != want {
		t.Errorf("sum %+v, want %+v", sum, want)
	}
	if Share(1, 4) != .25 || Share(0, 0) != 0 {
		t.Error("Share")
	}
}
