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
	var names []string
	add := func(name string, values ...string) {
		values = slices.Compact(slices.DeleteFunc(values, func(s string) bool { return s == "" }))
		if len(values) > 0 {
			p.About = append(p.About, Fact{Name: name, Value: strings.Join(values, "; ")})
		}
	}
	var models, makers, rules, settings, documents []string
	for _, f := range p.Folders {
		names = append(names, filepath.Base(f.Spec))
		if f.Made.Stage == "" {
			continue
		}
		makers = append(makers, f.Made.Stage+" "+f.Made.Version)
		models = append(models, p.modelName(f))
		rule := f.Rule
		if p.Concepts {
			rule, _ = f.Made.Settings()["choose"].(string)
		} else {
			settings = append(settings, strings.Join(changed(f), ", "))
		}
		if rule != "" {
			rules = append(rules, "--choose "+rule)
		}
		if in, ok := f.Made.Input("documents", ""); ok {
			documents = append(documents, filepath.Base(in.Spec))
		}
	}
	add("documents", documents...)
	if p.Concepts {
		add("vocabulary", models...)
	} else {
		add("model", models...)
	}
	add("labelled by", makers...)
	add("chosen by", rules...)
	add("other settings", settings...)
	add("drawn by", fmt.Sprintf("seed %d", seed))
	p.Name = strings.Join(names, ", ")
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

// options returns the options of label that a run of infer had, of the settings that its manifest records.
func options(f *labelled.Folder) (o label.Options, err error) {
	o = label.DefaultOptions()
	var recorded map[string]json.RawMessage
	if err := json.Unmarshal(f.Made.Config, &recorded); err != nil {
		return o, err
	}
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("key"), ",")
		if raw, ok := recorded[key]; ok {
			if err := json.Unmarshal(raw, v.Field(i).Addr().Interface()); err != nil {
				return o, fmt.Errorf("setting %s: %w", key, err)
			}
		}
	}
	return o, nil
}

// changed returns the settings of label that a run gave another value than the default, and its lists.
func changed(f *labelled.Folder) (all []string) {
	o, err := options(f)
	if err != nil {
		return nil
	}
	v, byDefault := reflect.ValueOf(o), reflect.ValueOf(label.DefaultOptions())
	for i := range v.NumField() {
		key, free, _ := strings.Cut(v.Type().Field(i).Tag.Get("key"), ",")
		if key != "-" && key != "choose" && free == "" && !v.Field(i).Equal(byDefault.Field(i)) {
			all = append(all, fmt.Sprintf("%s %v", key, v.Field(i)))
		}
	}
	settings := f.Made.Settings()
	for _, list := range []string{"only", "never"} {
		if name, _ := settings[list].(string); name != "" {
			all = append(all, list+" "+filepath.Base(name))
		}
	}
	if limit, _ := settings["limit"].(float64); limit > 0 {
		all = append(all, fmt.Sprintf("limit %.0f", limit))
	}
	return all
}
