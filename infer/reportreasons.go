package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/infer/internal/report"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
)

// explain labels the documents that are shown again, with the model that labelled them, to know why each phrase was chosen. note says
// why there are no reasons, "" if there are.
func explain(ctx context.Context, t *stages.Task, folders []*folder, s *survey.Survey) (reasons report.Reasons, note string, err error) {
	shown := slices.Concat(s.Drawn, s.Uncertain)
	switch {
	case folders[0].concepts || len(shown) == 0:
		return nil, "", nil
	case len(t.Input("documents")) == 0:
		return nil, "Why a phrase was chosen is not said, because --documents was not given.", nil
	}
	reasons = report.Reasons{}
	source := t.Input("model")
	found := map[*folder]bool{}
	for i, f := range folders {
		if len(source) == 0 {
			break
		}
		if found[f], err = f.labelledBy(source[0]); err != nil {
			return nil, "", err
		}
		if !found[f] {
			continue
		}
		var own []*survey.Document
		for _, d := range shown {
			if d.Folder == i && !slices.Contains(own, d) {
				own = append(own, d)
			}
		}
		if err := f.again(ctx, t, source[0], own, reasons); err != nil {
			return nil, "", err
		}
	}
	for _, f := range folders {
		if found[f] {
			continue
		}
		if len(source) > 0 && source[0].FS == nil && len(found) == 1 {
			return nil, "", &stages.UsageError{Err: fmt.Errorf("--model %s is not the model that labelled %s", source[0].Spec, f.Spec)}
		}
		note = fmt.Sprintf("Why a phrase was chosen is not said where the model that labelled is not at hand: %s. Give it by --model.", f.modelName())
	}
	return reasons, note, nil
}

// labelledBy reports whether a model folder has the files of the model that labelled a folder.
func (f *folder) labelledBy(m stages.Source) (bool, error) {
	in, ok := f.made.Input("model", "")
	if !ok || len(in.Files) == 0 {
		return false, nil
	}
	for _, file := range in.Files {
		name := path.Base(filepath.ToSlash(file.Path))
		if !slices.ContainsFunc(m.Files, func(have string) bool { return path.Base(filepath.ToSlash(have)) == name }) {
			return false, nil
		}
		r, err := m.Open(name)
		if err != nil {
			return false, err
		}
		h := sha256.New()
		_, err = io.Copy(h, r)
		if closing := r.Close(); err == nil {
			err = closing
		}
		if err != nil || hex.EncodeToString(h.Sum(nil)) != file.SHA256 {
			return false, err
		}
	}
	return true, nil
}

// again labels documents again and adds the reasons of the phrases that have the same score as before.
func (f *folder) again(ctx context.Context, t *stages.Task, source stages.Source, documents []*survey.Document, reasons report.Reasons) error {
	options, err := f.options()
	if err != nil || len(documents) == 0 {
		return err
	}
	m, err := label.Read(model.Folder{Name: source.Spec, Path: source.Path, Open: source.Open})
	if err != nil {
		return err
	}
	options.Threads, options.Why = t.Threads, true
	l, err := m.Labeller(options)
	if err != nil {
		return err
	}
	maker, items := l.Maker(), make([]label.Item, len(documents))
	for i, d := range documents {
		if items[i], err = maker.Make(d.Record, nil); err != nil {
			return err
		}
	}
	if err := l.Items(ctx, items, func(int) {}); err != nil {
		return err
	}
	for i, d := range documents {
		reasons.Add(d, items[i].Prediction.Phrases, items[i].Reasons)
	}
	return nil
}
