package example

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Files in the output folder of preprocess: examples, the documents that they were made of, and the vocabulary.
const (
	TrainFiles     = "examples.train-*.arrow"
	ValidFiles     = "examples.valid-*.arrow"
	TrainDocuments = "train-*.parquet"
	ValidDocuments = "valid-*.parquet"
	VocabFile      = "vocab.parquet"
)

// Data are the examples that preprocess made, and their vocabulary.
type Data struct {
	Train, Valid *Files // Valid may be empty
	Vocabulary   *text.Vocabulary
	VocabPath    string
	Digest       string // of the vocabulary's words that are in use
}

// OpenData opens the examples and the vocabulary in a source, which must belong together. vocabSize is the size that the vocabulary
// must have, 0 for any.
func OpenData(src stages.Source, vocabSize int) (d Data, err error) {
	if d.Train, err = Open(Matching(src, TrainFiles)); err != nil {
		return d, err
	}
	if d.Valid, err = Open(Matching(src, ValidFiles)); err != nil {
		return d, errors.Join(err, d.Train.Close())
	}
	if err := d.check(src, vocabSize); err != nil {
		return d, errors.Join(err, d.Close())
	}
	return d, nil
}

// Close closes the files.
func (d Data) Close() error { return errors.Join(d.Train.Close(), d.Valid.Close()) }

// Matching returns the files of a source whose names match the pattern.
func Matching(src stages.Source, pattern string) (files []string) {
	for _, f := range src.Files {
		if ok, _ := path.Match(pattern, filepath.Base(f)); ok {
			files = append(files, f)
		}
	}
	return files
}

// Documents returns the files of validation documents in a source. If it is single files, none of which has the name of such a file, it
// returns them all.
func Documents(src stages.Source) []string {
	if found := Matching(src, ValidDocuments); len(found) > 0 || src.Dir != "" {
		return found
	}
	return Matching(src, "*.parquet")
}

// check refuses a folder without training examples, and a vocabulary that is not that of the examples or does not have the size that
// is asked for.
func (d *Data) check(src stages.Source, vocabSize int) error {
	bad := func(file, remedy, format string, args ...any) error {
		return &schemas.FileError{File: file, Err: fmt.Errorf(format, args...), Remedy: remedy}
	}
	if d.Train.Len() == 0 {
		return bad(src.Spec, "run preprocess with --train", "holds no training examples")
	}
	head := d.Train.Header()
	if d.Valid.Len() > 0 && d.Valid.Header() != head {
		return bad(src.Spec, "run preprocess again", "training and validation examples were made with different vocabularies")
	}
	if vocabSize != 0 && vocabSize != head.VocabSize {
		return bad(src.Spec, fmt.Sprintf("run train with --vocab-size %d, or preprocess with --vocab-size %d", head.VocabSize, vocabSize),
			"the examples have a vocabulary of %d words, vocab_size is %d", head.VocabSize, vocabSize)
	}
	paths := Matching(src, VocabFile)
	if len(paths) != 1 {
		return bad(src.Spec, "run preprocess again", "holds no %s", VocabFile)
	}
	d.VocabPath = paths[0]
	file, err := text.ReadVocabulary(d.VocabPath)
	if err != nil {
		return err
	}
	if d.Digest = text.Digest(file.Rows[:min(head.VocabSize, len(file.Rows))]); d.Digest != head.VocabDigest {
		return bad(d.VocabPath, "run preprocess again", "is not the vocabulary of the examples")
	}
	if d.Vocabulary, err = file.Vocabulary(head.VocabSize); err != nil {
		return bad(d.VocabPath, "run preprocess again", "%w", err)
	}
	return nil
}
