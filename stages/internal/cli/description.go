package cli

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/config"
)

// Description is the JSON that --describe prints: a stage with its resolved settings.
type Description struct {
	Stage      string              `json:"stage"` // the words that call it: train, or train refit
	Version    string              `json:"version"`
	Doc        string              `json:"doc"` // the title
	Layout     string              `json:"layout"`
	Inputs     []InputDescription  `json:"inputs"`
	Outputs    []Output            `json:"outputs"`
	Presets    []PresetDescription `json:"presets"`
	Modes      []ModeDescription   `json:"modes,omitempty"` // the other modes of the program
	Applied    []string            `json:"applied_presets"`
	ConfigFile string              `json:"config_file,omitempty"` // the pipeline.yaml read
	Config     json.RawMessage     `json:"config"`                // key to value, in the order of the struct

	Argv      []string          `json:"argv"`     // the command with its required flags: {NAME} stands for the value of --NAME
	Settings  []config.Field    `json:"settings"` // in the order of Config
	Options   []Flag            `json:"options"`  // flags that are neither inputs nor settings
	ExitCodes []ExitDescription `json:"exit_codes"`
}

// ModeDescription is a mode of a program in the Description of its first one.
type ModeDescription struct {
	Command string `json:"command"` // the words that call it: train refit
	Doc     string `json:"doc"`     // the title
}

// word is the second word of the command.
func (m ModeDescription) word() string {
	_, word, _ := strings.Cut(m.Command, " ")
	return word
}

// ExitDescription is an exit code in a Description.
type ExitDescription struct {
	Code  int    `json:"code"`
	Means string `json:"means"`
	Retry bool   `json:"retry"` // the same command may succeed at the next attempt
}

// describe adds what the command line knows to the description.
func (p *Program) describe() Description {
	d := p.Description
	d.Argv = strings.Fields(d.Stage)
	for _, in := range d.Inputs {
		if in.Required {
			d.Argv = append(d.Argv, in.Flag, "{"+in.name()+"}")
		}
	}
	if !p.Answers {
		d.Argv = append(d.Argv, "--out", "{out}")
	}
	d.Options = slices.Concat(p.outputFlags(), layerFlags(p.presetNames()), commonFlags)
	return d
}

// InputDescription is an input in a Description.
type InputDescription struct {
	Flag     string   `json:"flag"`
	Doc      string   `json:"doc"`
	Schema   string   `json:"schema"`
	Required bool     `json:"required"`
	Named    bool     `json:"named,omitempty"`
	Many     bool     `json:"many,omitempty"`
	Argument bool     `json:"argument,omitempty"` // its values need no flag
	Files    []string `json:"files,omitempty"`
	Default  string   `json:"default,omitempty"` // what is read without the flag
}

// name returns the flag without its dashes.
func (in InputDescription) name() string { return strings.TrimPrefix(in.Flag, "--") }

// Output is a file, or a family of files, that a stage writes. As JSON it is what --describe says of it.
type Output struct {
	// Name is the file name, or a pattern of path.Match: "vocab.parquet", "test.*-*.parquet", "checkpoint/*". In one
	// of several parts the name of a single file gets the part's number before its extension.
	Name   string `json:"name"`
	Doc    string `json:"doc"`    // one line for --describe
	Schema string `json:"schema"` // kind of its rows; never empty
	// Optional outputs may be missing from a finished folder, where inputs and settings do not ask for them. Nothing notices if Run
	// forgets one.
	Optional bool `json:"optional,omitempty"`
	// Folders means that files of that name may also lie in folders such as year=2020, one for each value of a column.
	Folders bool `json:"folders,omitempty"`
	// A Stream output may go to standard output, by --out -, if a setting selects it; see Task.Streams.
	Stream bool `json:"stream,omitempty"`
	// Working outputs are the files from which an unfinished attempt of an InPlace stage resumes. They are declared so
	// that clearing the folder removes them. The manifest omits them, since they are not part of the finished output.
	Working bool `json:"working,omitempty"`
}

// PresetDescription is a preset in a Description.
type PresetDescription struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	Size bool   `json:"size,omitempty"` // a list of presets without a size keeps that of pipeline.yaml
}

func (d Description) presetNames() (names []string) {
	for _, p := range d.Presets {
		names = append(names, p.Name)
	}
	return names
}
