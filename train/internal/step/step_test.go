package step

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"wrone2set/schemas"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
	"wrone2set/stages/nn/settrans"
	"wrone2set/train/internal/assign"
	"wrone2set/train/internal/wr"
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
		Slots: assign.Slots{Number: 8, Length: 4}, Steps: 2, Reassign: wr.Paper, Vocab: 20,
		Scales: wr.Scales{Present: .2, Absent: .1, Adaptive: true},
	}
)

func TestBatch(t *testing.T) {
	b, err := wide.Batch(three)
	if err != nil {
		t.Fatal(err)
	}
	if b.Tokens() != 12 || len(b.Fixed[2].Targets) != 8 || fmt.Sprint(b.IDs) != "[a b c]" {
		t.Errorf("batch %+v", b)
	}
}

// An example that cannot be trained on is named.
func TestBatchRefuses(t *testing.T) {
	long := example("d", peos)
	long.Source, long.Extended = make([]int32, 3000), make([]int32, 3000)
	beyond := example("d", peos)
	beyond.Source[1] = 20
	negative := example("d", peos)
	negative.Extended[1] = -1
	none := schemas.Example{ID: "d", Targets: [][]int32{peos}}
	for want, e := range map[string]schemas.Example{
		"without the entry <peos>":      example("d", []int32{10}),
		"id 21, 21 words are known":     example("d", []int32{21}, peos),
		"source: id 20, 20 words":       beyond,
		"id -1, 21 words":               negative,
		"3000 tokens, at most 2999 are": long,
		"has no tokens":                 none,
	} {
		_, err := wide.Batch([]schemas.Example{three[0], e})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "d") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// By number of targets: document a has two present and one absent phrase, so
// two present and one absent slot are left to every document of the batch;
// alone, document c keeps one slot of each half.
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

func learner(t *testing.T, threads int) *Learner[float32] {
	t.Helper()
	m, err := settrans.New[float32](settrans.Config{
		Vocab: 20, Slots: 8, PhraseLen: 4, Width: 16, Heads: 2, FF: 32, EncoderLayers: 1, DecoderLayers: 1, Dropout: .1,
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &Learner[float32]{
		Objective: wide, Model: m, Workers: kernel.NewWorkers(threads), Seed: 3,
		Adam: &op.Adam[float32]{LearningRate: .01, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1},
	}
}

// Twenty steps lower the loss, count what there is, and do not depend on the
// number of threads.
func TestStep(t *testing.T) {
	var losses [2][]float64
	for i, threads := range []int{1, 3} {
		l := learner(t, threads)
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

// A parameter that is no number is named, with the step.
func TestBadParameter(t *testing.T) {
	l := learner(t, 1)
	b, err := l.Batch(three)
	if err != nil {
		t.Fatal(err)
	}
	bad := l.Model.Params()[3]
	bad.Weights[2] = float32(math.NaN())
	_, err = l.Step(b, 6)
	if err == nil || !strings.Contains(err.Error(), "step 7") || !strings.Contains(err.Error(), bad.Name+", element 2 is NaN") {
		t.Errorf("error %v, want one that names step 7 and %s", err, bad.Name)
	}
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
