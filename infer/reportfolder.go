package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/report"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
)

// folder is a finished output of infer or of infer concepts.
type folder struct {
	stages.Source
	made     *stages.Manifest // empty if it is not known how the labels were made
	concepts bool
	likely   bool // scores are probabilities
	absent   export.Absent
}

// openFolders finds what the outputs are. All are of one kind, and no file is given twice.
func openFolders(t *stages.Task, c ReportConfig) (all []*folder, err error) {
	digests := map[string]string{}
	for _, in := range t.Input("labels") {
		f := &folder{Source: in}
		if f.made, _, err = in.Provenance(); err != nil {
			return nil, err
		}
		if f.concepts, err = concepts(t, in); err != nil {
			return nil, err
		}
		f.likely = f.concepts || f.made.Noted("scores") == probabilities
		if f.absent, err = c.absent(f.likely, f.made.Noted("choose")); err != nil {
			return nil, err
		}
		if len(all) > 0 && all[0].concepts != f.concepts {
			return nil, &stages.UsageError{Err: fmt.Errorf("%s has phrases and %s concepts, or the other way round: give them one by one", all[0].Spec, in.Spec)}
		}
		for _, file := range f.Files {
			made, _ := f.made.Output(path.Base(filepath.ToSlash(file)))
			if first, twice := digests[made.SHA256]; twice && made.SHA256 != "" && (made.Rows == nil || *made.Rows > 0) {
				return nil, &stages.UsageError{Err: fmt.Errorf("%s and %s are the same: give each folder once", first, file)}
			}
			digests[made.SHA256] = file
		}
		all = append(all, f)
	}
	return all, nil
}

// concepts reports whether files have concepts rather than phrases.
func concepts(t *stages.Task, in stages.Source) (bool, error) {
	r, err := schemas.Predictions.OpenBy(in.Files[0], t.Open)
	if err == nil {
		return false, r.Close()
	}
	if errors.Is(err, schemas.ErrSchema) {
		if r, second := schemas.Assigneds.OpenBy(in.Files[0], t.Open); second == nil {
			return true, r.Close()
		}
	}
	return false, err
}

// noDocuments is the error for outputs without a document.
func noDocuments(folders []*folder) error {
	return &schemas.FileError{File: folders[0].Spec, Err: errors.New("no document was labelled"), Remedy: "label documents first; rejects.jsonl of that folder says why rows were not read"}
}

// options returns the options of label that a run of infer had, of the settings that its manifest records.
func (f *folder) options() (o label.Options, err error) {
	o = label.DefaultOptions()
	var recorded map[string]json.RawMessage
	if err := json.Unmarshal(f.made.Config, &recorded); err != nil {
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
func (f *folder) changed() (all []string) {
	o, err := f.options()
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
	settings := f.made.Settings()
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

// about returns the name of the page, and facts about what was labelled and by what. It leaves out folders and times, so that equal
// inputs give equal bytes wherever and whenever.
func about(t *stages.Task, folders []*folder, c ReportConfig) (name string, facts []report.Fact) {
	var names []string
	add := func(name string, values ...string) {
		values = slices.Compact(slices.DeleteFunc(values, func(s string) bool { return s == "" }))
		if len(values) > 0 {
			facts = append(facts, report.Fact{Name: name, Value: strings.Join(values, "; ")})
		}
	}
	var models, makers, rules, settings, documents []string
	for _, f := range folders {
		names = append(names, filepath.Base(f.Spec))
		if f.made.Stage == "" {
			continue
		}
		makers = append(makers, f.made.Stage+" "+f.made.Version)
		models = append(models, f.modelName())
		rule := f.made.Noted("choose")
		if f.concepts {
			rule, _ = f.made.Settings()["choose"].(string)
		} else {
			settings = append(settings, strings.Join(f.changed(), ", "))
		}
		if rule != "" {
			rules = append(rules, "--choose "+rule)
		}
		if in, ok := f.made.Input("documents", ""); ok {
			documents = append(documents, filepath.Base(in.Spec))
		}
	}
	add("documents", documents...)
	if folders[0].concepts {
		add("vocabulary", models...)
	} else {
		add("model", models...)
	}
	add("labelled by", makers...)
	add("chosen by", rules...)
	add("other settings", settings...)
	add("drawn by", fmt.Sprintf("seed %d", c.Seed))
	return strings.Join(names, ", "), facts
}

// modelName names the model, or the vocabulary, with which a folder was made.
func (f *folder) modelName() string {
	if f.concepts {
		in, _ := f.made.Input("vocabulary", "")
		return filepath.Base(in.Spec)
	}
	in, ok := f.made.Input("model", "")
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s, sha256 %.12s", filepath.Base(in.Spec), in.Digest(tensorsFile))
}
