package stages

import (
	"context"

	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/config"
	"wrone2set/stages/internal/fault"
)

// plan decides what a call is about: which files it reads, how the stage is set, where it writes. c holds the
// settings and must not change afterwards.
func (s Stage[C]) plan(call *cli.Call, c *C) (*plan, error) {
	fields, err := config.Fields(c)
	if err != nil {
		return nil, err
	}
	p := &plan{stage: s.Name, version: s.Version, outputs: s.Outputs, layout: s.Layout,
		config: config.JSON(fields, false), keyed: config.JSON(fields, true), inputs: map[string][]Source{},
		force: call.Force, verify: call.Verify,
		run: func(ctx context.Context, t *Task) error { return s.Run(ctx, t, *c) }}
	if call.Out == "" {
		return nil, fault.Usagef("--out is required: the folder for the output")
	}
	if p.out, err = absolute(call.Out); err != nil {
		return nil, err
	}
	if p.maxRejects, err = parseShare(call.MaxRejects); err != nil {
		return nil, err
	}
	if p.shard, err = parseShard(call.Shard); err != nil {
		return nil, err
	}
	for _, in := range s.Inputs {
		if p.inputs[in.Name], err = in.resolve(call.Inputs[in.Name]); err != nil {
			return nil, err
		}
	}
	return p, nil
}
