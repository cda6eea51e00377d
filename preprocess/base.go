package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
)

// Files of --vocab-from: a model folder has both; a vocabulary may come alone.
const (
	vocabFile  = model.VocabularyFile
	configFile = model.ConfigFile
)

// base is the vocabulary of --vocab-from, which the output receives unchanged, or that of --encoder.
type base struct {
	spec string // as the user gave it
	path string // path of the vocabulary; "" for --encoder, whose vocabulary is not a file of ours yet
	file text.VocabularyFile
}

// settle applies what --vocab-from or --encoder decide.
func settle(c *Config, g stages.Given) error {
	from, encoder := g.Input("vocab-from"), g.Input("encoder")
	if len(from) > 0 && len(encoder) > 0 {
		return usage("--vocab-from and --encoder exclude each other: each defines the vocabulary of the examples")
	}
	if len(encoder) > 0 {
		return settleEncoder(c, g, encoder[0])
	}
	return settleBase(c, g)
}

// settleBase applies how the words of --vocab-from were cut and, for a model folder, the model's vocabulary size: the
// examples are for fine-tuning that model. A vocabulary of word pieces is used whole.
func settleBase(c *Config, g stages.Given) error {
	from := g.Input("vocab-from")
	if len(from) == 0 {
		return nil
	}
	vocab, config, err := baseFiles(from[0])
	if err != nil {
		return err
	}
	words, err := text.ReadVocabulary(vocab)
	if err != nil {
		return err
	}
	if g.Setting("unicode") && c.Unicode != string(words.Unicode) {
		return usage("unicode is %s, but the words of --vocab-from %s were cut by %s; leave unicode out", c.Unicode, from[0].Spec, words.Unicode)
	}
	c.Unicode = string(words.Unicode)
	if config == "" {
		if words.Pieces > 0 && !g.Setting("vocab_size") {
			c.VocabSize = len(words.Rows)
		}
		return nil
	}
	shape, err := model.Disk(filepath.Dir(config)).Shape()
	if err != nil {
		return err
	}
	size := shape.Vocab
	if g.Setting("vocab_size") && c.VocabSize != size {
		return usage("vocab_size is %d, but the model of --vocab-from %s has %d words; leave vocab_size out", c.VocabSize, from[0].Spec, size)
	}
	c.VocabSize = size
	return nil
}

// baseFiles returns the vocabulary of --vocab-from and, for a model folder, the model's shape; otherwise config is "".
func baseFiles(src stages.Source) (vocab, config string, err error) {
	if src.Dir == "" && len(src.Files) == 1 {
		return src.Files[0], "", nil
	}
	for _, f := range src.Files {
		switch filepath.Base(f) {
		case vocabFile:
			vocab = f
		case configFile:
			config = f
		}
	}
	if vocab == "" {
		return "", "", &schemas.FileError{File: src.Spec, Err: fmt.Errorf("holds no %s", vocabFile),
			Remedy: "give --vocab-from a model folder that train wrote, or a " + vocabFile}
	}
	return vocab, config, nil
}

// readBase reads the vocabulary of --vocab-from or --encoder; nil if there is neither.
func readBase(t *stages.Task, c Config) (*base, error) {
	if encoder := t.Input("encoder"); len(encoder) > 0 {
		return readEncoder(t, c, encoder[0])
	}
	from := t.Input("vocab-from")
	if len(from) == 0 {
		return nil, nil
	}
	path, _, err := baseFiles(from[0])
	if err != nil {
		return nil, err
	}
	b := &base{spec: from[0].Spec, path: path}
	if b.file, err = text.ReadVocabulary(path); err != nil {
		return nil, err
	}
	// Check it before reading a corpus, which may take hours.
	if _, err := b.file.Vocabulary(c.VocabSize); err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "give --vocab-from a vocabulary that preprocess made"}
	}
	t.Log.Info("the vocabulary is that of "+b.spec, "words", min(c.VocabSize, len(b.file.Rows)), "unicode", c.Unicode)
	return b, nil
}

// copyTo writes the vocabulary's file to w.
func (b *base) copyTo(w io.Writer) error {
	f, err := os.Open(b.path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// leastSpelt is the share of the training keyphrases that the vocabulary must be able to spell. Below it, the corpus
// is of another kind than the vocabulary, and a model would learn to write <unk>.
const leastSpelt = 0.1

// spells refuses training documents whose keyphrases the vocabulary can hardly spell.
func (b *base) spells(train *spilled) error {
	s := train.spelling
	if float64(s.spelt) < leastSpelt*float64(s.keyphrases) {
		err := fmt.Errorf("of %d keyphrases, only %d can be spelt with the vocabulary of %s and the words of their own document; at least %g %% must be",
			s.keyphrases, s.spelt, b.spec, 100*leastSpelt)
		return &schemas.FileError{File: train.file, Err: err, Remedy: "give documents of the language and kind that the model was trained on"}
	}
	return nil
}
