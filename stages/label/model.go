package label

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/extract"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Model is a model folder that was read. A Labeller of it changes its weights, so that a Model makes one Labeller.
type Model struct {
	folder     model.Folder
	system     model.System
	network    model.Network
	vocabulary *text.Vocabulary
	judge      *doubt.Judge
	unicode    text.Unicode  // how raw text was cut into the vocabulary's words
	choice     *choose.Model // nil: the folder has none
	known      *choose.Known // the phrases that the choice knows, nil: none

	picks  *extract.Model       // of phrases from the text
	leaves bool                 // auto leaves other languages to picks
	rarity *extract.Frequencies // of words, for picks; nil: not known
}

// Open makes a Labeller of a model folder of this machine, or of the built-in model if dir is "".
func Open(dir string, o Options) (*Labeller, error) {
	folder := model.Disk(dir)
	if dir == "" {
		built := pretrained.Model()
		if built == nil {
			return nil, fault.Usagef("this program has no built-in model, because it was built with the tag nomodel; name a model folder")
		}
		folder = builtIn(built)
	}
	m, err := Read(folder)
	if err != nil {
		return nil, err
	}
	return m.Labeller(o)
}

// builtIn is the folder of the built-in model.
func builtIn(files fs.FS) model.Folder {
	return model.Folder{Name: "built-in", Path: func(name string) string { return name }, Open: func(name string) (schemas.File, error) {
		f, err := files.Open(name)
		if err != nil {
			return nil, err
		}
		file, ok := f.(schemas.File)
		if !ok {
			return nil, errors.Join(fmt.Errorf("%s cannot be read at any place", name), f.Close())
		}
		return file, nil
	}}
}

// Read reads a model folder, wherever it lies. A vocabulary that is not the network's, or a parameter that is not finite,
// is a *schemas.FileError.
func Read(folder model.Folder) (*Model, error) {
	if err := folder.Check(); err != nil {
		return nil, err
	}
	m := &Model{folder: folder}
	var err error
	if m.picks, err = folder.Extract(); err != nil {
		return nil, err
	}
	if m.leaves = m.picks != nil; !m.leaves {
		if m.picks, err = extract.Default(); err != nil {
			return nil, err
		}
	}
	if m.system, err = folder.System(); err != nil {
		return nil, err
	}
	if m.network, err = folder.Network(); err != nil {
		return nil, err
	}
	if m.vocabulary, m.unicode, err = folder.Vocabulary(m.network); err != nil {
		return nil, err
	}
	if m.judge = doubt.NewJudge(m.vocabulary); !m.system.Slots {
		return m, nil
	}
	if m.choice, err = folder.Choice(); err != nil {
		return nil, err
	}
	if m.known, err = folder.Known(m.choice); err != nil {
		return nil, err
	}
	built, err := isBuiltIn(m.choice)
	m.leaves = m.leaves || built
	return m, err
}

// isBuiltIn reports whether a choice is one of the built-in model, wherever its folder lies: it knows the same phrases.
func isBuiltIn(c *choose.Model) (bool, error) {
	files := pretrained.Model()
	if files == nil || c == nil || c.Known == "" {
		return false, nil
	}
	own, err := builtIn(files).Choice()
	return err == nil && own != nil && own.Known == c.Known, err
}

// Chooses reports whether the model has a choice, so that a score can be a probability. Systems of one slot have none.
func (m *Model) Chooses() bool { return m.choice != nil || !m.system.Slots }

// Sample reports whether the model was trained on documents that preprocess made up.
func (m *Model) Sample() bool { return m.vocabulary.Sample() }

// Mode is how phrases are chosen with the options: where they leave it open, by f1 if the model can. It refuses options
// that the model cannot follow.
func (m *Model) Mode(o Options) (choose.Mode, error) {
	if err := o.Check(); err != nil {
		return choose.Mode{}, err
	}
	if err := m.suits(o); err != nil {
		return choose.Mode{}, err
	}
	mode, err := o.mode()
	if err == nil && !m.system.Slots {
		return ranked(mode), nil
	}
	if err != nil || m.choice != nil && mode.Rule != "" || mode.Rule == choose.Slots {
		return mode, err
	}
	if m.choice != nil {
		return choose.Mode{Rule: choose.BestF1}, nil
	}
	if mode.Rule != "" {
		return mode, &schemas.FileError{File: m.folder.Name, Err: fmt.Errorf("--choose %s needs %s, which this model folder does not have", mode, model.ChoiceFile),
			Remedy: "make a folder with one by train refit, or give --choose slots"}
	}
	return choose.Mode{Rule: choose.Slots}, nil
}

// Labeller makes the network ready. It may be called once.
func (m *Model) Labeller(o Options) (*Labeller, error) {
	mode, err := m.Mode(o)
	if err != nil {
		return nil, err
	}
	l := &Labeller{model: m, options: o, mode: mode, threads: o.threads(), turn: make(chan struct{}, 1)}
	given := m.options(kernel.NewWorkers(l.threads), o, mode)
	given.Ended = func() error { return l.ended() }
	l.ready = m.network.Labeller(given)
	return l, nil
}

// expecting is the choice for the number of keyphrases that the options give, nil without one.
func (m *Model) expecting(o Options) *choose.Model {
	if m.choice == nil || o.Expect == 0 {
		return m.choice
	}
	return m.choice.Expecting(o.Expect)
}

// options are how the model labels.
func (m *Model) options(w *kernel.Workers, o Options, mode choose.Mode) phrase.Options {
	return phrase.Options{
		Vocabulary: m.vocabulary, Workers: w, Int8: o.Precision == Int8, Shortlist: o.Shortlist,
		Ranker: phrase.Ranker{Stemmer: text.NewStemmer(), Unmarked: o.Released, MinScore: o.MinScore, MaxPhrases: o.MaxPhrases},
		Mode:   mode, Choice: m.expecting(o), Known: m.known, Slots: o.Slots,
		Beam: o.Beam, BeamDepth: o.BeamDepth, BeamNorm: o.BeamNorm,
	}
}
