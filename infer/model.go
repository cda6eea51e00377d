package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Files of a model folder.
const (
	configFile  = model.ConfigFile
	tensorsFile = model.TensorsFile
	vocabFile   = model.VocabularyFile
	choiceFile  = model.ChoiceFile
	knownFile   = model.KnownFile
)

// opened is a model folder that was read.
type opened struct {
	system     model.System
	network    model.Network
	vocabulary *text.Vocabulary
	unicode    text.Unicode // how raw text was cut into the vocabulary's words
	fallback   *fallback
	choice     *choose.Model // nil: the folder has none
	known      *choose.Known // the phrases that the choice knows, nil: none
}

// folderOf is the model folder of a source.
func folderOf(source stages.Source) model.Folder {
	return model.Folder{Name: source.Spec, Path: source.Path, Open: source.Open}
}

// openModel reads a model folder. A vocabulary that is not the network's, or a
// parameter that is not finite, is a *schemas.FileError.
func openModel(source stages.Source) (*opened, error) {
	if source.Dir == "" && source.FS == nil {
		return nil, &stages.UsageError{Err: fmt.Errorf("--model %s: want the folder that train wrote", source.Spec)}
	}
	folder := folderOf(source)
	if err := folder.Check(); err != nil {
		return nil, err
	}
	m := &opened{}
	var err error
	if m.system, err = folder.System(); err != nil {
		return nil, err
	}
	if m.network, err = folder.Network(); err != nil {
		return nil, err
	}
	if m.vocabulary, m.unicode, err = folder.Vocabulary(m.network); err != nil || !m.system.Slots {
		return m, err
	}
	if m.choice, err = folder.Choice(); err != nil {
		return nil, err
	}
	m.known, err = folder.Known(m.choice)
	return m, err
}

// suits refuses settings that the model cannot follow.
func (m *opened) suits(t *stages.Task, c Config) error {
	if err := m.suitsSystem(t, c); err != nil {
		return err
	}
	if c.Shortlist > 0 && m.vocabulary.Pieces() > 0 {
		return &stages.UsageError{Err: fmt.Errorf("--shortlist goes by how frequent words are, and the model of %s writes word pieces, which are in no such order; leave shortlist out",
			t.Input("model")[0].Spec)}
	}
	return nil
}

// mode is how phrases are chosen with the model: where the settings leave it open, by f1 if the model can.
func (m *opened) mode(t *stages.Task, c Config) (choose.Mode, error) {
	mode, err := c.mode()
	if err == nil && !m.system.Slots {
		return ranked(mode), nil
	}
	if err != nil || m.choice != nil && mode.Rule != "" || mode.Rule == choose.Slots {
		return mode, err
	}
	if m.choice != nil {
		return choose.Mode{Rule: choose.BestF1}, nil
	}
	folder := t.Input("model")[0].Spec
	if mode.Rule != "" {
		return mode, &schemas.FileError{File: folder, Err: fmt.Errorf("--choose %s needs %s, which this model folder does not have", mode, choiceFile),
			Remedy: "make a folder with one by train refit, or give --choose slots"}
	}
	t.Log.Info("the model has no "+choiceFile+": phrases and scores are as slots say them", "model", folder, "choose", choose.Slots)
	return choose.Mode{Rule: choose.Slots}, nil
}

// options are how the model labels.
func (m *opened) options(w *kernel.Workers, c Config, mode choose.Mode) phrase.Options {
	return phrase.Options{
		Vocabulary: m.vocabulary, Workers: w, Int8: c.Precision == int8Precision, Shortlist: c.Shortlist,
		Ranker: phrase.Ranker{Stemmer: text.NewStemmer(), Unmarked: c.Released, MinScore: c.MinScore, MaxPhrases: c.MaxPhrases},
		Mode:   mode, Choice: m.choice, Known: m.known, Slots: c.Slots,
		Beam: c.Beam, BeamDepth: c.BeamDepth, BeamNorm: c.BeamNorm,
	}
}
