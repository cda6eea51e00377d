package stages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/array"
	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/metrics"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// job is a stage with everything decided: the files it reads, its settings, and the output it makes.
type job struct {
	store      *store.Store
	ports      []Input
	inputs     map[string][]Source // by port
	config     json.RawMessage     // all settings
	layout     Layout
	output     output.Folder // its mark without inputs and key, until digest
	digester   manifest.Digester
	maxRejects float64
	rejects    bool        // the stage declares rejects.jsonl
	stream     bool        // the output goes to standard output
	shard      array.Shard // of this process
	shardFrom  string      // the source of shard: --shard, or variables of the environment
	copies     *input.Copies
	run        func(context.Context, *Task) error
	metrics    string // file of --metrics; empty: none
	tally      metrics.Tally
}

// job decides what a call is about. c holds the settings and must not change afterwards.
func (s Stage[C]) job(ctx context.Context, at *store.Store, call *cli.Call, c *C) (*job, error) {
	// Outputs that this call does not make are among the files: one of an earlier key may lie in the folder and is removed with it.
	files := append(slices.Clone(s.Outputs), Output{Name: output.RejectsName, Optional: true})
	j := &job{metrics: call.Metrics, store: at, ports: s.Inputs, inputs: map[string][]Source{}, layout: s.Layout,
		digester: manifest.Digester{Store: at, Verify: call.Verify},
		copies:   input.NewCopies(at),
		output: output.Folder{Store: at, Force: call.Force, Verify: call.Verify, InPlace: s.Layout == InPlace, Files: files,
			Mark: manifest.Mark{Stage: s.Name, Version: s.Version}},
		rejects: slices.ContainsFunc(s.Outputs, func(o Output) bool { ok, _ := path.Match(o.Name, output.RejectsName); return ok }),
		run:     func(ctx context.Context, t *Task) error { return s.Run(ctx, t, *c) }}
	if call.Out == "" {
		return nil, fault.Usagef("--out is required: the folder for the output")
	}
	var err error
	j.stream = call.Out == "-"
	if !j.stream {
		if j.output.Dir, err = output.Absolute(call.Out); err != nil {
			return nil, err
		}
	}
	switch {
	case j.stream && !slices.ContainsFunc(s.Outputs, func(o Output) bool { return o.Stream }):
		return nil, fault.Usagef("--out -: %s writes several files, which standard output cannot hold; give a folder", s.Name)
	case j.stream && (call.Shard != "" || call.Shards != ""):
		return nil, fault.Usagef("--out - and --shard exclude each other: shards need a folder")
	case store.Remote(j.output.Dir) && s.Layout == InPlace:
		return nil, fault.Usagef("--out %s: %s resumes from the files in its output, which must be a folder of this machine; copy it to the bucket when it is finished", call.Out, s.Name)
	}
	if j.maxRejects, err = parseShare(call.MaxRejects); err != nil {
		return nil, err
	}
	env := array.Environment(os.Getenv)
	if s.Layout != Parted || j.stream {
		env = func(string) string { return "" }
	}
	if j.shard, j.shardFrom, err = array.Find(call, env); err != nil {
		return nil, err
	}
	for _, in := range s.Inputs {
		given := call.Inputs[in.Name]
		if in.Piped && len(given) == 0 {
			given = []string{input.Stdin}
		}
		if j.inputs[in.Name], err = in.Resolve(at, given); err != nil {
			return nil, err
		}
	}
	if err := j.pipes(); err != nil {
		return nil, err
	}
	if err := s.settle(c, Given{ctx, j, call.Named, call.Presets, new(error)}); err != nil {
		j.copies.Close()
		return nil, j.copies.Named(err)
	}
	fields, _ := config.Fields(c) // Validate has checked them
	open := func(path string) (io.ReadCloser, error) { return j.store.Open(path) }
	if file, err := config.Digest(fields, store.Path, open); err != nil {
		j.copies.Close()
		return nil, fault.Unreadable(file, err)
	}
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

// pipes refuses calls that read a pipe twice: for two inputs, or for the shards of an output, whose parts are located
// before they are read.
func (j *job) pipes() error {
	var seen []fs.FileInfo
	for _, in := range j.ports {
		for _, src := range j.inputs[in.Name] {
			if !src.Pipe {
				continue
			}
			if j.shard.Split() {
				return fault.Usagef("--%s %s: a pipe can be read only once, but %s reads its input twice; write it into a file first", in.Name, src.Spec, j.shardFrom)
			}
			st, err := os.Stat(src.Spec)
			if src.Spec == input.Stdin {
				st, err = os.Stdin.Stat()
			}
			if err != nil {
				return fault.Unreadable(src.Spec, err)
			}
			if slices.ContainsFunc(seen, func(other fs.FileInfo) bool { return os.SameFile(st, other) }) {
				return fault.Usagef("--%s %s: is given twice but can be read only once", in.Name, src.Spec)
			}
			seen = append(seen, st)
		}
	}
	return nil
}

// digest describes every input file and makes the key of the output of it.
func (j *job) digest(ctx context.Context) error {
	if !j.stream { // files of an existing output know digests; manifests of parts are too many to be read by every process
		for _, path := range output.Vouchers(j.output.Dir) {
			if m, err := manifest.Read(j.store, path); err == nil {
				j.digester.Vouchers = append(j.digester.Vouchers, m)
			}
		}
	}
	mark := &j.output.Mark
	for _, in := range j.ports {
		for _, src := range j.inputs[in.Name] {
			files, err := j.described(ctx, src)
			if err != nil {
				return err
			}
			mark.Inputs = append(mark.Inputs, manifest.Input{Port: in.Name, Name: src.Name, Spec: src.Spec, Files: files})
		}
	}
	mark.Key = manifest.Key(mark.Stage, mark.Version, mark.Config, mark.Inputs)
	if j.stream {
		return nil
	}
	return output.Apart(j.output.Dir, mark.Inputs)
}

// described returns what the manifest says of the files of a source.
func (j *job) described(ctx context.Context, src Source) (files []manifest.File, err error) {
	switch {
	case src.Pipe:
		return []manifest.File{manifest.Pipe(src.Files[0])}, nil
	case src.FS != nil && j.stream: // there is no manifest, and every start would wait for the digest
		return nil, nil
	case src.FS != nil:
		return manifest.BuiltIn(src.FS, src.Files)
	}
	for _, file := range slices.Concat(src.Files, src.Keys) {
		f, err := j.digester.Digest(ctx, file)
		var changed *manifest.ChangedError
		switch {
		case err == nil:
			files = append(files, f)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &changed):
			return nil, &schemas.FileError{File: file, Err: err, Remedy: fmt.Sprintf("run %s again, or give a copy from a folder of its own", changed.Stage)}
		default:
			return nil, fault.Unreadable(file, err)
		}
	}
	return files, nil
}

// atRest fails when an input is not what digest described any more: whatever Run read of it, the manifest would say
// otherwise.
func (j *job) atRest(inputs []manifest.Input) error {
	mark := &j.output.Mark
	for _, in := range inputs {
		for _, f := range in.Files {
			file := filepath.FromSlash(f.Path)
			same, err := j.digester.AtRest(f)
			if read, copied := j.copies.Version(file); copied && read != f.Version {
				same = false // since it was copied
			}
			if err != nil {
				return fault.Unreadable(file, err)
			}
			if !same {
				return &schemas.FileError{File: file, Err: errors.New("changed while it was read"),
					Remedy: fmt.Sprintf("run %s again when nothing changes it", mark.Stage)}
			}
		}
	}
	return nil
}
