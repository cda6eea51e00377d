package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/data/rows"
	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
	"wrone2set/train/internal/assign"
	"wrone2set/train/internal/batch"
	"wrone2set/train/internal/checkpoint"
	"wrone2set/train/internal/kpdrop"
	"wrone2set/train/internal/loop"
	"wrone2set/train/internal/schedule"
	"wrone2set/train/internal/step"
	"wrone2set/train/internal/wr"
)

// run is the stage on the CPU at hand.
func run(ctx context.Context, t *stages.Task, c Config) error {
	return runLacking(ctx, t, c, kernel.LackingBFloat16())
}

// runLacking is the stage on a CPU that lacks something for bfloat16, or nothing: open the data, make or load the model,
// train, write the model folder, fit the choice of phrases.
func runLacking(ctx context.Context, t *stages.Task, c Config, lacking string) (err error) {
	if err := c.checkPrecision(lacking); err != nil {
		return err
	}
	d, err := open(t.Input("data")[0], c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	if err := c.checkLength(d.train.Len()); err != nil {
		return err
	}
	t.Read(int64(d.train.Len() + d.valid.Len()))
	if d.valid.Len() == 0 {
		t.Log.Warn("there are no validation examples: the last parameters will be kept as the best")
	}
	model, err := newModel(t, c, d)
	if err != nil {
		return err
	}
	t.Log.Info("training", "documents", d.train.Len(), "validation", d.valid.Len(), "parameters", model.Size(),
		"vocabulary", d.vocabulary.Size(), "system", c.System, "network", c.Network, "reassign", c.Reassign, "weighting", c.Weighting, "kernels", kernel.Path(), "precision", c.Precision)
	r := newRun(t, c, d, model)
	r.Adam.Factors = c.factors(model)
	if err := survey(t, r); err != nil {
		return err
	}
	p := &progress{task: t, start: time.Now()}
	r.Report, r.Checked = p.report, p.checked
	state, err := r.Fit(ctx)
	p.done()
	if bad := (*step.DivergedError)(nil); errors.As(err, &bad) {
		return &stages.UsageError{Err: fmt.Errorf("%w; the settings lead there, try a lower --lr", err)}
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
	if err := narrow(t, c.choiceSettings); err != nil {
		return err
	}
	known, err := knownPhrases(ctx, t, c.choiceSettings, t.Input("init-from"))
	if err != nil {
		return err
	}
	return choosePhrases(ctx, t, c.choiceSettings, d, known)
}

// network is a network that is trained.
type network interface {
	step.Network[float32]
	Pretrained() int // of the Params, from the first, so many are a pretrained encoder's
	Size() int
}

// newModel makes the model with start values, or loads those of --init-from, or of --encoder.
func newModel(t *stages.Task, c Config, d data) (network, error) {
	encoder, from := t.Input("encoder"), t.Input("init-from")
	shape := c.network(d.vocabulary.Size())
	switch {
	case len(encoder) > 0:
		return encoded(t, c, encoder[0], shape, d)
	case len(from) > 0:
		base, err := readShape(filepath.Join(from[0].Dir, configFile))
		if err != nil {
			return nil, notModel(from[0], err)
		}
		if base.Pretrained() {
			base.Encoder.Vocab = shape.Vocab // start compares the words
			shape = shape.On(base.Encoder)
		}
	case d.vocabulary.Pieces() > 0:
		return nil, &stages.UsageError{Err: errors.New("the examples are of word pieces, which take a pretrained encoder: give --encoder, the folder that preprocess had")}
	}
	m, err := slots.New[float32](shape, c.Seed)
	if err != nil {
		return nil, &stages.UsageError{Err: err}
	}
	if len(from) > 0 {
		return m, start(t, m, from[0], d)
	}
	return m, nil
}

// network is the shape that the settings ask for.
func (c Config) network(vocab int) slots.Config {
	shape := slots.Config{
		Vocab: vocab, Slots: c.Slots, PhraseLen: c.PhraseLen, Width: c.DModel, Heads: c.Heads, FF: c.FF,
		EncoderLayers: c.Layers, DecoderLayers: c.Layers, Dropout: c.Dropout, System: c.system(), Network: c.made(), Tied: c.Tied,
	}
	if shape.Network == slots.GRU {
		shape.Heads, shape.FF, shape.DecoderLayers = 0, 0, 1
	}
	return shape
}

// newRun hands the settings to the loop.
func newRun(t *stages.Task, c Config, d data, model network) *loop.Training {
	workers := kernel.NewWorkers(t.Threads)
	steps := workers
	if c.Precision == bfloat16Precision {
		steps = kernel.NewBFloat16Workers(t.Threads)
	}
	own := step.Objective{
		System: c.system(), Slots: assign.Slots{Number: c.Slots, Length: c.PhraseLen, Copies: c.Copies}, Steps: c.AssignSteps, Reassign: wr.Reassignment(c.Reassign),
		Scales: wr.Scales{Present: c.LambdaPre, Absent: c.LambdaAbs, Adaptive: c.Weighting == switchOn},
		Narrow: batch.Order(c.Batching) == batch.ByCount, Seed: c.Seed, Vocab: d.vocabulary.Size(),
	}
	validation := own
	if c.Validate == releasedLoss {
		validation.Reassign, validation.Scales.Adaptive = wr.Released, true
	}
	return &loop.Training{
		Objective: own, Validation: validation, Order: batch.Order(c.Batching), BatchSize: c.BatchSize, Epochs: c.Epochs,
		Rules: schedule.Rules{Every: c.CheckEvery, FromEpoch: c.CheckFrom, Patience: c.Patience, Decay: c.Decay,
			Warmup: c.Warmup, Anneal: schedule.Anneal(c.Anneal)},
		Rate: c.LR, Seed: c.Seed, Drop: kpdrop.Drop{Share: c.KPDrop, Vocab: own.Vocab, Seed: c.Seed},
		LogEvery: c.LogEvery, SnapshotEvery: c.AssignmentsEvery, Snapshot: c.AssignmentsDocuments,
		Train: d.train, Valid: d.valid, Word: d.vocabulary.Word, Model: model, Workers: workers, Steps: steps,
		Adam:   &op.Adam[float32]{Workers: workers, Beta1: c.Beta1, Beta2: c.Beta2, Epsilon: c.Eps, Clip: c.Clip},
		Folder: checkpoints(t),
		Every:  c.CheckpointEvery, Interval: time.Duration(c.CheckpointMinutes * float64(time.Minute)), Now: time.Now,
	}
}

// checkpoints is the folder of checkpoints in the output.
func checkpoints(t *stages.Task) checkpoint.Folder {
	return checkpoint.Folder{Dir: filepath.Join(t.Dir(), "checkpoint"), Key: t.Key,
		Write:   func(name string, fill func(io.Writer) error) error { return t.Fill("checkpoint/"+name, fill) },
		Damaged: func(err error) { t.Log.Warn("a checkpoint cannot be used: " + err.Error()) }}
}

// publish writes the model folder of a run that has ended.
func publish(t *stages.Task, c Config, d data, r *loop.Training, state loop.State) error {
	err := errors.Join(
		t.Fill(configFile, r.Model.WriteConfig),
		t.Fill(modelFile, r.WriteBest),
		t.Fill(lastFile, r.Model.WriteTensors),
		t.Fill(vocabFile, copyOf(d.vocabPath)),
		rows.Save(t.Create, "train_log.parquet", rows.Table(schemas.TrainLogs), state.Log))
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
