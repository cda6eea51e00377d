package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
)

// Explain labels the documents that are shown again, with the model that labelled them, to know why each phrase was chosen. It sets
// Explained, and Unexplained if some have none. source is the model that was given, if any.
func (p *Page) Explain(ctx context.Context, t *stages.Task, source []stages.Source) (err error) {
	shown := slices.Concat(p.Drawn, p.Uncertain)
	switch {
	case p.Concepts || len(shown) == 0:
		return nil
	case !p.Texts:
		p.Unexplained = "Why a phrase was chosen is not said, because --documents was not given."
		return nil
	}
	for i, f := range p.Folders {
		found := false
		if len(source) > 0 {
			if found, err = labelledBy(f, source[0]); err != nil {
				return err
			}
			if !found && source[0].FS == nil && len(p.Folders) == 1 {
				return &stages.UsageError{Err: fmt.Errorf("--model %s is not the model that labelled %s", source[0].Spec, f.Spec)}
			}
		}
		if !found {
			p.Unexplained = fmt.Sprintf("Why a phrase was chosen is not said where the model that labelled is not at hand: %s. Give it by --model.", p.modelName(f))
			continue
		}
		var own []*survey.Document
		for _, d := range shown {
			if d.Folder == i && !slices.Contains(own, d) {
				own = append(own, d)
			}
		}
		if err := p.again(ctx, t.Threads, f, source[0], own); err != nil {
			return err
		}
	}
	return nil
}

// labelledBy reports whether a model folder has the files of the model that labelled a folder.
func labelledBy(f *labelled.Folder, m stages.Source) (bool, error) {
	in, ok := f.Made.Input("model", "")
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
func (p *Page) again(ctx context.Context, threads int, f *labelled.Folder, source stages.Source, documents []*survey.Document) error {
	o, _, err := options(f)
	if err != nil || len(documents) == 0 {
		return err
	}
	m, err := label.Read(model.Folder{Name: source.Spec, Path: source.Path, Open: source.Open}, o.Speed)
	if err != nil {
		return err
	}
	o.Threads, o.Why = threads, true
	l, err := m.Labeller(o)
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
		explain(d, items[i].Prediction.Phrases, items[i].Reasons)
	}
	p.Explained = true
	return nil
}
