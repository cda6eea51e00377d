package stages

import (
	"encoding/json"
	"io"

	"wrone2set/stages/internal/config"
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
}

// OutputDescription is an output in a Description.
type OutputDescription struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Schema   string `json:"schema"`
	Optional bool   `json:"optional,omitempty"`
	Working  bool   `json:"working,omitempty"`
}

// PresetDescription is a preset in a Description.
type PresetDescription struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

func (s Stage[C]) describe(r *resolved[C], w io.Writer) error {
	fields, err := config.Fields(&r.config)
	if err != nil {
		return err
	}
	first, _ := title(s.Doc)
	d := Description{Stage: s.Name, Version: s.Version, Doc: first, Layout: s.Layout.String(),
		Inputs: []InputDescription{}, Outputs: []OutputDescription{}, Presets: []PresetDescription{},
		Applied: append([]string{}, r.presets...), ConfigFile: r.file, Config: config.JSON(fields, false)}
	for _, in := range s.Inputs {
		d.Inputs = append(d.Inputs, InputDescription{"--" + in.Name, in.Doc, in.Schema, in.Required, in.Named, in.Many, in.Files})
	}
	for _, o := range s.Outputs {
		d.Outputs = append(d.Outputs, OutputDescription(o))
	}
	for _, p := range s.Presets {
		d.Presets = append(d.Presets, PresetDescription{p.Name, p.Doc})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(d)
}
