package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// Files of --vocab-from: a model folder has both; a vocabulary may come alone.
const (
	vocabFile  = model.VocabularyFile
	configFile = model.ConfigFile
)

// encoderFiles are the files of a BERT folder that define its word pieces and how many it can read.
var encoderFiles = []string{bert.ConfigFile, wordpiece.VocabularyFile,
	"tokenizer_config.json", "tokenizer.json", "special_tokens_map.json", "added_tokens.json"}

// base is the vocabulary that --vocab-from or --encoder defines.
type base struct {
	spec string // as the user gave it
	path string // the vocabulary, which the output receives unchanged; "" for word pieces, which are no file of ours yet
	file text.VocabularyFile
	size int // words that the model has; 0: vocab_size says how many are used
}

// readBase reads the vocabulary of --vocab-from or --encoder; nil if there is neither.
func readBase(in interface {
	Input(name string) []stages.Source
}) (*base, error) {
	from, encoder := in.Input("vocab-from"), in.Input("encoder")
	switch {
	case len(from) > 0 && len(encoder) > 0:
		return nil, usage("--vocab-from and --encoder exclude each other: each defines the vocabulary of the examples")
	case len(encoder) > 0:
		return readEncoder(encoder[0])
	case len(from) > 0:
		return readModel(from[0])
	}
	return nil, nil
}

// readModel reads a vocabulary and, of a model folder, how many of its words the model has: the examples are for fine-tuning
// that model.
func readModel(src stages.Source) (b *base, err error) {
	b = &base{spec: src.Spec}
	config := ""
	for _, f := range src.Files {
		switch {
		case filepath.Base(f) == vocabFile || src.Dir == "" && len(src.Files) == 1:
			b.path = f
		case filepath.Base(f) == configFile:
			config = f
		}
	}
	if b.path == "" {
		return nil, &schemas.FileError{File: src.Spec, Err: fmt.Errorf("holds no %s", vocabFile),
			Remedy: "give --vocab-from a model folder that train wrote, or a " + vocabFile}
	}
	if b.file, err = text.ReadVocabulary(b.path); err != nil || config == "" {
		return b, err
	}
	shape, err := model.Disk(filepath.Dir(config)).Shape()
	b.size = shape.Vocab
	return b, err
}

// readEncoder reads the word pieces of a BERT model. They do not fix how raw text is cut into words.
func readEncoder(src stages.Source) (*base, error) {
	if src.Dir == "" {
		return nil, usage("--encoder %s: want the folder of a BERT model", src.Spec)
	}
	shape, err := bert.LoadConfig(src.Dir)
	if err != nil {
		return nil, err
	}
	tokenizer, err := wordpiece.Load(src.Dir, os.DirFS(src.Dir))
	if err != nil {
		return nil, err
	}
	bad := func(err error, remedy string) (*base, error) {
		return nil, &schemas.FileError{File: filepath.Join(src.Dir, wordpiece.VocabularyFile), Err: err, Remedy: remedy}
	}
	if tokenizer.Size() != shape.Vocab {
		return bad(fmt.Errorf("has %d pieces, vocab_size of %s is %d", tokenizer.Size(), bert.ConfigFile, shape.Vocab), "the files must come from one BERT model")
	}
	file := text.VocabularyFile{Rows: text.PieceRows(tokenizer), Pieces: shape.Positions}
	if _, err = file.Vocabulary(len(file.Rows)); err != nil {
		return bad(err, "take the folder of an uncased BERT model")
	}
	return &base{spec: src.Spec, file: file, size: len(file.Rows)}, nil
}

// settle applies what --vocab-from or --encoder decide: how many words there are, and how they were cut.
func settle(c *Config, g stages.Given) error {
	b, err := readBase(g)
	if b == nil || err != nil {
		return err
	}
	if b.path != "" {
		if g.Setting("unicode") && c.Unicode != string(b.file.Unicode) {
			return usage("unicode is %s, but the words of --vocab-from %s were cut by %s; leave unicode out", c.Unicode, b.spec, b.file.Unicode)
		}
		c.Unicode = string(b.file.Unicode)
	}
	switch given := g.Setting("vocab_size"); {
	case b.size > 0 && given && c.VocabSize != b.size:
		return usage("vocab_size is %d, but the model %s has %d words, special tokens included; leave vocab_size out", c.VocabSize, b.spec, b.size)
	case b.size > 0:
		c.VocabSize = b.size
	case b.file.Pieces > 0 && !given: // word pieces are used whole
		c.VocabSize = len(b.file.Rows)
	}
	return nil
}

// openBase is readBase for a run, whose settings are settled.
func openBase(t *stages.Task, c Config) (*base, error) {
	b, err := readBase(t)
	if b == nil || err != nil {
		return nil, err
	}
	// Check it before reading a corpus, which may take hours.
	if _, err := b.file.Vocabulary(c.VocabSize); err != nil {
		return nil, &schemas.FileError{File: b.path, Err: err, Remedy: "give --vocab-from a vocabulary that preprocess made"}
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
func (b *base) spells(train *set) error {
	s := train.spelling
	if float64(s.spelt) < leastSpelt*float64(s.keyphrases) {
		err := fmt.Errorf("of %d keyphrases, only %d can be spelt with the vocabulary of %s and the words of their own document; at least %g %% must be",
			s.keyphrases, s.spelt, b.spec, 100*leastSpelt)
		return &schemas.FileError{File: train.corpus[0].Path, Err: err, Remedy: "give documents of the language and kind that the model was trained on"}
	}
	return nil
}
