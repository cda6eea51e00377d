package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/config"
)

// option is one flag: how it is parsed, its help, and its completions in a shell.
type option struct {
	name     string
	value    string // placeholder of its value in the help; empty: a switch
	doc      string
	standard string // its default value
	fallback string // its default in words, if there is no such value
	list     bool   // all values are kept, not only the last
	many     bool   // may be repeated
	path     bool   // the value is a path
	values   []value
	short    string // short name, for flags that urfave/cli provides
}

// value is one possible value of an option.
type value struct{ name, doc string }

// group is a section of the help.
type group struct {
	title   string
	note    string // empty: none
	options []option
	presets []PresetDescription
}

// groups returns the options of the program, in the order of the help.
func (p *Program) groups() []group {
	var inputs []option
	for _, in := range p.Inputs {
		inputs = append(inputs, in.option())
	}
	var settings []option
	for _, f := range p.Settings {
		settings = append(settings, settingOption(f))
	}
	return []group{
		{title: "Input", note: "a file, a folder, a 'glob' in quotes, or source.txt:target.txt", options: inputs},
		{title: "Output", options: p.outputOptions()},
		{title: "Layers", note: "defaults, then presets, then pipeline.yaml, then flags; later ones win", options: layerOptions(p.Presets)},
		{title: "Presets", note: "named by --preset, else by the key preset of pipeline.yaml", presets: p.Presets},
		{title: "Settings", note: "each also a key in the stage's section of pipeline.yaml, with _ for -", options: settings},
		{title: "Every stage", options: commonOptions()},
	}
}

// outputOptions are the flags of the output.
func (p *Program) outputOptions() []option {
	if p.Answers {
		return []option{rejectsOption()}
	}
	return outputOptions(p.Parted, p.streams())
}

// rejectsOption is the flag that limits bad rows.
func rejectsOption() option {
	return option{name: "max-rejects", value: "SHARE", doc: "largest share of bad rows to tolerate: 0.01 or 1%", standard: "1%"}
}

func outputOptions(parted, streams bool) []option {
	out := "folder of the output; required"
	if streams {
		out = "folder of the output, or - for standard output; required"
	}
	options := []option{
		{name: "out", value: "FOLDER", doc: out, path: true},
		{name: "force", doc: "make the output again even if it exists"},
		{name: "verify", doc: "read every file to compare digests, instead of trusting size and time"},
		rejectsOption(),
	}
	if parted {
		options = append(options,
			option{name: "shard", value: "I/N", doc: "make only the parts of shard I of N; I counts from 0", fallback: "that of the array job, else all"},
			option{name: "shards", value: "N", doc: "number of tasks of the array job, if its environment does not give it"})
	}
	return options
}

// streams reports whether the output can be standard output.
func (p *Program) streams() bool {
	return slices.ContainsFunc(p.Outputs, func(o OutputDescription) bool { return o.Stream })
}

func layerOptions(presets []PresetDescription) []option {
	preset := option{name: "preset", value: "A,B", doc: "sets of settings; may be repeated", list: true, many: true}
	var names []string
	for _, p := range presets {
		preset.values = append(preset.values, value{p.Name, p.Doc})
		names = append(names, p.Name)
	}
	if len(names) > 0 {
		preset.doc = "sets of settings; may be repeated, later ones win: " + strings.Join(names, ", ")
	}
	return []option{preset,
		{name: "config", value: "FILE", doc: "a pipeline.yaml; none: no file", fallback: defaultConfig + " if it exists", path: true}}
}

func commonOptions() []option {
	completion := option{name: "completion", value: "SHELL", doc: "print what completes this command line in bash, zsh or fish and stop"}
	for _, s := range shells() {
		completion.values = append(completion.values, value{name: s.name})
	}
	return []option{
		{name: "threads", value: "N", doc: "goroutines that compute in parallel; the result is the same for any number", fallback: "one per CPU"},
		{name: "quiet", doc: "print only warnings and errors"},
		{name: "log-format", value: "FORMAT", doc: "text or json", standard: "text", values: []value{{name: "text"}, {name: "json"}}},
		{name: "describe", doc: "print inputs, outputs and settings as JSON and stop"},
		completion,
		{name: "man", doc: "print the manual page and stop"},
		{name: "help", short: "h", doc: "print examples and the usual settings and stop"},
		{name: "help-all", doc: "print the description and every setting and stop"},
		{name: "version", short: "v", doc: "print version and commit and stop"},
	}
}

// Reserved returns the flags of every stage, or of a Parted one; inputs and settings must not use these names.
func Reserved(parted bool) []string {
	names := []string{cli.BashCompletionFlag.Names()[0]}
	for _, options := range [][]option{outputOptions(parted, true), layerOptions(nil), commonOptions()} {
		for _, o := range options {
			names = append(names, o.name)
			if o.short != "" {
				names = append(names, o.short)
			}
		}
	}
	return names
}

// corpus is the schema of documents as their owner has them: a file, folder, glob, pair or pipe of any known format.
const corpus = "corpus"

func (in InputDescription) option() option {
	o := option{name: in.name(), value: "PATH", doc: in.Doc + " (" + in.Schema + ")", list: true, many: in.repeatable(), path: true, fallback: in.Default}
	if in.Schema == corpus {
		o.value, o.doc = "CORPUS", in.Doc
	}
	if in.Named {
		o.value = "NAME=" + o.value
	}
	if in.Required {
		o.doc += "; required"
	}
	if o.many {
		o.doc += "; may be repeated"
	}
	return o
}

// settingOption returns the flag of one setting. Its value is read as text, so that flags and file follow the same
// rules.
func settingOption(f config.Field) option {
	values := map[config.Kind]string{config.Int: "N", config.Uint: "N", config.Float: "X", config.String: "TEXT", config.Strings: "A,B"}
	o := option{name: f.Flag(), value: values[f.Kind], doc: f.Help, fallback: f.Text()}
	if o.fallback == "" {
		o.fallback = "none"
	}
	return o
}

// flag returns the option as a urfave/cli flag; nil for flags that urfave/cli provides.
func (o option) flag() cli.Flag {
	switch {
	case o.short != "":
		return nil
	case o.value == "":
		return &cli.BoolFlag{Name: o.name, Usage: o.doc, DefaultText: o.fallback}
	case o.list:
		return &cli.StringSliceFlag{Name: o.name, Usage: o.doc, DefaultText: o.fallback, TakesFile: o.path}
	}
	return &cli.StringFlag{Name: o.name, Usage: o.doc, Value: o.standard, DefaultText: o.fallback, TakesFile: o.path}
}

// shown returns the option as the help shows it: --out FOLDER.
func (o option) shown() string {
	s := "--" + o.name
	if o.value != "" {
		s += " " + o.value
	}
	if o.short != "" {
		s += ", -" + o.short
	}
	return s
}

// explained returns the option's text in the help.
func (o option) explained() string {
	if byDefault := o.standard + o.fallback; byDefault != "" {
		return o.doc + " (default: " + byDefault + ")"
	}
	return o.doc
}
