package cli

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

// Description is the JSON that --describe prints: a stage with its resolved settings.
type Description struct {
	Stage      string            `json:"stage"` // the words that call it: train, or train refit
	Version    string            `json:"version"`
	Doc        string            `json:"doc"` // the title
	Layout     string            `json:"layout"`
	Inputs     []input.Input     `json:"inputs"`
	Outputs    []output.Output   `json:"outputs"`
	Presets    []Preset          `json:"presets"`
	Modes      []ModeDescription `json:"modes,omitempty"` // the other modes of the program
	Applied    []string          `json:"applied_presets"`
	ConfigFile string            `json:"config_file,omitempty"` // the pipeline.yaml read
	Config     json.RawMessage   `json:"config"`                // key to value, in the order of the struct

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
		if in.Must() {
			d.Argv = append(d.Argv, in.Flag(), "{"+in.Name+"}")
		}
	}
	if !p.Answers {
		d.Argv = append(d.Argv, "--out", "{out}")
	}
	d.Options = slices.Concat(p.outputFlags(), layerFlags(p.presetNames()), commonFlags)
	return d
}

// Preset is a named set of settings. As JSON it is what --describe says of it.
type Preset struct {
	Name  string `json:"name"`
	Doc   string `json:"doc"`
	Size  bool   `json:"size,omitempty"` // a list of presets without a size keeps that of pipeline.yaml
	Apply func() `json:"-"`
}

func (d Description) presetNames() (names []string) {
	for _, p := range d.Presets {
		names = append(names, p.Name)
	}
	return names
}
