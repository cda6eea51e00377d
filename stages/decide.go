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
	"wrone2set/stages/internal/manifest"
	"wrone2set/stages/internal/output"
	"wrone2set/stages/internal/store"
)

// job is a stage with everything decided: which files it reads, how it is set, which output it is to make.
type job struct {
	store      *store.Store
	ports      []Input
	inputs     map[string][]Source // by port
	config     json.RawMessage     // all settings
	layout     Layout
	output     output.Output // its mark without inputs and key, until digest
	digester   manifest.Digester
	maxRejects float64
	rejects    bool   // the stage declares rejects.jsonl
	stream     bool   // the output goes to standard output
	shard      Shard  // zero: all of the output
	shardFrom  string // what says which shard is to be made: --shard, or variables of the environment
	copies     copies
	run        func(context.Context, *Task) error
}

// job decides what a call is about. c holds the settings and must not change afterwards.
func (s Stage[C]) job(ctx context.Context, at *store.Store, call *cli.Call, c *C) (*job, error) {
	j := &job{store: at, ports: s.Inputs, inputs: map[string][]Source{}, layout: s.Layout,
		digester: manifest.Digester{Store: at},
		copies:   copies{store: at, by: map[string][]Source{}, of: map[string]string{}, read: map[string]string{}},
		output: output.Output{Store: at, Force: call.Force, Verify: call.Verify,
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
	} else if j.output.Dir, err = output.Absolute(call.Out); err != nil {
		return nil, err
	}
	if store.Remote(j.output.Dir) && s.Layout == InPlace {
		return nil, fault.Usagef("--out %s: %s goes on from what lies in its output, which has to be a folder of this machine; copy it to the bucket when it is finished", call.Out, s.Name)
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
	if s.Layout != Parted { // there a shard is several parts
		j.output.Shard = output.Shard(shard)
	}
	for _, in := range s.Inputs {
		given := call.Inputs[in.Name]
		if in.Piped && len(given) == 0 {
			given = []string{piped}
		}
		if j.inputs[in.Name], err = in.resolve(at, given); err != nil {
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

// settle lays over the settings what the inputs decide, and checks what came of it.
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

// streams refuses what --out - cannot do.
func (s Stage[C]) streams(call *cli.Call) error {
	switch {
	case !slices.ContainsFunc(s.Outputs, func(o Output) bool { return o.Stream }):
		return fault.Usagef("--out -: %s writes several files, which standard output cannot hold; give a folder", s.Name)
	case call.Shard != "" || call.Shards != "":
		return fault.Usagef("--out - and --shard do not go together: shards are put together in a folder")
	}
	return nil
}

// holds reports whether an output comes that lists when: whether that input is given, or that setting is not zero.
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

// patterns are the names of the files that an output of the stage may have: those it declares and the rejects. An output
// that does not come is declared all the same: one of an earlier key may lie in the folder, and goes with it.
func (s Stage[C]) patterns(holds func(when string) bool) (list []output.Pattern) {
	for _, o := range s.Outputs {
		absent := len(o.When) > 0 && !slices.ContainsFunc(o.When, holds)
		list = append(list, output.Pattern{Name: o.Name, Optional: o.Optional || absent, Working: o.Working, Stream: o.Stream})
	}
	return append(list, output.Pattern{Name: rejectsName, Optional: true})
}
