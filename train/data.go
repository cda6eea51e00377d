package main

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/example"
)

// data is the output of preprocess: examples and their vocabulary.
type data struct {
	train, valid *example.Files // valid may be empty
	vocabulary   *text.Vocabulary
	vocabPath    string
	digest       string // of the vocabulary's words that are in use
}

// open opens the files of the folder and checks that they match each other and the
// settings.
func open(src stages.Source, c Config) (d data, err error) {
	d.train, err = example.Open(matching(src, "examples.train-*.arrow"))
	if err != nil {
		return d, err
	}
	if d.valid, err = example.Open(matching(src, "examples.valid-*.arrow")); err != nil {
		return d, errors.Join(err, d.train.Close())
	}
	if err := d.check(src, c); err != nil {
		return d, errors.Join(err, d.close())
	}
	return d, nil
}

func (d data) close() error { return errors.Join(d.train.Close(), d.valid.Close()) }

// matching returns the files of a source whose names match the pattern.
func matching(src stages.Source, pattern string) (files []string) {
	for _, f := range src.Files {
		if ok, _ := path.Match(pattern, filepath.Base(f)); ok {
			files = append(files, f)
		}
	}
	return files
}

// check refuses a folder without training examples, and a vocabulary that is not
// that of the examples or does not have the size of the settings.
func (d *data) check(src stages.Source, c Config) error {
	bad := func(file, remedy, format string, args ...any) error {
		return &schemas.FileError{File: file, Err: fmt.Errorf(format, args...), Remedy: remedy}
	}
	if d.train.Len() == 0 {
		return bad(src.Spec, "run preprocess with --train", "holds no training examples")
	}
	head := d.train.Header()
	if d.valid.Len() > 0 && d.valid.Header() != head {
		return bad(src.Spec, "run preprocess again", "training and validation examples were made with different vocabularies")
	}
	if c.VocabSize != 0 && c.VocabSize != head.VocabSize {
		return bad(src.Spec, fmt.Sprintf("run train with --vocab-size %d, or preprocess with --vocab-size %d", head.VocabSize, c.VocabSize),
			"the examples have a vocabulary of %d words, vocab_size is %d", head.VocabSize, c.VocabSize)
	}
	paths := matching(src, vocabFile)
	if len(paths) != 1 {
		return bad(src.Spec, "run preprocess again", "holds no %s", vocabFile)
	}
	d.vocabPath = paths[0]
	file, err := text.ReadVocabulary(d.vocabPath)
	if err != nil {
		return err
	}
	if d.digest = digest(file.Rows, head.VocabSize); d.digest != head.VocabDigest {
		return bad(d.vocabPath, "run preprocess again", "is not the vocabulary of the examples")
	}
	if d.vocabulary, err = file.Vocabulary(head.VocabSize); err != nil {
		return bad(d.vocabPath, "run preprocess again", "%w", err)
	}
	return nil
}

// digest returns the digest of the first size words of a vocabulary, those in use.
func digest(rows []schemas.VocabRow, size int) string {
	return text.Digest(rows[:min(size, len(rows))])
}
