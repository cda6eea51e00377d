package stages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/machine"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/metrics"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

// execute makes the output of the job, or finds it finished.
func (j *job) execute(ctx context.Context, con *cli.Console, threads int, stdout io.Writer) (err error) {
	started := time.Now()
	// Before the digests, which take long for large inputs: an output that cannot be created needs none.
	if !j.stream {
		if err := j.output.Ready(); err != nil {
			return err
		}
	}
	j.announce(con)
	if err := j.digest(ctx); err != nil {
		return err
	}
	j.output.Log, j.output.Accept = con.Log(), j.accept
	out, said := output.New(j.output), []any{"out", j.output.Dir}
	if j.stream {
		out, said, stdout = output.Stream(j.output, stdout), []any{"out", "-"}, io.Discard
	}
	t := j.task(out, con, threads, stdout)
	measured, err := j.measure(con, t)
	if err != nil {
		return err
	}
	defer func() { measured(err) }()
	var m, done *manifest.Manifest
	if j.layout == Parted && !j.stream {
		m, done, err = j.parted(ctx, t)
	} else {
		m, done, err = j.fill(ctx, t, func() error { return j.start(ctx, t) })
	}
	switch {
	case err != nil:
		return err
	case done != nil:
		nothingToDo(con, out.Dir, done)
		return nil
	case t.parts != nil && !j.stream:
		said = append(said, "parts", len(t.parts.Todo))
	case !j.stream:
		said = append(said, "files", len(m.Outputs))
	}
	t.done(con, m.Read, m.Rejects, started, said...)
	return nil
}

// task is the Task of an attempt.
func (j *job) task(out *output.Attempt, con *cli.Console, threads int, stdout io.Writer) *Task {
	return &Task{Log: con.Log(), Threads: threads, Part: out.Part, Key: out.Mark.Key, Stdout: stdout,
		stage: out.Mark.Stage, inputs: maps.Clone(j.inputs), output: out, console: con, job: j,
		notes: map[string]any{}, rows: map[string]int64{}, uses: map[string][]string{}}
}

// local returns the sources of an input, with paths of this machine for a Copied one.
func (j *job) local(ctx context.Context, name string) ([]Source, error) {
	for _, in := range j.ports {
		if in.Name == name {
			return j.copies.Local(ctx, in, j.inputs[name])
		}
	}
	return nil, nil
}

// start runs the stage over inputs that it can open.
func (j *job) start(ctx context.Context, t *Task) error {
	for name := range t.inputs {
		var err error
		if t.inputs[name], err = j.local(ctx, name); err != nil {
			return err
		}
	}
	return j.copies.Named(j.run(ctx, t))
}

// fill calls run to make what t describes and commits it, or returns the manifest of what is there, done.
func (j *job) fill(ctx context.Context, t *Task, run func() error) (m, done *manifest.Manifest, err error) {
	started := time.Now()
	defer t.output.Close()
	if done, err = t.output.Begin(ctx); done != nil || err != nil {
		return nil, done, err
	}
	if err := work(ctx, t, run); err != nil {
		t.keepRejects(err)
		return nil, nil, err
	}
	// After the last byte was read, and before anything says that the output is finished.
	if err := j.atRest(t.used(j.output.Mark.Inputs)); err != nil {
		return nil, nil, err
	}
	m = j.record(t, started)
	return m, nil, t.output.Commit(ctx, m)
}

func nothingToDo(con *cli.Console, dir string, done *manifest.Manifest) {
	said := []any{"out", dir, "made", done.Info.Started.Format(time.RFC3339)}
	if done.Rejects > 0 {
		con.Log().Warn(fmt.Sprintf("nothing to do: the output is finished, without %d bad rows of %d", done.Rejects, done.Read), said...)
		return
	}
	con.Log().Info("nothing to do: the output is finished", said...)
}

// announce logs facts about the inputs that the user may not expect.
func (j *job) announce(con *cli.Console) {
	if j.layout == Parted && j.shardFrom != "" {
		s := j.shard
		con.Log().Info("making the parts of one shard", "shard", fmt.Sprintf("%d/%d", s.Index, s.Of), "from", j.shardFrom)
	}
	for _, in := range j.ports {
		for _, src := range j.inputs[in.Name] {
			if src.Pipe && !j.stream {
				con.Log().Info("data from a pipe has no digest: the output will never count as done", "input", src.Spec)
			}
			if n := len(src.Other); n > 0 {
				const named = 3
				con.Log().Warn(fmt.Sprintf("skipped %d files that are not in a corpus format", n), "folder", src.Spec,
					"files", strings.Join(src.Other[:min(n, named)], ", ")+strings.Repeat(", …", min(max(n-named, 0), 1)))
			}
		}
	}
}

// accept applies --max-rejects to an existing output: when it was made, a larger share of rejects may have been
// allowed.
func (j *job) accept(m *manifest.Manifest, path string) error {
	if !exceeds(m.Rejects, m.Read, j.maxRejects) {
		return nil
	}
	return &schemas.FileError{File: path, Err: errors.New(tooManyText(m.Rejects, m.Read, j.maxRejects)),
		Remedy: "they are listed in rejects.jsonl; correct them, or allow more with --max-rejects"}
}

// work runs the stage and checks that it keeps its promises.
func work(ctx context.Context, t *Task, run func() error) error {
	err := guard(run)
	if t.job.layout != Parted { // Parted stages have one bar for all parts
		t.console.EndProgress()
	}
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // a stopped Run may still have returned nil
		return err
	}
	if err := t.checkRejects(); err != nil {
		return err
	}
	if err := t.closeRejects(); err != nil {
		return err
	}
	return t.output.Filled()
}

// used returns the inputs of an output without the files that this part does not read.
func (t *Task) used(inputs []manifest.Input) (used []manifest.Input) {
	for _, in := range inputs {
		in.Files = slices.Clone(in.Files) // record stores the rows in them
		if files, ok := t.uses[in.Port]; ok {
			in.Files = slices.DeleteFunc(in.Files, func(f manifest.File) bool { return !slices.Contains(files, filepath.FromSlash(f.Path)) })
		}
		if len(in.Files) > 0 {
			used = append(used, in)
		}
	}
	return used
}

// record returns the manifest of t's output, without the files.
func (j *job) record(t *Task, started time.Time) *manifest.Manifest {
	mark := &t.output.Mark
	m := &manifest.Manifest{Stage: mark.Stage, Version: mark.Version, Key: mark.Key, Config: j.config, Inputs: t.used(mark.Inputs),
		Read: t.read, Rejects: t.rejects, Expected: t.expect, Info: machine.Info(t.Threads, started)}
	settings := map[string]json.RawMessage{}
	if json.Unmarshal(j.config, &settings) == nil {
		m.Seed = settings["seed"]
	}
	if len(t.notes) > 0 {
		m.Notes = t.notes
	}
	for file, n := range t.rows {
		file = j.copies.Origin(file)
		for i, in := range m.Inputs {
			for k, f := range in.Files {
				if f.Path == filepath.ToSlash(file) {
					m.Inputs[i].Files[k].Rows = &n
				}
			}
		}
	}
	return m
}

// measure keeps the file of --metrics until its result is called with the error of the run.
func (j *job) measure(con *cli.Console, t *Task) (end func(error), err error) {
	if j.metrics == "" {
		return func(error) {}, nil
	}
	j.tally.Update(func(y *metrics.Tally) { y.Started, y.Running = time.Now(), true })
	file, err := metrics.Start(j.metrics, metricsPause, func() []metrics.Metric {
		return j.tally.Metrics(t.stage, j.output.Mark.Version, machine.Revision(), con.Activities())
	})
	if err != nil {
		return nil, &UsageError{Err: fmt.Errorf("--metrics %s: want a file in a folder of this machine: %w", j.metrics, err)}
	}
	return func(failed error) {
		t.mu.Lock()
		notes := maps.Clone(t.notes)
		t.mu.Unlock()
		j.tally.Update(func(y *metrics.Tally) {
			if cut := j.layout == Parted && !j.stream; !cut { // else notes are those of parts, each with a Task of its own
				y.Note(notes)
			}
			y.Running, y.Finished = false, failed == nil
		})
		if err := file.Close(); err != nil {
			con.Log().Warn("--metrics: the file is out of date", "error", err)
		}
	}, nil
}

// metricsPause is the time between two writes of --metrics.
const metricsPause = 5 * time.Second
