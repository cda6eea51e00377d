package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/checkpoint"
	"github.com/wrone2set/wrone2set/train/internal/choice"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/kpdrop"
	"github.com/wrone2set/wrone2set/train/internal/loop"
	"github.com/wrone2set/wrone2set/train/internal/report"
	"github.com/wrone2set/wrone2set/train/internal/setting"
	"github.com/wrone2set/wrone2set/train/internal/start"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// run runs the stage on this CPU.
func run(ctx context.Context, t *stages.Task, c setting.Config) error {
	return runOn(ctx, t, c, kernel.LackingBFloat16())
}

// runOn runs the stage on a CPU that lacks the named feature for bfloat16, "" if it lacks none: it opens the data, makes or
// loads the model, trains, writes the model folder and fits the choice of phrases.
func runOn(ctx context.Context, t *stages.Task, c setting.Config, lacking string) (err error) {
	if err := c.CheckPrecision(lacking); err != nil {
		return err
	}
	d, err := example.OpenData(t.Input("data")[0], c.VocabSize)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := c.CheckDocuments(d.Train.Len()); err != nil {
		return err
	}
	t.Read(int64(d.Train.Len() + d.Valid.Len()))
	if d.Valid.Len() == 0 {
		t.Log.Warn("there are no validation examples: the last parameters will be kept as the best")
	}
	m, err := start.Network(t, c, d)
	if err != nil {
		return err
	}
	t.Log.Info("training", "documents", d.Train.Len(), "validation", d.Valid.Len(), "parameters", m.Size(),
		"vocabulary", d.Vocabulary.Size(), "system", c.System, "network", c.Network, "reassign", c.Reassign, "weighting", c.Weighting, "kernels", kernel.Path(), "precision", c.Precision)
	r := newRun(t, c, d, m)
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
	t.Note("documents", d.Train.Len())
	t.Note("steps", state.Step)
	t.Note("best_step", state.Best)
	if state.Schedule.Found {
		t.Note("best_validation_loss", state.Schedule.Best)
	}
	if err := publish(t, c, d, r, state); err != nil || !c.Trained().Slots {
		return err
	}
	return fitChoice(ctx, t, c, d)
}

// newRun returns the training loop that the settings ask for: a network with slots is trained for the objectives of the settings,
// any other for its fixed targets. Only the steps multiply in bfloat16; checks stay in float32.
func newRun(t *stages.Task, c setting.Config, d example.Data, m model.Network) *loop.Training {
	workers, vocab := kernel.NewWorkers(t.Threads), d.Vocabulary.Size()
	steps := workers
	if c.HalfProducts() {
		steps = kernel.NewBFloat16Workers(t.Threads)
	}
	r := &loop.Training{
		Order: batch.Order(c.Batching), BatchSize: c.BatchSize, Epochs: c.Epochs, Rules: c.Rules(), Rate: c.LR, Seed: c.Seed,
		Drop:     kpdrop.Drop{Share: c.KPDrop, Vocab: vocab, Seed: c.Seed},
		LogEvery: c.LogEvery, SnapshotEvery: c.AssignmentsEvery, Snapshot: c.AssignmentsDocuments,
		Train: d.Train, Valid: d.Valid, Word: d.Vocabulary.Word, Model: m, Adam: c.Adam(workers, m),
		Folder: checkpoints(t),
		Every:  c.CheckpointEvery, Interval: time.Duration(c.CheckpointMinutes * float64(time.Minute)), Now: time.Now,
	}
	if fixed, ok := m.(model.Baseline[float32]); ok {
		r.Method = &step.Baseline[float32]{Model: fixed, Adam: r.Adam, Workers: steps, Vocab: vocab, Seed: c.Seed}
		r.Validation = &step.Baseline[float32]{Model: fixed, Workers: workers, Vocab: vocab, Seed: c.Seed}
		return r
	}
	slots, _ := model.Slots(m)
	training, validation := c.Objectives(vocab)
	r.Method = &step.Learner[float32]{Model: slots, Adam: r.Adam, Workers: steps, Objective: training}
	r.Validation = &step.Learner[float32]{Model: slots, Workers: workers, Objective: validation}
	return r
}

// checkpoints returns the folder of checkpoints in the output.
func checkpoints(t *stages.Task) checkpoint.Folder {
	return checkpoint.Folder{Dir: filepath.Join(t.Dir(), "checkpoint"), Key: t.Key,
		Write:   func(name string, fill func(io.Writer) error) error { return t.Fill("checkpoint/"+name, fill) },
		Damaged: func(err error) { t.Log.Warn("a checkpoint cannot be used: " + err.Error()) }}
}

// survey counts the targets of a system of one slot, and refuses data without any: nothing would be trained, or checked.
func survey(t *stages.Task, c setting.Config, r *loop.Training) error {
	system, left := c.Trained(), [2]int{}
	if system.Slots {
		return nil
	}
	targets := [2]int{}
	for i, s := range []struct {
		what   string
		method step.Method
		files  *example.Files
	}{{"training", r.Method, r.Train}, {"validation", r.Validation, r.Valid}} {
		var err error
		if targets[i], left[i], err = loop.Survey(s.method, s.files); err != nil {
			return err
		}
		if s.files.Len() == 0 || targets[i] > 0 {
			continue
		}
		bad := &schemas.FileError{File: t.Input("data")[0].Spec, Err: fmt.Errorf("no %s example has a keyphrase", s.what), Remedy: "give documents with keyphrases"}
		if !system.OverEncoder {
			bad.Err = fmt.Errorf("%w of fewer than phrase_len (%d) words, and %s trains nothing else", bad.Err, c.PhraseLen, system.Name)
			bad.Remedy += ", or a larger --phrase-len"
		}
		return bad
	}
	t.Log.Info("targets of "+system.Name, "targets", targets[0], "keyphrases_left_out", left[0], "phrase_len", c.PhraseLen)
	t.Note("keyphrases_left_out", left[0])
	return nil
}

// publish writes the files of a run that has ended, except the choice and its phrases.
func publish(t *stages.Task, c setting.Config, d example.Data, r *loop.Training, state loop.State) error {
	err := errors.Join(
		model.Publish(t.Fill, r.Model.WriteConfig, r.WriteBest, model.Disk(filepath.Dir(d.VocabPath)).WriteWords(d.Vocabulary.Size())),
		t.Fill(lastFile, r.Model.WriteTensors),
		rows.Save(t.Create, "train_log.parquet", rows.Table(schemas.TrainLogs), state.Log),
		t.Fill("report.html", func(w io.Writer) error { return report.Write(w, state.Log, state.Best) }))
	if c.AssignmentsEvery > 0 {
		err = errors.Join(err, rows.Save(t.Create, "assignments.parquet", rows.Table(schemas.Assignments), state.Assignments))
	}
	if err != nil || !c.Int8() {
		return err
	}
	// Quantise before the choice is fitted: its probabilities must be those of the network that infer reads.
	best, err := model.Disk(t.Dir()).Network()
	if err != nil {
		return err
	}
	return t.Fill(model.TensorsFile, best.WriteInt8)
}

// fitChoice fits the choice to the trained network. Of the model of --init-from it keeps what it was fitted with.
func fitChoice(ctx context.Context, t *stages.Task, c setting.Config, d example.Data) error {
	var from *model.Folder
	for _, src := range t.Input("init-from") {
		f, err := model.Given(src.Dir, src.Spec)
		if err == nil {
			err = f.Keep(t.Fill, model.ExtractFile)
		}
		if err != nil {
			return err
		}
		from = &f
	}
	j, err := choice.Begin(ctx, t, c.Choice, from, nil)
	if err != nil {
		return err
	}
	return j.FitOrKeep(ctx, d.Vocabulary, example.Documents(t.Input("data")[0]))
}
