package stages

import (
	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/config"
)

// Description is what --describe prints, as JSON: a stage with its settings resolved.
type Description = cli.Description

// InputDescription is an input in a Description.
type InputDescription = cli.InputDescription

// OutputDescription is an output in a Description.
type OutputDescription = cli.OutputDescription

// PresetDescription is a preset in a Description.
type PresetDescription = cli.PresetDescription

// description is the stage as data, before its settings are resolved.
func (s Stage[C]) description() Description {
	d := Description{Stage: s.Name, Version: s.Version, Doc: s.title(), Layout: s.Layout.String(),
		Inputs: []InputDescription{}, Outputs: []OutputDescription{}, Presets: []PresetDescription{}}
	for _, in := range s.Inputs {
		d.Inputs = append(d.Inputs, InputDescription{Flag: "--" + in.Name, Doc: in.Doc, Schema: in.Schema,
			Required: in.Required && in.Default == nil, Named: in.Named, Many: in.Many, Files: in.Files})
		if in.Default != nil {
			d.Inputs[len(d.Inputs)-1].Default = builtIn
		}
		if in.Piped {
			d.Inputs[len(d.Inputs)-1].Required, d.Inputs[len(d.Inputs)-1].Default = false, piped
		}
	}
	for _, o := range s.Outputs {
		d.Outputs = append(d.Outputs, OutputDescription{Name: o.Name, Doc: o.Doc, Schema: o.Schema, Optional: o.Optional, When: o.When, Stream: o.Stream, Working: o.Working})
	}
	c := s.Config
	fields, _ := config.Fields(&c) // checked by Validate
	d.Settings = cli.DescribeSettings(fields)
	d.ExitCodes = []cli.ExitDescription{
		{Code: ExitDone, Means: "the output is there and whole"},
		{Code: ExitFailed, Means: "failed or stopped", Retry: true},
		{Code: exitCrash, Means: "crashed, or out of memory", Retry: true},
		{Code: ExitUsage, Means: "wrong flags or settings, or an output folder that is something else"},
		{Code: ExitInput, Means: "an input is missing, broken or unfinished, or has too many bad rows"},
	}
	for _, p := range s.Presets {
		d.Presets = append(d.Presets, PresetDescription{Name: p.Name, Doc: p.Doc, Size: p.Size})
	}
	return d
}

// piped stands for standard input where an input is read from.
const piped = "-"

// exitCrash is how Go ends a program that it cannot go on with.
const exitCrash = 2
