package loop

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/checkpoint"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/step"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// setNetwork is the network that a run trains.
func setNetwork(r *Training) *slots.Model[float32] { return r.Model.(*slots.Model[float32]) }

const words = 20 // of the vocabulary; 7 is the first ordinary word

// document has one source word, repeated, and targets.
func document(id string, word int32, times int, targets ...[]int32) schemas.Example {
	source := slices.Repeat([]int32{word}, times)
	return schemas.Example{ID: id, Source: source, Extended: source, Targets: targets}
}

var peos = []int32{5}

// files writes the documents to a file of examples.
func files(t *testing.T, documents []schemas.Example) *example.Files {
	t.Helper()
	if len(documents) == 0 {
		return &example.Files{}
	}
	path := filepath.Join(t.TempDir(), "examples.arrow")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := schemas.NewExampleWriter(f, schemas.ExampleHeader{VocabSize: words, VocabDigest: "d"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range documents {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := example.Open([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// training is a run of SetTrans on a network of a few hundred numbers, with one document per step and a check after every
// epoch except after the first two steps.
func training(t *testing.T, train, valid []schemas.Example) (r *Training, reports *[]Status) {
	t.Helper()
	m, err := slots.New[float32](slots.Config{
		Vocab: words, Slots: 4, PhraseLen: 4, Width: 8, Heads: 2, FF: 8, EncoderLayers: 1, DecoderLayers: 1,
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	o := step.Objective{
		Slots: assign.Slots{Number: 4, Length: 4}, Steps: 2, Reassign: wr.Off, Vocab: words, Seed: 4,
		Scales: wr.Scales{Present: .2, Absent: .1},
	}
	reports = new([]Status)
	adam := &op.Adam[float32]{Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1}
	own := step.Learner[float32]{Objective: o, Model: m, Adam: adam}
	validation := own
	return &Training{
		Method: &own, Validation: &validation, Order: batch.Shuffle, BatchSize: 1, Epochs: 3,
		Rules: schedule.Rules{Every: schedule.EachEpoch, FromEpoch: 1, Patience: 100, Decay: .5}, Rate: .01, Seed: 4,
		LogEvery: 1 << 40, Train: files(t, train), Valid: files(t, valid), Model: m,
		Word:   func(id int32) string { return fmt.Sprint("w", id) },
		Adam:   adam,
		Folder: folder(t.TempDir()), Now: time.Now,
		Report: func(s Status) { *reports = append(*reports, s) },
	}, reports
}

// folder keeps checkpoints in dir.
func folder(dir string) checkpoint.Folder {
	return checkpoint.Folder{Dir: dir, Key: "k", Write: func(name string, fill func(io.Writer) error) error {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		return errors.Join(fill(f), f.Close())
	}}
}

// objective is that of a method.
func objective(m step.Method) *step.Objective { return &m.(*step.Learner[float32]).Objective }

func fit(t *testing.T, r *Training) State {
	t.Helper()
	s, err := r.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each epoch has the order of the plan; the number of tokens of a step shows which document it had.
func TestOrder(t *testing.T) {
	var train []schemas.Example
	for i := range 7 {
		train = append(train, document(fmt.Sprint(i), 8, i+1, peos))
	}
	r, reports := training(t, train, nil)
	fit(t, r)
	plan := batch.Plan{Order: batch.Shuffle, Documents: 7, Size: 1, Seed: 4}
	var orders []string
	for epoch := range 3 {
		var want, got []int
		for _, b := range plan.Epoch(epoch + 1) {
			want = append(want, b[0])
		}
		for i, s := range (*reports)[epoch*7:][:7] {
			got = append(got, int(s.Tokens)-4-1) // four ∅, and document i has i+1 words
			if s.Epoch != epoch+1 || s.Step != int64(epoch*7+i+1) || s.Steps != 21 {
				t.Errorf("reported epoch %d, step %d of %d", s.Epoch, s.Step, s.Steps)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("epoch %d has the order %v, want %v", epoch+1, got, want)
		}
		orders = append(orders, fmt.Sprint(got))
	}
	if orders[0] == orders[1] || orders[0] == orders[2] || orders[1] == orders[2] {
		t.Errorf("epochs have the orders %v", orders)
	}
}

// Batches by number of targets need few ∅: documents with one target share a batch of one present and one absent row,
// and so do those with two. In file order every batch would have two of each half.
func TestByCount(t *testing.T) {
	var train []schemas.Example
	for i := range 8 {
		targets := [][]int32{{9}, peos}
		if i%2 == 1 {
			targets = [][]int32{{9}, {10}, peos}
		}
		train = append(train, document(fmt.Sprint(i), 8, 1, targets...))
	}
	r, reports := training(t, train, train)
	r.Order, r.BatchSize, r.Epochs = batch.ByCount, 2, 1
	objective(r.Method).Narrow, objective(r.Validation).Narrow = true, true
	s := fit(t, r)
	var tokens []int64
	for _, s := range *reports {
		tokens = append(tokens, s.Tokens)
	}
	slices.Sort(tokens)
	// Two documents of a source word: the phrase of two tokens and an absent ∅, or two phrases and an absent ∅.
	if want := []int64{2 * (1 + 3), 2 * (1 + 3), 2 * (1 + 5), 2 * (1 + 5)}; !slices.Equal(tokens, want) {
		t.Errorf("steps had %v tokens, want %v", tokens, want)
	}
	if l := s.Log[len(s.Log)-1]; l.Split != "valid" || l.TargetTokens != 4*3+4*5 {
		t.Errorf("validation had %d target tokens, want %d", l.TargetTokens, 4*3+4*5)
	}
}

// Dropout follows the seed of the run and the step; there is only one document, so nothing else can.
func TestDropoutSeed(t *testing.T) {
	losses := func(seed uint64) (l []float64) {
		r, reports := training(t, []schemas.Example{document("d", 8, 3, []int32{9}, peos)}, nil)
		setNetwork(r).Dropout, objective(r.Method).Seed, r.Rate = .5, seed, 0
		fit(t, r)
		for _, s := range *reports {
			l = append(l, s.Loss)
		}
		return l
	}
	a, b := losses(1), losses(2)
	if !slices.Equal(a, losses(1)) {
		t.Error("one seed, two runs")
	}
	for i := range a {
		if a[i] == b[i] {
			t.Errorf("step %d: two seeds drop the same", i+1)
		}
	}
	if a[0] == a[1] || a[1] == a[2] {
		t.Errorf("steps drop the same: losses %v", a)
	}
}

// contrary is a run that unlearns: validation expects another phrase for the document than training teaches. An epoch has
// three steps.
func contrary(t *testing.T) (r *Training, reports *[]Status) {
	teach := document("d", 8, 2, []int32{9, 10}, peos)
	return training(t, []schemas.Example{teach, teach, teach}, []schemas.Example{document("v", 8, 2, []int32{11, 12}, peos)})
}

// Checks begin with the epoch in the rules, and the run ends when the patience is exhausted.
func TestChecks(t *testing.T) {
	r, _ := contrary(t)
	r.Epochs, r.Rules.FromEpoch, r.Rules.Every = 4, 3, 2
	var steps []int64
	for _, l := range validLines(fit(t, r)) {
		steps = append(steps, l.Step)
	}
	// The steps 6, 8 and 10, counted from 0, and the end.
	if !slices.Equal(steps, []int64{7, 9, 11, 12}) {
		t.Errorf("checked after steps %v, want 7, 9, 11, 12", steps)
	}
	r, reports := contrary(t)
	r.Epochs, r.Rate, r.Rules.Patience = 9, 0, 2
	s := fit(t, r)
	if len(*reports) != 9 || s.Step != 9 || !s.Over || !s.Finished || s.Best != 3 || s.Schedule.Bad != 2 {
		t.Errorf("%d steps, then %+v; want 9: one check that improves and two that do not", len(*reports), s)
	}
	for i, s := range *reports {
		if s.Found != (i >= 3) {
			t.Errorf("step %d: a best loss is reported: %v", i+1, s.Found)
		}
	}
}

func validLines(s State) (lines []schemas.TrainLog) {
	for _, l := range s.Log {
		if l.Split == "valid" {
			lines = append(lines, l)
		}
	}
	return lines
}

func parametersOf(m step.Network[float32]) (all []float32) {
	for _, p := range m.Params() {
		all = append(all, p.Weights...)
	}
	return all
}

// The validation loss covers all target tokens of all batches, by the objective of validation, without dropout. Documents
// do not depend on each other, so each is evaluated alone here and summed.
func TestValidationLoss(t *testing.T) {
	valid := []schemas.Example{
		document("a", 8, 3, []int32{9}, peos, []int32{9, 10, 11}),
		document("b", 9, 1, peos),
		document("c", 10, 5, []int32{10, 10}, []int32{9}, peos, []int32{12}),
		document("d", 11, 2, []int32{11, 11, 11}, peos),
		document("e", 12, 2, []int32{7, 11, 8}, []int32{8}, peos, []int32{9, 9, 9}, []int32{10, 7}),
	}
	r, _ := training(t, []schemas.Example{document("t", 8, 1, peos)}, valid)
	objective(r.Validation).Scales = wr.Scales{Present: .7, Absent: .4, Adaptive: true}
	setNetwork(r).Dropout, r.Rate, r.BatchSize, r.Epochs = .3, 0, 2, 1 // the parameters stay
	s := fit(t, r)
	total := func(o step.Method) (sum step.Tally) {
		for _, e := range valid {
			b, err := o.Batch([]schemas.Example{e})
			if err != nil {
				t.Fatal(err)
			}
			one, err := o.Evaluate(b, 0)
			if err != nil {
				t.Fatal(err)
			}
			sum.Add(one)
		}
		return sum
	}
	want, other := total(r.Validation), total(r.Method)
	loss := want.Loss / float64(want.Tokens)
	if d := math.Abs(other.Loss/float64(other.Tokens) - loss); d < .01 {
		t.Fatalf("the objectives differ by %g: the case tests nothing", d)
	}
	lines := validLines(s)
	if len(lines) != 1 || math.Abs(lines[0].Loss-loss) > 1e-5 || math.Abs(s.Schedule.Best-loss) > 1e-5 {
		t.Errorf("validation lines %+v and best %g, want one of loss %g", lines, s.Schedule.Best, loss)
	}
	if l := lines[0]; l.SourceTokens != 13 || l.TargetTokens != 8+4+8+7+13 {
		t.Errorf("the line counts %d source and %d target tokens", l.SourceTokens, l.TargetTokens)
	}
	if l := lines[0]; math.Abs(l.LambdaAdp-want.Lambda/5) > 1e-5 || !math.IsNaN(l.GradNorm) || math.Abs(l.NullShare-step.Share(want.Null, 20)) > 1e-9 {
		t.Errorf("the line %+v, want λ_adp %g and %d of 20 slots ∅", l, want.Lambda/5, want.Null)
	}
}

// A line of the training log is the mean over the steps since the last line: loss and λ_adp per token and document, the
// norm per step.
func TestTrainingLog(t *testing.T) {
	r, reports := training(t, []schemas.Example{
		document("a", 8, 2, []int32{9}, peos), document("b", 8, 2, []int32{10}, peos), document("c", 8, 2, []int32{11}, peos)}, nil)
	r.LogEvery, r.Epochs = 2, 2
	var norms []float64
	report := r.Report
	r.Report = func(s Status) { norms = append(norms, r.Adam.Norm); report(s) }
	s := fit(t, r)
	steps := []int64{}
	for i, l := range s.Log {
		steps = append(steps, l.Step)
		from := []int{0, 2, 3, 4}[i]
		n := float64(int(l.Step) - from)
		var loss, norm float64
		for k := from; k < int(l.Step); k++ {
			loss, norm = loss+(*reports)[k].Loss/n, norm+norms[k]/n
		}
		if math.Abs(l.Loss-loss) > 1e-9 || math.Abs(l.GradNorm-norm) > 1e-9 || l.Split != "train" || l.LambdaAdp != 1 || l.NullShare != .75 {
			t.Errorf("line %+v, want loss %g, norm %g, λ_adp 1, three of four slots ∅", l, loss, norm)
		}
		if l.SourceTokens != int64(2*n) || l.TargetTokens != int64(5*n) || l.Epoch != []int32{1, 1, 2, 2}[i] {
			t.Errorf("line %+v of %g steps with 2 source and 5 target tokens each", l, n)
		}
	}
	// Every second step; and before each check, at the end of an epoch.
	if !slices.Equal(steps, []int64{2, 3, 4, 6}) {
		t.Errorf("lines after steps %v, want 2, 3, 4, 6", steps)
	}
}
