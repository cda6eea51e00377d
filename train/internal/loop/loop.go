// Package loop is the training loop: epochs of steps, checks of the validation
// loss, the training log, snapshots and checkpoints. What is trained is an
// argument; the loop is the same for WR-One2Set, SetTrans and every ablation.
//
// A run is a function of its settings, its data and the start values of the model.
// State, the parameters and Adam's moments decide everything that follows, and a
// checkpoint has them all. A run that was stopped or killed therefore ends with the
// same bytes as one that was not.
package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/checkpoint"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/kpdrop"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// Training is one run of the loop. All fields are set before Fit.
type Training struct {
	Method     step.Method // of training, with Model and Adam
	Validation step.Method // of the checks, with Model
	Order      batch.Order
	BatchSize  int // documents per step
	Epochs     int
	Rules      schedule.Rules
	Rate       float64     // base learning rate, which Rules scale for each step
	Seed       uint64      // of order and dropout
	Drop       kpdrop.Drop // which keyphrases to delete from training documents

	LogEvery      int64 // steps between lines of the log
	SnapshotEvery int64 // steps between snapshots of assignments; 0: none
	Snapshot      int   // training documents in a snapshot, from the first

	Train, Valid *example.Files        // Valid may be empty: then the last parameters are the best
	Word         func(id int32) string // words of the vocabulary, for snapshots
	Model        step.Network[float32] // with its start values
	Adam         *op.Adam[float32]     // with its settings

	Folder   checkpoint.Folder
	Every    int64         // steps between checkpoints; 0: none by steps
	Interval time.Duration // between checkpoints; 0: none by time
	Now      func() time.Time
	Report   func(Status) // called after every step
	Checked  func(Check)  // called after every check of the validation loss; may be nil

	plan    batch.Plan
	valid   [][]int // batches of validation documents
	watched []step.Batch
	saved   time.Time
	resumed int64
	state   State
	best    [][]float32 // parameters of the best check, in their order; nil before the first
}

// Status is the progress of a run.
type Status struct {
	Step, Steps int64 // taken, and in total if nothing stops the run early
	Resumed     int64 // the steps among these that earlier attempts took
	Epoch       int   // of the last step, from 1
	Tokens      int64 // of the last step: source and target tokens
	Loss        float64
	Rate        float64 // learning rate of the last step
	Best        float64 // lowest validation loss; only if Found
	Found       bool
}

// Check is the result of a check of the validation loss.
type Check struct {
	Step int64 // steps taken
	Loss float64
	Best float64 // the lowest so far, including this one
	Rate float64 // learning rate of the step before it
}

// Fit trains, or resumes from the checkpoint in the folder. It returns the final
// state of the run; the model then has the last parameters, and WriteBest writes the
// best ones. When ctx is done, it writes a checkpoint after the current step and
// returns the context's error.
func (r *Training) Fit(ctx context.Context) (State, error) {
	if err := r.begin(); err != nil {
		return State{}, err
	}
	for !r.state.Over && r.state.Step < r.steps() {
		if err := r.epoch(ctx); err != nil {
			return State{}, err
		}
	}
	if err := r.end(ctx); err != nil {
		return State{}, r.stopped(ctx, err)
	}
	return r.state, nil
}

// WriteBest writes the best parameters of a run that has ended.
func (r *Training) WriteBest(w io.Writer) error {
	r.swap()
	defer r.swap()
	return r.Model.WriteTensors(w)
}

// swap exchanges the parameters of the model and the best ones.
func (r *Training) swap() {
	for i, p := range r.Model.Params() {
		p.Weights, r.best[i] = r.best[i], p.Weights
	}
}

// steps returns the number of steps of a run that nothing stops early.
func (r *Training) steps() int64 { return int64(r.Epochs) * int64(r.plan.Steps()) }

// rate returns the learning rate of a step, counted from 1.
func (r *Training) rate(step int64) float64 { return r.Rules.Rate(r.state.Schedule, step, r.steps()) }

func (r *Training) begin() error {
	if r.Train.Len() == 0 {
		return errors.New("no training examples")
	}
	var err error
	r.plan = batch.Plan{Order: r.Order, Documents: r.Train.Len(), Size: r.BatchSize, Seed: r.Seed}
	valid := batch.Plan{Order: r.Order, Documents: r.Valid.Len(), Size: r.BatchSize}
	if r.Order == batch.ByCount {
		if r.plan.Counts, err = counts(r.Method, r.Train); err != nil {
			return err
		}
		if valid.Counts, err = counts(r.Validation, r.Valid); err != nil {
			return err
		}
	}
	r.valid = valid.InOrder()
	if err := r.watch(); err != nil {
		return err
	}
	r.saved = r.Now()
	if err := r.restore(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r.state = State{Schedule: schedule.Start(r.Rate)}
	return nil
}

// counts returns the number of keyphrase targets of every document.
func counts(m step.Method, c *example.Files) ([]int, error) {
	n := make([]int, c.Len())
	for i := range n {
		b, err := read(m, c, i)
		if err != nil {
			return nil, err
		}
		present, absent := b.Fixed[0].Count()
		n[i] = present + absent
	}
	return n, nil
}

// Survey counts the targets of all documents and, for a system of one slot, the keyphrases that do not fit into them.
func Survey(m step.Method, files *example.Files) (targets, left int, err error) {
	for i := range files.Len() {
		b, err := read(m, files, i)
		if err != nil {
			return 0, 0, err
		}
		targets, left = targets+b.Targets, left+b.Left
	}
	return targets, left, nil
}

// read makes a batch of the examples with these numbers in files, which it reads; see prepare.
func read(m step.Method, files *example.Files, numbers ...int) (step.Batch, error) {
	examples, err := files.Batch(numbers)
	if err != nil {
		return step.Batch{}, err
	}
	return prepare(m, files, numbers, examples)
}

// prepare makes a batch of the examples with these numbers in files. An example that
// cannot be trained on is an input error that names its file and row.
func prepare(m step.Method, files *example.Files, numbers []int, examples []schemas.Example) (step.Batch, error) {
	b, err := m.Batch(examples)
	if err == nil {
		return b, nil
	}
	bad := &schemas.FileError{Err: err, Remedy: "run preprocess again"}
	for k := range examples {
		if _, err := m.Batch(examples[k : k+1]); err != nil {
			bad.Err = err
			bad.File, bad.Row = files.Place(numbers[k])
			break
		}
	}
	return b, bad
}

// epoch makes the remaining steps of the current epoch.
func (r *Training) epoch(ctx context.Context) error {
	per := int64(r.plan.Steps())
	number := int(r.state.Step/per) + 1
	batches := r.plan.Epoch(number)[r.state.Step%per:]
	// Read one batch while computing another. Stop before the next epoch, whose reading would share the files.
	ahead := rows.NewAhead(1, r.Train.Batches(batches))
	defer ahead.Stop()
	for _, numbers := range batches {
		// First finish a check that an earlier attempt did not complete.
		if err := r.checkIfDue(ctx); err != nil || r.state.Over {
			return r.stopped(ctx, err)
		}
		if ctx.Err() != nil {
			return r.stopped(ctx, ctx.Err())
		}
		if err := r.step(ahead, numbers, number); err != nil {
			return err
		}
		if err := r.saveIfDue(); err != nil {
			return err
		}
	}
	return r.stopped(ctx, r.checkIfDue(ctx))
}

// step makes one step on the next batch, whose examples have these numbers, and
// everything that follows it except the check.
func (r *Training) step(ahead *rows.Ahead[[]schemas.Example], numbers []int, epoch int) error {
	examples, err := ahead.Next()
	if err != nil {
		return err
	}
	for i := range examples {
		examples[i] = r.Drop.Apply(examples[i], r.state.Step, i)
	}
	b, err := prepare(r.Method, r.Train, numbers, examples)
	if err != nil {
		return err
	}
	r.Adam.LearningRate = r.rate(r.state.Step + 1)
	seen, err := r.Method.Step(b, r.state.Step)
	if err != nil {
		return fmt.Errorf("step %d: %w", r.state.Step+1, err)
	}
	r.state.Step++
	r.state.Since.Add(seen)
	if r.state.Step%r.LogEvery == 0 || r.checkDue() {
		r.logTraining()
	}
	if err := r.snapshot(); err != nil {
		return err
	}
	r.Report(Status{
		Step: r.state.Step, Steps: r.steps(), Resumed: r.resumed, Epoch: epoch, Tokens: seen.Sources + seen.Tokens,
		Loss: seen.Loss / float64(max(seen.Tokens, 1)), Rate: r.Adam.LearningRate,
		Best: r.state.Schedule.Best, Found: r.state.Schedule.Found,
	})
	return nil
}

// end checks the last parameters if no check has, and marks the run as finished.
func (r *Training) end(ctx context.Context) error {
	if r.state.Checked != r.state.Step {
		r.logTraining()
		if err := r.check(ctx); err != nil {
			return err
		}
	}
	if r.state.Finished {
		return r.Folder.Sweep(r.state.Step, true)
	}
	r.state.Over, r.state.Finished = true, true
	return r.save()
}

// stopped writes a checkpoint if err is the end of ctx, and returns err. If the checkpoint fails, its error is returned
// instead: after that of ctx, users expect to go on from the last step.
func (r *Training) stopped(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	if failed := r.save(); failed != nil {
		return fmt.Errorf("stopped, but the checkpoint of step %d could not be saved, so the same command may have to repeat steps: %w", r.state.Step, failed)
	}
	return err
}
