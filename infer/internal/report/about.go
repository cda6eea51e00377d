package report

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
)

// about sets the name of the page, and facts about what was labelled and by what. It leaves out folders and times, so that equal
// inputs give equal bytes wherever and whenever.
func (p *Page) about(seed uint64) {
	model := "model"
	if p.Concepts {
		model = "vocabulary"
	}
	var names []string
	values := map[string][]string{"drawn by": {fmt.Sprintf("seed %d", seed)}}
	add := func(name, value string) {
		if value != "" {
			values[name] = append(values[name], value)
		}
	}
	for _, f := range p.Folders {
		names = append(names, filepath.Base(f.Spec))
		if f.Made.Stage == "" {
			continue
		}
		if in, ok := f.Made.Input("documents", ""); ok {
			add("documents", filepath.Base(in.Spec))
		}
		add(model, p.modelName(f))
		add("labelled by", f.Made.Stage+" "+f.Made.Version)
		rule := f.Rule
		if p.Concepts {
			rule, _ = f.Made.Settings()["choose"].(string)
		} else {
			_, changed, _ := options(f) // settings that cannot be read are not named
			add("other settings", strings.Join(changed, ", "))
		}
		if rule != "" {
			add("chosen by", "--choose "+rule)
		}
	}
	p.Name = strings.Join(names, ", ")
	for _, name := range []string{"documents", model, "labelled by", "chosen by", "other settings", "drawn by"} {
		if all := slices.Compact(values[name]); len(all) > 0 {
			p.About = append(p.About, Fact{Name: name, Value: strings.Join(all, "; ")})
		}
	}
}

// modelName names the model, or the vocabulary, with which a folder was made.
func (p *Page) modelName(f *labelled.Folder) string {
	if p.Concepts {
		in, _ := f.Made.Input("vocabulary", "")
		return filepath.Base(in.Spec)
	}
	in, ok := f.Made.Input("model", "")
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s, sha256 %.12s", filepath.Base(in.Spec), in.Digest(model.TensorsFile))
}

// options returns the options of label that a run of infer had, of the settings that its manifest records, and which of these, and which
// lists, are not the default.
func options(f *labelled.Folder) (o label.Options, changed []string, err error) {
	o = label.DefaultOptions()
	var recorded map[string]json.RawMessage
	if err := json.Unmarshal(f.Made.Config, &recorded); err != nil {
		return o, nil, err
	}
	v, byDefault := reflect.ValueOf(&o).Elem(), reflect.ValueOf(o)
	for i := range v.NumField() {
		key, free, _ := strings.Cut(v.Type().Field(i).Tag.Get("key"), ",")
		if raw, ok := recorded[key]; ok {
			if err := json.Unmarshal(raw, v.Field(i).Addr().Interface()); err != nil {
				return o, nil, fmt.Errorf("setting %s: %w", key, err)
			}
		}
		if key != "-" && key != "choose" && free == "" && !v.Field(i).Equal(byDefault.Field(i)) {
			changed = append(changed, fmt.Sprintf("%s %v", key, v.Field(i)))
		}
	}
	settings := f.Made.Settings()
	for _, list := range []string{"only", "never"} {
		if name, _ := settings[list].(string); name != "" {
			changed = append(changed, list+" "+filepath.Base(name))
		}
	}
	if limit, _ := settings["limit"].(float64); limit > 0 {
		changed = append(changed, fmt.Sprintf("limit %.0f", limit))
	}
	return o, changed, nil
}
