package stages

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
	"wrone2set/stages/internal/output"
)

// digest describes every input file and makes the key of the output of it.
func (j *job) digest(ctx context.Context, con *cli.Console) error {
	d := &j.digester
	d.Verify = j.output.Verify
	for _, path := range j.known() {
		if m, err := manifest.Read(j.store, path); err == nil {
			d.Known = append(d.Known, m)
		}
	}
	mark := &j.output.Mark
	for _, in := range j.ports {
		for _, src := range j.inputs[in.Name] {
			record := manifest.Input{Port: in.Name, Name: src.Name, Spec: src.Spec}
			if src.Pipe {
				record.Files = append(record.Files, manifest.Pipe(src.Files[0]))
				mark.Inputs = append(mark.Inputs, record)
				continue
			}
			if src.FS != nil {
				files, err := manifest.BuiltIn(src.FS, src.Files)
				if err != nil {
					return err
				}
				record.Files = files
				mark.Inputs = append(mark.Inputs, record)
				continue
			}
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
			mark.Inputs = append(mark.Inputs, record)
		}
	}
	mark.Key = manifest.Key(mark.Stage, mark.Version, mark.Config, mark.Inputs)
	if j.stream {
		return nil
	}
	return output.Apart(j.output.Dir, mark.Inputs)
}

// known are the manifests of the output that may be there.
func (j *job) known() []string {
	if j.stream {
		return nil
	}
	if j.layout == Parted { // of whose parts there are too many to be read by every process
		return output.Vouchers(j.output.Dir)
	}
	return output.Manifests(j.store, j.output.Dir)
}

// atRest fails when an input is not what digest described any more: whatever Run read of it, the manifest would say
// otherwise.
func (j *job) atRest(ctx context.Context, inputs []manifest.Input) error {
	mark := &j.output.Mark
	for _, in := range inputs {
		for _, f := range in.Files {
			file := filepath.FromSlash(f.Path)
			same, err := j.digester.AtRest(ctx, f)
			if read, copied := j.copies.read[file]; copied && read != f.Version {
				same = false // since it was copied
			}
			if err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return fault.Unreadable(file, err)
			}
			if !same {
				return &InputError{File: file, Err: errors.New("changed while it was read"),
					Remedy: fmt.Sprintf("run %s again when it is at rest", mark.Stage)}
			}
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
	return fault.Unreadable(file, err)
}
