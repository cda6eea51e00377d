package stages

import (
	"context"
	"fmt"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/metrics"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

// Parts are the parts of a Parted output that a process makes.
type Parts struct {
	Of   int   // number of parts, over all processes
	Todo []int // unfinished parts for this process

	task *Task
	made map[int]bool
}

// Cut cuts a Parted output into parts. Run calls it once, and then Make for every part of Todo; shard i of n has the
// parts i, i + n, …. Every process calls cut, whose result must not depend on who calls it. An output of one part is
// made as a Whole one.
func (t *Task) Cut(ctx context.Context, cut func() (parts int, err error)) (*Parts, error) {
	p := &Parts{Of: 1, Todo: []int{0}, task: t, made: map[int]bool{}}
	t.parts = p
	if t.job.stream {
		return p, nil
	}
	o, shard := &t.job.output, t.job.shard
	err := o.Refused()
	if err != nil {
		return nil, err
	}
	if p.Of, err = cut(); err != nil {
		return nil, err
	}
	if p.Of > manifest.MostParts {
		return nil, fmt.Errorf("stage %s cuts its output into %d parts; %d can be told apart", t.stage, p.Of, manifest.MostParts)
	}
	if p.Of <= 1 {
		p.Of = 1
		if !shard.Has(0) {
			p.Todo = nil
		}
	} else if p.Todo, err = o.Left(p.Of, shard.Has); err != nil {
		return nil, err
	}
	p.announce()
	return p, nil
}

// announce logs which parts are made, unless there is only one.
func (p *Parts) announce() {
	shard := p.task.job.shard
	wanted := p.Of
	if shard.Split() {
		wanted = (p.Of - shard.Index + shard.Of - 1) / shard.Of
	}
	p.task.job.tally.Update(func(y *metrics.Tally) { y.Parts, y.Done = max(wanted, 0), max(wanted, 0)-len(p.Todo) })
	switch {
	case wanted <= 0:
		p.task.Log.Info("nothing to do: the output has fewer parts than there are shards", "parts", p.Of, "shards", shard.Of)
	case p.Of > 1:
		p.task.Log.Info("making the output in parts", "parts", p.Of, "of_this_process", wanted, "done", wanted-len(p.Todo))
	}
}

// Make makes a part. run receives a Task whose files are those of the part and whose Part is the part. If another
// process has finished the part meanwhile, Make keeps it and does not call run.
func (p *Parts) Make(ctx context.Context, part int, run func(t *Task) error) error {
	p.made[part] = true
	if p.task.job.stream {
		return run(p.task)
	}
	j, started := p.task.job, time.Now()
	o := j.output
	o.Part = output.Part{Index: part, Of: p.Of}
	if p.Of > 1 {
		o.Accept = func(*manifest.Manifest, string) error { return nil } // the share of rejects is that of the whole
	}
	t := j.task(output.New(o), p.task.console, p.task.Threads, p.task.Stdout)
	m, done, err := j.fill(ctx, t, func() error { return run(t) })
	if err == nil {
		j.tally.Update(func(y *metrics.Tally) { y.Note(t.notes); y.Done++ })
	}
	if err != nil && p.Of > 1 && ctx.Err() == nil {
		t.output.Fail(explained(err).Error())
	}
	if done != nil || err != nil {
		return err
	}
	p.task.Read(m.Read)
	p.task.rejects += m.Rejects
	p.task.first = append(p.task.first, t.first...)
	if p.Of > 1 {
		t.Log.Info("part done", "part", part, "of", p.Of, "read", m.Read, "rejected", m.Rejects,
			"seconds", time.Since(started).Round(time.Millisecond).Seconds())
	}
	return nil
}

// whole fails unless all parts of this process have been made.
func (p *Parts) whole(stage string) error {
	if p == nil {
		return fmt.Errorf("stage %s did not cut its output into parts", stage)
	}
	for _, i := range p.Todo {
		if !p.made[i] {
			return fmt.Errorf("stage %s did not make part %d of %d", stage, i, p.Of)
		}
	}
	return nil
}

// parted makes the parts of this process, or finds the output finished. m counts their rows.
func (j *job) parted(ctx context.Context, t *Task) (m, done *manifest.Manifest, err error) {
	if done, err = j.output.Made(); done != nil || err != nil {
		return nil, done, err
	}
	err = guard(func() error { return j.start(ctx, t) })
	t.console.EndProgress()
	if err == nil {
		err = ctx.Err() // a stopped Run may still have returned nil
	}
	if err == nil {
		err = t.parts.whole(t.stage)
	}
	if err == nil && t.parts.Of > 1 {
		err = j.completed(t.parts.Of)
	}
	return &manifest.Manifest{Read: t.read, Rejects: t.rejects}, nil, err
}

// completed writes the manifest of a folder if all of its parts are made.
func (j *job) completed(parts int) error {
	// Each part has checked the files that it read.
	if err := j.atRest(j.output.Mark.Inputs); err != nil {
		return err
	}
	if err := j.output.Complete(parts); err != nil {
		return err
	}
	j.output.Force = false
	made, err := j.output.Made()
	if err == nil && made == nil && !j.shard.Split() {
		err = fmt.Errorf("%s: all parts are made, but some are not visible yet, or another attempt is making them anew; run the same command again", j.output.Dir)
	}
	return err
}

// Part is a piece of an output that is committed on its own. The zero value and {0, 1} are the whole output.
type Part = output.Part
