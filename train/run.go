package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/checkpoint"
	"github.com/wrone2set/wrone2set/train/internal/kpdrop"
	"github.com/wrone2set/wrone2set/train/internal/loop"
	"github.com/wrone2set/wrone2set/train/internal/report"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/step"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// run runs the stage on this CPU.
func run(ctx context.Context, t *stages.Task, c Config) error {
	return runOn(ctx, t, c, kernel.LackingBFloat16())
}

// runOn runs the stage on a CPU that lacks the named feature for bfloat16, "" if it lacks none: it opens the data, makes or
// loads the model, trains, writes the model folder and fits the choice of phrases.
func runOn(ctx context.Context, t *stages.Task, c Config, lacking string) (err error) {
	if err := c.checkPrecision(lacking); err != nil {
		return err
	}
	d, err := open(t.Input("data")[0], c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	if err := errors.Join(c.checkLength(d.train.Len()), c.checkAssignments(d.train.Len())); err != nil {
		return err
	}
	t.Read(int64(d.train.Len() + d.valid.Len()))
	if d.valid.Len() == 0 {
		t.Log.Warn("there are no validation examples: the last parameters will be kept as the best")
	}
	m, err := newModel(t, c, d)
	if err != nil {
		return err
	}
	t.Log.Info("training", "documents", d.train.Len(), "validation", d.valid.Len(), "parameters", m.Size(),
		"vocabulary", d.vocabulary.Size(), "system", c.System, "network", c.Network, "reassign", c.Reassign, "weighting", c.Weighting, "kernels", kernel.Path(), "precision", c.Precision)
	r := newRun(t, c, d, m)
	r.Adam.Factors = c.factors(m)
	if err := survey(t, c, r); err != nil {
		return err
	}
	p := &progress{task: t, start: time.Now()}
	r.Report, r.Checked = p.report, p.checked
	state, err := r.Fit(ctx)
	p.done()
	if bad := (*step.DivergedError)(nil); errors.As(err, &bad) {
		return &stages.UsageError{Err: fmt.Errorf("%w; the same settings would diverge again: try a lower --lr", err)}
	}
	if err != nil {
		return err
	}
	t.Note("documents", d.train.Len())
	t.Note("steps", state.Step)
	t.Note("best_step", state.Best)
	if state.Schedule.Found {
		t.Note("best_validation_loss", state.Schedule.Best)
	}
	if err := publish(t, c, d, r, state); err != nil {
		return err
	}
	// Quantise before the choice is fitted: its probabilities must be those of the network that infer reads.
	if err := quantise(t, c.choiceSettings); err != nil || !c.system().Slots {
		return err
	}
	for _, from := range t.Input("init-from") {
		if err := keep(t, from, extractFile); err != nil {
			return err
		}
	}
	with, err := companions(ctx, t, c.choiceSettings, nil, t.Input("init-from"))
	if err != nil {
		return err
	}
	return choosePhrases(ctx, t, c.choiceSettings, d, with)
}

// newModel makes the model with start values, those of --init-from, those of --encoder, or with those of --embeddings.
func newModel(t *stages.Task, c Config, d data) (model.Network, error) {
	encoder, from := t.Input("encoder"), t.Input("init-from")
	switch {
	case len(encoder) > 0:
		return encoded(t, c, encoder[0], d)
	case len(from) > 0:
		return started(t, c, from[0], d)
	case d.vocabulary.Pieces() > 0:
		return nil, &stages.UsageError{Err: errors.New("the examples consist of word pieces, which need a pretrained encoder: give --encoder, the folder that preprocess read")}
	}
	m, err := c.made(c.network(d.vocabulary.Size()), d)
	if from := t.Input("embeddings"); err == nil && len(from) > 0 {
		err = embed(t, from[0], d, m)
	}
	return m, err
}

// made returns a network of that shape with start values.
func (c Config) made(shape slots.Config, d data) (model.Network, error) {
	m, err := model.New(model.Shape{Config: shape, Words: d.vocabulary, Steps: c.steps(d.train.Len()), Mask: d.vocabulary.ID(joint.MaskPiece)}, c.Seed)
	if err != nil {
		return nil, &stages.UsageError{Err: err}
	}
	return m, nil
}

// network returns the shape of the network that the settings ask for.
func (c Config) network(vocab int) slots.Config {
	shape := slots.Config{
		Vocab: vocab, Slots: c.Slots, PhraseLen: c.PhraseLen, Width: c.DModel, Heads: c.Heads, FF: c.FF,
		EncoderLayers: c.Layers, DecoderLayers: c.Layers, Dropout: c.Dropout, System: c.system().InConfig(), Network: c.body().InConfig(), Tied: c.Tied,
	}
	if !c.body().Heads {
		shape.Heads, shape.FF, shape.DecoderLayers = 0, 0, 1
	}
	return shape
}

// newRun returns the training loop that the settings ask for. Only its steps multiply in bfloat16; checks stay in float32.
func newRun(t *stages.Task, c Config, d data, m model.Network) *loop.Training {
	workers := kernel.NewWorkers(t.Threads)
	steps := workers
	if c.Precision == bfloat16Precision {
		steps = kernel.NewBFloat16Workers(t.Threads)
	}
	adam := &op.Adam[float32]{Workers: workers, Beta1: c.Beta1, Beta2: c.Beta2, Epsilon: c.Eps, Clip: c.Clip}
	training, validation := c.methods(m, adam, steps, d.vocabulary.Size())
	return &loop.Training{
		Method: training, Validation: validation, Order: batch.Order(c.Batching), BatchSize: c.BatchSize, Epochs: c.Epochs,
		Rules: schedule.Rules{Every: c.CheckEvery, FromEpoch: c.CheckFrom, Patience: c.Patience, Decay: c.Decay,
			Warmup: c.Warmup, Anneal: schedule.Anneal(c.Anneal)},
		Rate: c.LR, Seed: c.Seed, Drop: kpdrop.Drop{Share: c.KPDrop, Vocab: d.vocabulary.Size(), Seed: c.Seed},
		LogEvery: c.LogEvery, SnapshotEvery: c.AssignmentsEvery, Snapshot: c.AssignmentsDocuments,
		Train: d.train, Valid: d.valid, Word: d.vocabulary.Word, Model: m, Workers: workers, Adam: adam,
		Folder: checkpoints(t),
		Every:  c.CheckpointEvery, Interval: time.Duration(c.CheckpointMinutes * float64(time.Minute)), Now: time.Now,
	}
}

// methods returns how the network is trained and how it is checked: a network with slots for the objectives of the settings,
// any other for its fixed targets.
func (c Config) methods(n model.Network, adam *op.Adam[float32], w *kernel.Workers, vocab int) (training, validation step.Method) {
	if fixed, ok := n.(model.Baseline[float32]); ok {
		f := &step.Baseline[float32]{Model: fixed, Adam: adam, Workers: w, Vocab: vocab, Seed: c.Seed}
		return f, f
	}
	m, _ := model.Slots(n)
	own := step.Learner[float32]{Model: m, Adam: adam, Workers: w, Seed: c.Seed, Objective: step.Objective{
		Slots: assign.Slots{Number: c.Slots, Length: c.PhraseLen, Copies: c.Copies}, Steps: c.AssignSteps, Reassign: wr.Reassignment(c.Reassign),
		Scales: wr.Scales{Present: c.LambdaPre, Absent: c.LambdaAbs, Adaptive: c.Weighting == switchOn},
		Narrow: batch.Order(c.Batching) == batch.ByCount, Seed: c.Seed, Vocab: vocab,
	}}
	other := own
	if c.Validate == releasedLoss {
		other.Reassign, other.Scales.Adaptive = wr.Released, true
	}
	return &own, &other
}

// checkpoints returns the folder of checkpoints in the output.
func checkpoints(t *stages.Task) checkpoint.Folder {
	return checkpoint.Folder{Dir: filepath.Join(t.Dir(), "checkpoint"), Key: t.Key,
		Write:   func(name string, fill func(io.Writer) error) error { return t.Fill("checkpoint/"+name, fill) },
		Damaged: func(err error) { t.Log.Warn("a checkpoint cannot be used: " + err.Error()) }}
}

// publish writes the files of a run that has ended, except the choice and its phrases.
func publish(t *stages.Task, c Config, d data, r *loop.Training, state loop.State) error {
	err := errors.Join(
		model.Publish(t.Fill, r.Model.WriteConfig, r.WriteBest, model.Disk(filepath.Dir(d.vocabPath)).WriteWords(d.vocabulary.Size())),
		t.Fill(lastFile, r.Model.WriteTensors),
		rows.Save(t.Create, "train_log.parquet", rows.Table(schemas.TrainLogs), state.Log),
		t.Fill("report.html", func(w io.Writer) error { return report.Write(w, state.Log, state.Best) }))
	if c.AssignmentsEvery > 0 {
		err = errors.Join(err, rows.Save(t.Create, "assignments.parquet", rows.Table(schemas.Assignments), state.Assignments))
	}
	return err
}

func copyOf(path string) func(io.Writer) error {
	return func(w io.Writer) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	}
}
