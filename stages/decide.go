package stages

import (
	"context"
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"

	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/config"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/folder"
	"wrone2set/stages/internal/manifest"
	"wrone2set/stages/internal/storage"
)

// job is a stage with everything decided: the files it reads, its settings, and the output it makes.
type job struct {
	store      *storage.Store
	ports      []Input
	inputs     map[string][]Source // by port
	config     json.RawMessage     // all settings
	layout     Layout
	output     folder.Output // its mark lacks inputs and key until digest
	digester   manifest.Digester
	maxRejects float64
	rejects    bool   // the stage declares rejects.jsonl
	stream     bool   // the output goes to standard output
	shard      Shard  // zero: all of the output
	shardFrom  string // origin of the shard: --shard, or variables of the environment
	copies     copies
	run        func(context.Context, *Task) error
}

// job decides what a call does. c holds the settings and must not change afterwards.
func (s Stage[C]) job(ctx context.Context, store *storage.Store, call *cli.Call, c *C) (*job, error) {
	j := &job{store: store, ports: s.Inputs, inputs: map[string][]Source{}, layout: s.Layout,
		digester: manifest.Digester{Store: store},
		copies:   copies{store: store, by: map[string][]Source{}, of: map[string]string{}, read: map[string]string{}},
		output: folder.Output{Store: store, Force: call.Force, Verify: call.Verify,
			Mark: manifest.Mark{Stage: s.Name, Version: s.Version}},
		rejects: slices.ContainsFunc(s.Outputs, func(o Output) bool { ok, _ := path.Match(o.Name, rejectsName); return ok }),
		run:     func(ctx context.Context, t *Task) error { return s.Run(ctx, t, *c) }}
	if call.Out == "" {
		return nil, fault.Usagef("--out is required: the folder for the output")
	}
	var err error
	if j.stream = call.Out == "-"; j.stream {
		if err := s.streams(call); err != nil {
			return nil, err
		}
	} else if j.output.Dir, err = folder.Absolute(call.Out); err != nil {
		return nil, err
	}
	if storage.Remote(j.output.Dir) && s.Layout == InPlace {
		return nil, fault.Usagef("--out %s: %s resumes from the files in its output, which must be a folder of this machine; copy it to the bucket when it is finished", call.Out, s.Name)
	}
	if j.maxRejects, err = parseShare(call.MaxRejects); err != nil {
		return nil, err
	}
	env := environment(os.Getenv)
	if s.Layout != Parted || j.stream {
		env = func(string) string { return "" }
	}
	shard, from, err := arrayShard(call, env)
	if err != nil {
		return nil, err
	}
	j.shard, j.shardFrom = shard, from
	if s.Layout != Parted { // a shard of a Parted output is several parts
		j.output.Shard = folder.Shard(shard)
	}
	for _, in := range s.Inputs {
		given := call.Inputs[in.Name]
		if in.Piped && len(given) == 0 {
			given = []string{piped}
		}
		if j.inputs[in.Name], err = in.resolve(store, given); err != nil {
			return nil, err
		}
	}
	if err := j.pipes(); err != nil {
		return nil, err
	}
	if err := s.settle(c, Given{ctx, j, call.Named, call.Presets, new(error)}); err != nil {
		j.copies.close()
		return nil, j.copies.named(err)
	}
	fields, err := config.Fields(c)
	if err != nil {
		return nil, err
	}
	j.output.Files = s.patterns(func(when string) bool { return j.holds(fields, when) })
	j.config, j.output.Mark.Config = config.JSON(fields, false), config.JSON(fields, true)
	return j, nil
}

// settle applies what the inputs decide to the settings, and checks the result.
func (s Stage[C]) settle(c *C, g Given) error {
	if s.Settle == nil {
		return nil
	}
	err := s.Settle(c, g)
	if *g.failed != nil {
		return *g.failed
	}
	if err != nil {
		return err
	}
	if err := s.check(c); err != nil {
		return fault.Usagef("settings: %w", err)
	}
	return nil
}

// streams refuses uses of --out - that are impossible.
func (s Stage[C]) streams(call *cli.Call) error {
	switch {
	case !slices.ContainsFunc(s.Outputs, func(o Output) bool { return o.Stream }):
		return fault.Usagef("--out -: %s writes several files, which standard output cannot hold; give a folder", s.Name)
	case call.Shard != "" || call.Shards != "":
		return fault.Usagef("--out - and --shard exclude each other: shards need a folder")
	}
	return nil
}

// holds reports whether the call makes an output that lists when: whether that input is given, or that setting is not
// zero.
func (j *job) holds(fields []config.Field, when string) bool {
	key, value, valued := strings.Cut(when, "=")
	for _, f := range fields {
		if f.Key == key && valued {
			return slices.Contains(config.SplitList(f.Text()), value)
		}
		if f.Key == key {
			return !f.Zero()
		}
	}
	return len(j.inputs[key]) > 0
}

// patterns returns the names of the files that an output of the stage may have: those it declares and the rejects. It
// includes outputs that this call does not make: one of an earlier key may lie in the folder and is removed with it.
func (s Stage[C]) patterns(holds func(when string) bool) (list []folder.Pattern) {
	for _, o := range s.Outputs {
		absent := len(o.When) > 0 && !slices.ContainsFunc(o.When, holds)
		list = append(list, folder.Pattern{Name: o.Name, Optional: o.Optional || absent, Working: o.Working, Stream: o.Stream})
	}
	return append(list, folder.Pattern{Name: rejectsName, Optional: true})
}
