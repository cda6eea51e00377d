package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

// Flag is one flag of a program, as the parser, the help, the manual page, --describe and the completion take it.
type Flag struct {
	Flag    string   `json:"flag"`              // with its dashes
	Value   string   `json:"value,omitempty"`   // what stands for its value in the help; empty: a switch
	Default string   `json:"default,omitempty"` // its value when it is not given
	Choices []string `json:"choices,omitempty"`
	Many    bool     `json:"many,omitempty"` // may be repeated
	Help    string   `json:"help"`

	otherwise string // its default in words, if no value is one
	list      bool   // all values are kept, not only the last
	short     string // short name, of a flag that urfave/cli provides
}

// group is a section of flags in the help.
type group struct {
	title string
	flags []Flag
}

// groups returns the flags of the program in the order of the help.
func (p *Program) groups() []group {
	var inputs, settings []Flag
	for _, in := range p.Inputs {
		inputs = append(inputs, inputFlag(in))
	}
	for _, f := range p.Settings {
		settings = append(settings, settingFlag(f))
	}
	return []group{
		{"Input: a file, a folder, a 'glob' in quotes, or source.txt:target.txt", inputs},
		{"Output", p.outputFlags()},
		{"Layers: defaults, then presets, then pipeline.yaml, then flags; later ones win", layerFlags(p.presetNames())},
		{"Settings: each also a key in the stage's section of pipeline.yaml, with _ for -", settings},
		{"Every stage", commonFlags},
	}
}

func (p *Program) flags() (all []Flag) {
	for _, g := range p.groups() {
		all = append(all, g.flags...)
	}
	return all
}

// inputFlag returns the flag of an input. A corpus is a file, folder, glob, pair or pipe of any known format, as its owner has it.
func inputFlag(in input.Input) Flag {
	f := Flag{Flag: in.Flag(), Value: "PATH", Help: in.Doc + " (" + in.Schema + ")", Many: in.Many || in.Named, otherwise: in.Otherwise(), list: true}
	if in.Schema == "corpus" {
		f.Value, f.Help = "CORPUS", in.Doc
	}
	if in.Named {
		f.Value = "NAME=" + f.Value
	}
	if in.Must() {
		f.Help += "; required"
	}
	if f.Many {
		f.Help += "; may be repeated"
	}
	if in.Argument {
		f.Help += "; needs no flag"
	}
	return f
}

// settingFlag returns the flag of one setting. It is parsed as text, so that flags and file follow the same rules.
func settingFlag(f config.Field) Flag {
	values := map[string]string{"integer": "N", "number": "X", "string": "TEXT", "array": "A,B"}
	flag := Flag{Flag: f.Flag, Value: values[f.Type], Help: f.Help, otherwise: f.Text(), Choices: f.Choices}
	if flag.otherwise == "" {
		flag.otherwise = "none"
	}
	return flag
}

func (p *Program) outputFlags() []Flag {
	if p.Answers {
		return []Flag{rejectsFlag}
	}
	return outputFlags(p.Parted, slices.ContainsFunc(p.Outputs, func(o output.Output) bool { return o.Stream }))
}

// rejectsFlag limits bad rows.
var rejectsFlag = Flag{Flag: "--max-rejects", Value: "SHARE", Help: "largest share of bad rows to tolerate: 0.01 or 1%", Default: "1%"}

func outputFlags(parted, streams bool) []Flag {
	out := "folder of the output; required"
	if streams {
		out = "folder of the output, or - for standard output; required"
	}
	flags := []Flag{
		{Flag: "--out", Value: "FOLDER", Help: out},
		{Flag: "--force", Help: "make the output again even if it exists"},
		{Flag: "--verify", Help: "read every file to compare digests, instead of trusting size and time"},
		rejectsFlag,
	}
	if parted {
		flags = append(flags,
			Flag{Flag: "--shard", Value: "I/N", Help: "make only the parts of shard I of N; I counts from 0", otherwise: "that of the array job, else all"},
			Flag{Flag: "--shards", Value: "N", Help: "number of tasks of the array job, if its environment does not give it"})
	}
	return flags
}

func layerFlags(presets []string) []Flag {
	help := "sets of settings; may be repeated"
	if len(presets) > 0 {
		help += ", later ones win: " + strings.Join(presets, ", ")
	}
	return []Flag{
		{Flag: "--preset", Value: "A,B", Help: help, Choices: presets, Many: true, list: true},
		{Flag: "--config", Value: "FILE", Help: "a pipeline.yaml; none: no file", otherwise: defaultConfig + " if it exists"},
	}
}

// commonFlags are those of every stage.
var commonFlags = []Flag{
	{Flag: "--threads", Value: "N", Help: "goroutines that compute in parallel; the result is the same for any number", otherwise: "one per CPU"},
	{Flag: "--quiet", Help: "print only warnings and errors"},
	{Flag: "--log-format", Value: "FORMAT", Help: "text or json", Default: "text", Choices: []string{"text", "json"}},
	{Flag: "--metrics", Value: "FILE", Help: "keep the progress in a file in Prometheus' text format, for the textfile collector of the node exporter", otherwise: "none"},
	{Flag: "--describe", Help: "print inputs, outputs and settings as JSON and stop"},
	{Flag: "--completion", Value: "SHELL", Help: "print what completes this command line in bash, zsh or fish and stop", Choices: shells},
	{Flag: "--man", Help: "print the manual page and stop"},
	{Flag: "--help", short: "h", Help: "print examples and the usual settings and stop"},
	{Flag: "--help-all", Help: "print the description and every setting and stop"},
	{Flag: "--version", short: "v", Help: "print version and commit and stop"},
}

// Reserved returns the flags of every stage, or of a Parted one, without dashes; inputs and settings must not use these names.
func Reserved(parted bool) []string {
	names := []string{strings.TrimPrefix(completing, "--"), "h", "v"}
	for _, f := range slices.Concat(outputFlags(parted, true), layerFlags(nil), commonFlags) {
		names = append(names, f.name())
	}
	return names
}

// name returns the flag without its dashes.
func (f Flag) name() string { return strings.TrimPrefix(f.Flag, "--") }

// parsed returns the flag as urfave/cli parses it; nil for those that urfave/cli provides.
func (f Flag) parsed() cli.Flag {
	switch {
	case f.short != "":
		return nil
	case f.Value == "":
		return &cli.BoolFlag{Name: f.name()}
	case f.list:
		return &cli.StringSliceFlag{Name: f.name()}
	}
	return &cli.StringFlag{Name: f.name(), Value: f.Default}
}

// entry returns the flag as the help shows it.
func (f Flag) entry() entry {
	e := entry{f.Flag, f.Help}
	if f.Value != "" {
		e.Name += " " + f.Value
	}
	if f.short != "" {
		e.Name += ", -" + f.short
	}
	if byDefault := f.Default + f.otherwise; byDefault != "" {
		e.Text += " (default: " + byDefault + ")"
	}
	return e
}
