package stages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

// execute makes the output of the plan, or finds it made.
func (p *plan) execute(ctx context.Context, con *cli.Console, inputs []Input, threads int, stdout io.Writer) error {
	started := time.Now()
	if err := p.digest(ctx, con, inputs); err != nil {
		return err
	}
	if err := p.apart(); err != nil {
		return err
	}
	p.key = manifest.Key(p.stage, p.version, p.keyed, p.digests)
	out := p.output()
	defer out.close()
	done, err := out.begin(ctx, con.Log())
	if err != nil {
		return err
	}
	if done != nil {
		con.Log().Info("nothing to do: the output is there", "out", p.out, "made", done.Info.Started.Format(time.RFC3339))
		return nil
	}
	t := &Task{Log: con.Log(), Threads: threads, Shard: p.shard, Key: p.key, Stdout: stdout,
		plan: p, files: newFileSet(out.dir()), console: con, notes: map[string]any{}, rows: map[string]int64{}}
	if err := p.work(ctx, t); err != nil {
		t.files.abort()
		return err
	}
	m := p.manifest(t, started)
	if err := out.finish(ctx, m); err != nil {
		return err
	}
	con.Log().Info("done", "out", p.out, "files", len(m.Outputs), "read", m.Read, "rejected", m.Rejects,
		"took", time.Since(started).Round(time.Millisecond))
	return nil
}

// work runs the stage and holds it to its promises.
func (p *plan) work(ctx context.Context, t *Task) error {
	err := guard(func() error { return p.run(ctx, t) })
	t.console.EndProgress()
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // a Run that was stopped may have returned nil all the same
		return err
	}
	if t.files.err != nil {
		return t.files.err
	}
	if err := t.checkRejects(); err != nil {
		return err
	}
	if err := t.closeRejects(); err != nil {
		return err
	}
	if open := t.files.abort(); len(open) > 0 {
		return fmt.Errorf("stage %s left %s open: its output is not complete", p.stage, strings.Join(open, ", "))
	}
	return p.checkOutputs(t.files)
}

// closeRejects ends rejects.jsonl; a stage that declares it gets an empty one when all rows were good.
func (t *Task) closeRejects() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reject == nil && t.plan.declares(rejectsName) {
		var err error
		if t.reject, err = t.files.create(t.plan.fileName(rejectsName)); err != nil {
			return err
		}
	}
	if t.reject == nil {
		return nil
	}
	t.reject.SetRows(t.rejects)
	return t.reject.Close()
}

// checkOutputs fails when a declared output that is not optional was not written.
func (p *plan) checkOutputs(made *fileSet) error {
	names := made.names
	if p.layout == InPlace {
		var err error
		if names, err = p.present(); err != nil {
			return err
		}
	}
	for _, o := range p.outputs {
		written := slices.ContainsFunc(names, func(n string) bool {
			return o.matches(n) || o.matches(shardPart.ReplaceAllString(n, ""))
		})
		if !written && !o.Optional {
			return fmt.Errorf("stage %s did not write %s", p.stage, o.Name)
		}
	}
	return nil
}

// digest describes every input file.
func (p *plan) digest(ctx context.Context, con *cli.Console, inputs []Input) error {
	d := manifest.Digester{Verify: p.verify}
	known := append(shardManifests(p.out), filepath.Join(p.out, manifestName))
	for _, path := range known {
		if m, err := manifest.Read(path); err == nil {
			d.Known = append(d.Known, m)
		}
	}
	for _, in := range inputs {
		for _, src := range p.inputs[in.Name] {
			record := manifest.Input{Port: in.Name, Name: src.Name, Spec: src.Spec}
			for _, file := range src.Files {
				con.Log().Debug("digest", "file", file)
				f, err := d.Digest(ctx, file)
				if err != nil {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					return unusable(file, err)
				}
				record.Files = append(record.Files, f)
			}
			p.digests = append(p.digests, record)
		}
	}
	return nil
}

// unusable is the error for an input file that could not be digested.
func unusable(file string, err error) error {
	var changed *manifest.ChangedError
	if errors.As(err, &changed) {
		return &InputError{File: file, Err: err,
			Remedy: fmt.Sprintf("run %s again, or give a copy from a folder of its own", changed.Stage)}
	}
	return &InputError{File: file, Err: fault.Reason(err)}
}

// manifest is the record of what t made.
func (p *plan) manifest(t *Task, started time.Time) *manifest.Manifest {
	m := &manifest.Manifest{Stage: p.stage, Version: p.version, Key: p.key, Config: p.config, Inputs: p.digests,
		Outputs: t.files.list(), Read: t.read, Rejects: t.rejects, Info: machine(t.Threads, started)}
	settings := map[string]json.RawMessage{}
	if json.Unmarshal(p.config, &settings) == nil {
		m.Seed = settings["seed"]
	}
	if len(t.notes) > 0 {
		m.Notes = t.notes
	}
	for file, n := range t.rows {
		for i, in := range m.Inputs {
			for j, f := range in.Files {
				if f.Path == filepath.ToSlash(file) {
					m.Inputs[i].Files[j].Rows = &n
				}
			}
		}
	}
	slices.SortFunc(m.Outputs, func(a, b manifest.File) int { return strings.Compare(a.Path, b.Path) })
	return m
}
