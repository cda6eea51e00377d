package label

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"sync"

	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Model is the content of a model folder. Since a Labeller changes its weights, a Model makes only one Labeller.
type Model struct {
	folder     model.Folder
	system     model.System
	network    model.Network // nil for the speed fast
	vocabulary *text.Vocabulary
	judge      *doubt.Judge
	unicode    text.Unicode              // normalisation of the vocabulary's words
	choice     *choose.Ranker            // nil: the folder has none
	textual    map[string]func() textual // choices without slots, by speed, read when needed
	companions phrase.Companions
	lexicon    *spelling.Lexicon // of the documents of the companions

	picks  *fallback.Ranker      // for phrases from the text
	leaves bool                  // with auto, picks labels other languages
	rarity *fallback.Frequencies // of words, for picks; nil: unknown
	cutter *word.Cutter          // of the documents counted for rarity
}

// Open returns a Labeller of a model folder on disk, or of the built-in model if dir is "".
func Open(dir string, o Options) (*Labeller, error) {
	folder := model.Disk(dir)
	if dir == "" {
		built := pretrained.Model()
		if built == nil {
			return nil, fault.Usagef("this program has no built-in model, because it was built with the tag nomodel; name a model folder")
		}
		folder = builtIn(built)
	}
	m, err := Read(folder, o.Speed)
	if err != nil {
		return nil, err
	}
	return m.Labeller(o)
}

// builtIn returns the folder of the built-in model.
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

// Read reads a model folder for a speed. If its vocabulary does not belong to the network, or a parameter is not finite, the error is a
// *schemas.FileError. Fast and Best read of the network only its shape.
func Read(folder model.Folder, speed string) (*Model, error) {
	if err := folder.Check(); err != nil {
		return nil, err
	}
	m := &Model{folder: folder}
	m.textual = map[string]func() textual{Fast: m.reader(model.FastFile), Best: m.reader(model.BestFile)}
	var err error
	if m.picks, err = folder.Fallback(); err != nil {
		return nil, err
	}
	if m.leaves = m.picks != nil; !m.leaves {
		if m.picks, err = fallback.Default(); err != nil {
			return nil, err
		}
	}
	if m.system, err = folder.System(); err != nil {
		return nil, err
	}
	// The companions of the choice take longer to read than the network, so both are read at the same time.
	choice := make(chan error, 1)
	go func() {
		_, err := fault.Catch(func() (struct{}, error) { return struct{}{}, m.readChoice() })
		choice <- err
	}()
	var words model.Worded
	if speed != Normal && m.system.Slots {
		words, err = folder.Shape()
	} else {
		m.network, err = folder.Network()
		words = m.network
	}
	if err == nil {
		m.vocabulary, m.unicode, err = folder.Vocabulary(words)
	}
	if err = cmp.Or(err, <-choice); err != nil {
		return nil, err
	}
	m.judge = doubt.NewJudge(m.vocabulary)
	return m, nil
}

// textual is a choice without slots, nil if the folder has none, and its tagger.
type textual struct {
	choice *choose.Ranker
	tagger phrase.Tagger // nil: fitted without
	err    error
}

// reader returns a function that reads a choice without slots at its first call.
func (m *Model) reader(name string) func() textual {
	return sync.OnceValue(func() (t textual) {
		t.choice, t.tagger, t.err = m.folder.Textual(name, m.companions)
		return t
	})
}

// readChoice reads the choice, if the system can have one, and its companions.
func (m *Model) readChoice() (err error) {
	if !m.system.Slots {
		return nil
	}
	if m.choice, m.companions, err = m.folder.Ranker(); err != nil {
		return err
	}
	m.lexicon = spelling.NewLexicon(choose.Labelled{Known: m.companions.Known, Neighbours: m.companions.Neighbours})
	go m.lexicon.Prepare() // while the network is read and packed: the first phrase that is not in the text waits for it
	m.leaves = m.leaves || isBuiltIn(m.choice)
	return nil
}

// speller returns a Speller for one goroutine.
func (m *Model) speller(o Options) *phrase.Speller { return phrase.NewSpeller(m.lexicon, o.Released) }

// isBuiltIn reports whether a choice belongs to the built-in model, in any folder: it knows the same phrases. The digest of
// these is all that it looks for in the built-in choice, which takes a tenth of infer's start to parse.
func isBuiltIn(c *choose.Ranker) bool {
	files := pretrained.Model()
	if files == nil || c == nil || c.Known == "" {
		return false
	}
	own, err := fs.ReadFile(files, model.ChoiceFile)
	return err == nil && bytes.Contains(own, []byte(strconv.Quote(c.Known)))
}

// Chooses reports whether the model has the choice that its system can have. Systems of one slot have none.
func (m *Model) Chooses() bool { return m.choice != nil || !m.system.Slots }

// Tagged reports whether the folder has a choice for the speed Best.
func (m *Model) Tagged() bool { return m.folder.Has(model.BestFile) }

// Sample reports whether the model was trained on documents that preprocess made up.
func (m *Model) Sample() bool { return m.vocabulary.Sample() }

// Labeller prepares the network. Call it once.
func (m *Model) Labeller(o Options) (*Labeller, error) {
	rule, err := m.Rule(o)
	if err != nil {
		return nil, err
	}
	l := &Labeller{model: m, options: o, rule: rule, threads: o.threads(), turn: make(chan struct{}, 1)}
	given := m.options(kernel.NewWorkers(l.threads), o, rule)
	given.Ended = func() error { return l.ended() }
	if o.Speed != Normal {
		l.ready = phrase.NewTextual(given)
	} else {
		l.ready = m.network.Labeller(given)
	}
	return l, nil
}

// options returns the options of the network.
func (m *Model) options(w *kernel.Workers, o Options, rule rank.Rule) phrase.Options {
	choice, companions, shortlist := m.choice, m.companions, o.Shortlist
	if read := m.textual[o.Speed]; read != nil {
		t := read() // Rule has returned its error
		choice, companions.Tagger = t.choice, t.tagger
	}
	if choice != nil && o.Expect > 0 {
		choice = choice.Expecting(o.Expect)
	}
	if shortlist == ofChoice {
		if shortlist = 0; choice != nil && rule.Name != rank.Slots {
			shortlist = choice.Shortlist
		}
	}
	lister := phrase.Lister{Stemmer: text.NewStemmer(), Unmarked: o.Released, MinScore: o.MinScore, MaxPhrases: o.MaxPhrases}
	if lister.Struck = o.Lists.tokens(m.unicode); lister.Struck != nil {
		lister.Strikes = &o.Lists.struck
	}
	return phrase.Options{
		Vocabulary: m.vocabulary, Workers: w, Int8: o.Precision == Int8, Shortlist: shortlist,
		Lister: lister,
		Rule:   rule, Choice: choice, Companions: companions, Slots: o.Slots, Why: o.Why,
		Beam: o.Beam, BeamDepth: o.BeamDepth, BeamNorm: o.BeamNorm,
	}
}
