package step

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// worked returns a network whose slots all have the same distribution at every position, so that whole steps can be worked
// by hand. The vocabulary's distribution gives .81 to ∅ and .01 to each of the other 19 words. The copy weights, whatever
// they are, sum to 1 on the only word of a document. gate is p_gen. The mixture therefore gives
//
//	∅     .81·gate
//	10    .01·gate + 1 − gate, the document's word
//	else  .01·gate
func worked(t *testing.T, gate float64) *slots.Model[float32] {
	t.Helper()
	m, err := slots.New[float32](workedShape(slots.Config{Slots: 8, PhraseLen: 4}), 1)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, m, gate)
	return m
}

func workedShape(c slots.Config) slots.Config {
	c.Vocab, c.Width, c.Heads, c.FF, c.EncoderLayers, c.DecoderLayers, c.Dropout = 20, 16, 2, 32, 1, 1, .5
	return c
}

// fill gives a network the weights of worked.
func fill(t *testing.T, m *slots.Model[float32], gate float64) {
	t.Helper()
	for _, name := range []string{"decoder.output_fc.weight", "decoder.output_fc.bias", "decoder.output_layer.weight", "decoder.p_gen_linear.weight"} {
		clear(param(t, m, name).Weights)
	}
	param(t, m, "decoder.output_fc.bias").Weights[0] = 1
	param(t, m, "decoder.output_layer.weight").Weights[6*16] = float32(math.Log(81))
	param(t, m, "decoder.p_gen_linear.bias").Weights[0] = float32(math.Log(gate / (1 - gate)))
}

// The gates of the worked cases: with quiet, slots predict ∅ and, with ∅ forbidden, 10; with loud they predict 10 anyway.
const (
	quiet = .75 // ∅ .6075, 10 .2575, else .0075
	loud  = .5  // ∅ .405,  10 .505,  else .005
)

func workedExample(targets ...[]int32) schemas.Example {
	return schemas.Example{ID: "w", Source: []int32{10, 10}, Extended: []int32{10, 10}, Targets: targets}
}

func workedObjective(r wr.Reassignment) Objective {
	return Objective{
		Slots: assign.Slots{Number: 8, Length: 4}, Steps: 2, Reassign: r, Vocab: 20, Seed: 5,
		Scales: wr.Scales{Present: .2, Absent: .1, Adaptive: true},
	}
}

// One document with eight slots: present 10 10 and 11, two ∅; absent 12, three ∅. The cases are the effect of each
// re-assignment on the ∅ slots, and the loss: −ln of the mixture, ∅ times its half's λ and λ_adp, over all target tokens.
func TestWorkedLoss(t *testing.T) {
	gold := [][]int32{{10, 10}, {11}, peos, {12}}
	nll := func(p float64) float64 { return -math.Log(p + 1e-8) }
	other := func(p float64) float64 { return nll(.01 * p) } // of a word that is neither ∅ nor 10
	var (
		phrases = func(g float64) float64 { return 2*nll(1-.99*g) + other(g) + 4*other(g) } // 10 10 </s>, 11 </s>, 12 </s>
		null    = func(g float64) float64 { return nll(.81 * g) }
		ten     = .2575 / .6075 // p(10)/p(∅) in quiet
		rest    = .0075 / .6075
	)
	change := func(r wr.Reassignment, f func(o *Objective)) Objective {
		o := workedObjective(r)
		f(&o)
		return o
	}
	same := func(*Objective) {}
	fixed := func(o *Objective) { o.Scales.Adaptive = false }
	for _, c := range []struct {
		name      string
		objective Objective
		gate      float64
		want      Tally
	}{
		{"SetTrans", change(wr.Off, fixed), quiet, Tally{
			Tokens: 7 + 5, Null: 5, Lambda: 1, Loss: phrases(quiet) + (2*.2+3*.1)*null(quiet)}},
		{"SetTrans without scales", change(wr.Off, func(o *Objective) { o.Scales = wr.Scales{Present: 1, Absent: 1} }), quiet, Tally{
			Tokens: 7 + 5, Null: 5, Lambda: 1, Loss: phrases(quiet) + 5*null(quiet)}},
		{"without re-assignment", change(wr.Off, same), quiet, Tally{
			Tokens: 7 + 5, Null: 5, Lambda: (ten + 2*rest) / 3, Loss: phrases(quiet) + (ten+2*rest)/3*(2*.2+3*.1)*null(quiet)}},
		{"fresh: the present ∅ take 10 10, the absent have it from the other half", change(wr.Paper, same), quiet, Tally{
			Tokens: 7 + 2*3 + 3, Potential: 2, Masked: 3, OtherHalf: 3, Lambda: (3*ten + 2*rest) / 5,
			Loss: phrases(quiet) + 2*(2*nll(.2575)+nll(.0075))}},
		{"without weighting", change(wr.Paper, fixed), quiet, Tally{
			Tokens: 7 + 2*3 + 3, Potential: 2, Masked: 3, OtherHalf: 3, Lambda: 1,
			Loss: phrases(quiet) + 2*(2*nll(.2575)+nll(.0075))}},
		{"said anyway: no ∅ slot is trained", change(wr.Paper, same), loud, Tally{
			Tokens: 7 + 5, Masked: 5, Lambda: (1 + 2*.005/.405) / 3, Loss: phrases(loud)}},
		// Released ignores vanilla predictions, but the slot of 10 10 owns it by its own non-∅ prediction.
		{"released: the slot of 10 10 owns", change(wr.Released, same), quiet, Tally{
			Tokens: 7 + 5, Masked: 5, OtherHalf: 3, Lambda: (ten + 2*rest) / 3, Loss: phrases(quiet)}},
		// In three steps the slots predict 10 10 10, which agrees with no target.
		{"K of 3", change(wr.Paper, func(o *Objective) { o.Steps = 3 }), quiet, Tally{
			Tokens: 7 + 5, Null: 5, Lambda: (ten + 2*rest) / 3, Loss: phrases(quiet) + (ten+2*rest)/3*(2*.2+3*.1)*null(quiet)}},
		// Two present and one absent row are left.
		{"narrow", change(wr.Off, func(o *Objective) { o.Narrow, o.Scales.Adaptive = true, false }), quiet, Tally{
			Tokens: 7, Slots: 3, Lambda: 1, Loss: phrases(quiet)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := Learner[float32]{Objective: c.objective, Model: worked(t, c.gate)}
			b, err := l.Batch([]schemas.Example{workedExample(gold...)})
			if err != nil {
				t.Fatal(err)
			}
			got, err := l.Evaluate(b, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			want.Steps, want.Documents, want.Sources = 1, 1, 2
			if want.Slots == 0 {
				want.Slots = 8
			}
			if relative(got.Loss, want.Loss) > 1e-5 || relative(got.Lambda, want.Lambda) > 1e-5 {
				t.Errorf("loss %g and λ_adp %g, want %g and %g", got.Loss, got.Lambda, want.Loss, want.Lambda)
			}
			got.Loss, got.Lambda = want.Loss, want.Lambda
			if got != want {
				t.Errorf("has seen\n%+v, want\n%+v", got, want)
			}
		})
	}
}

// In a document without keyphrases, a prediction of two <eos>, whose ids sum to the 6 of ∅, hits every ∅ slot. Then no slot
// is trained: the loss is 0, but all tokens count and λ_adp is 1.
func TestWorkedNothing(t *testing.T) {
	l := Learner[float32]{Objective: workedObjective(wr.Released), Model: worked(t, quiet)}
	b, err := l.Batch([]schemas.Example{{ID: "w", Source: []int32{3}, Extended: []int32{3}, Targets: [][]int32{peos}}})
	if err != nil {
		t.Fatal(err)
	}
	want := Tally{Steps: 1, Documents: 1, Sources: 1, Tokens: 8, Slots: 8, Masked: 8, Lambda: 1}
	if got, err := l.Evaluate(b, 0); err != nil || got != want {
		t.Errorf("has seen %+v, want %+v; error %v", got, want, err)
	}
}

// The draws of Rand-Assign are part of the byte promise: by slot, under the key (seed, 3, step, document).
func TestDrawsAreFixed(t *testing.T) {
	l, gold := Learner[float32]{Objective: workedObjective(wr.Random), Model: worked(t, quiet)}, [][]int32{{10, 10}, {11}, peos}
	e := workedExample(gold...)
	b, err := l.Batch([]schemas.Example{e, e, e})
	if err != nil {
		t.Fatal(err)
	}
	all, err := l.Assigned(b, 9)
	if err != nil {
		t.Fatal(err)
	}
	for d, s := range all {
		taken := 0
		for slot, kind := range s.Kinds {
			if kind != wr.Potential {
				continue
			}
			taken++
			want := append(slices.Clone(gold[random.Below(random.Key(5, 3, 9, uint64(d)), uint64(slot), 2)]), 3)
			if !slices.Equal(s.Targets[slot], want) {
				t.Errorf("document %d slot %d takes %v, want %v", d, slot, s.Targets[slot], want)
			}
		}
		if taken != 2 {
			t.Errorf("document %d: %d slots take a target, want 2", d, taken)
		}
	}
}

// workedFixed is worked for a system of one slot that is long enough for the sequence.
func workedFixed(t *testing.T, system string, length int) (*sequence.Model[float32], *Baseline[float32]) {
	t.Helper()
	c := slots.Config{System: system, Slots: 1, PhraseLen: length}
	m, err := sequence.New[float32](workedShape(c), 1)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, m.Model, loud)
	return m, &Baseline[float32]{Model: m, Vocab: 20, Adam: &op.Adam[float32]{LearningRate: 1, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1}}
}

// The loss of one sequence per document, and of separate keyphrases: −ln of the mixture over all their tokens. The second
// document has no pairs, and in a sequence only <peos> <eos>.
func TestWorkedFixed(t *testing.T) {
	gold := [][]int32{{10, 10}, {11}, peos, {12, 10, 13}}
	ten, other := -math.Log(.505+1e-8), -math.Log(.005+1e-8)
	none := workedExample(peos)
	for _, c := range []struct {
		name   string
		system string
		length int
		want   Tally
		left   int
	}{
		{"sequence", sequence.CatSeq, 10, // 10 10 <sep> 11 <peos> 12 10 13 <eos>, <peos> <eos>
			Tally{Tokens: 9 + 2, Slots: 2, Loss: 3*ten + 6*other + 2*other}, 0},
		{"sequence cut", sequence.CatSeq, 8, // 10 10 <sep> 11 <peos> <eos>
			Tally{Tokens: 6 + 2, Slots: 2, Loss: 2*ten + 4*other + 2*other}, 1},
		{"pairs", sequence.One2One, 6, // 10 10 <eos>, 11 <eos>, 12 10 13 <eos>
			Tally{Tokens: 3 + 2 + 4, Slots: 3, Loss: 3*ten + 6*other}, 0},
		{"short pairs", sequence.One2One, 3, Tally{Tokens: 3 + 2, Slots: 2, Loss: 2*ten + 3*other}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, f := workedFixed(t, c.system, c.length)
			b, err := f.Batch([]schemas.Example{workedExample(gold...), none})
			if err != nil || b.Left != c.left || b.Targets != int(c.want.Slots) {
				t.Fatalf("%d targets, %d keyphrases left out, want %d; error %v", b.Targets, b.Left, c.left, err)
			}
			got, err := f.Evaluate(b, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			want.Steps, want.Documents, want.Sources, want.Lambda = 1, 2, 4, 2
			if relative(got.Loss, want.Loss) > 1e-5 {
				t.Errorf("loss %g, want %g", got.Loss, want.Loss)
			}
			if got.Loss = want.Loss; got != want {
				t.Errorf("has seen\n%+v, want\n%+v", got, want)
			}
		})
	}
}

// A batch without a pair trains nothing, without an error.
func TestWorkedNoPair(t *testing.T) {
	m, f := workedFixed(t, sequence.One2One, 6)
	b, err := f.Batch([]schemas.Example{workedExample(peos)})
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(param(t, m, "decoder.output_layer.weight").Weights)
	got, err := f.Step(b, 0)
	if want := (Tally{Steps: 1, Documents: 1, Sources: 2, Lambda: 1}); err != nil || got != want {
		t.Errorf("has seen %+v, want %+v; error %v", got, want, err)
	}
	if !slices.Equal(before, param(t, m, "decoder.output_layer.weight").Weights) {
		t.Error("a parameter has moved")
	}
}

// The error names the tensor that is not finite: a parameter, or a layer's output if all parameters are finite.
func TestFixedDiverged(t *testing.T) {
	for parameter, c := range map[string]struct {
		by   float32
		want string
	}{
		"encoder.input_fc.bias":               {float32(math.NaN()), "encoder.input_fc.bias, element 2 is NaN"},
		"encoder.layer_stacks.0.ffn.3.weight": {3e38, "the output enc."},
	} {
		m, f := workedFixed(t, sequence.CatSeq, 10)
		b, err := f.Batch([]schemas.Example{workedExample([]int32{10}, peos)})
		if err != nil {
			t.Fatal(err)
		}
		w := param(t, m, parameter).Weights
		if w[2] = c.by; c.by > 1 {
			for i := range w {
				w[i] = c.by
			}
		}
		var d *DivergedError
		if _, err := f.Step(b, 0); !errors.As(err, &d) || !strings.HasPrefix(d.Tensor, c.want) {
			t.Errorf("%s: error %v, want one that names %s", parameter, err, c.want)
		}
	}
}
