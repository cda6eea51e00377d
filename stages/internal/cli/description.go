package cli

import (
	"encoding/json"
	"io"
	"strings"
)

// Description is what --describe prints, as JSON: a stage with its settings resolved.
type Description struct {
	Stage      string              `json:"stage"`
	Version    string              `json:"version"`
	Doc        string              `json:"doc"` // the title
	Layout     string              `json:"layout"`
	Inputs     []InputDescription  `json:"inputs"`
	Outputs    []OutputDescription `json:"outputs"`
	Presets    []PresetDescription `json:"presets"`
	Applied    []string            `json:"applied_presets"`
	ConfigFile string              `json:"config_file,omitempty"` // the pipeline.yaml that was read
	Config     json.RawMessage     `json:"config"`                // key to value, in the order of the struct
}

// InputDescription is an input in a Description.
type InputDescription struct {
	Flag     string   `json:"flag"`
	Doc      string   `json:"doc"`
	Schema   string   `json:"schema"`
	Required bool     `json:"required"`
	Named    bool     `json:"named,omitempty"`
	Many     bool     `json:"many,omitempty"`
	Files    []string `json:"files,omitempty"`
	Default  string   `json:"default,omitempty"` // what is read when the flag is not given
}

// name is the flag without its dashes.
func (in InputDescription) name() string { return strings.TrimPrefix(in.Flag, "--") }

// repeatable reports whether the flag may be given more than once.
func (in InputDescription) repeatable() bool { return in.Many || in.Named }

// OutputDescription is an output in a Description.
type OutputDescription struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Schema   string `json:"schema"`
	Optional bool   `json:"optional,omitempty"`
	Stream   bool   `json:"stream,omitempty"` // --out - may be it
	Working  bool   `json:"working,omitempty"`
}

// PresetDescription is a preset in a Description.
type PresetDescription struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	Size bool   `json:"size,omitempty"` // a list without one keeps that of pipeline.yaml
}

func (d Description) write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(d)
}

func (d Description) presetNames() (names []string) {
	for _, p := range d.Presets {
		names = append(names, p.Name)
	}
	return names
}
