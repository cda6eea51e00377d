package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// encoderFiles are the files of a BERT folder that define its word pieces and how many it can read.
var encoderFiles = []string{bert.ConfigFile, wordpiece.VocabularyFile,
	"tokenizer_config.json", "tokenizer.json", "special_tokens_map.json", "added_tokens.json"}

// settleEncoder applies the number of the encoder's word pieces.
func settleEncoder(c *Config, g stages.Given, src stages.Source) error {
	file, err := encoderVocabulary(src)
	if err != nil {
		return err
	}
	if size := len(file.Rows); g.Setting("vocab_size") && c.VocabSize != size {
		return usage("vocab_size is %d, but --encoder %s has %d word pieces, special tokens included; leave vocab_size out", c.VocabSize, src.Spec, size)
	}
	c.VocabSize = len(file.Rows)
	return nil
}

// readEncoder reads the vocabulary of --encoder.
func readEncoder(t *stages.Task, c Config, src stages.Source) (*base, error) {
	file, err := encoderVocabulary(src)
	if err != nil {
		return nil, err
	}
	file.Unicode = text.Unicode(c.Unicode)
	t.Log.Info("the vocabulary is the word pieces of "+src.Spec, "pieces", len(file.Rows)-int(text.FirstPiece), "read_of_a_document", file.Pieces)
	return &base{spec: src.Spec, file: file}, nil
}

// encoderVocabulary returns the vocabulary of a folder's word pieces. It does not fix how raw text is cut into words.
func encoderVocabulary(src stages.Source) (file text.VocabularyFile, err error) {
	if src.Dir == "" {
		return file, usage("--encoder %s: want the folder of a BERT model", src.Spec)
	}
	shape, err := bert.LoadConfig(src.Dir)
	if err != nil {
		return file, err
	}
	tokenizer, err := wordpiece.Load(src.Dir, os.DirFS(src.Dir))
	if err != nil {
		return file, err
	}
	if tokenizer.Size() != shape.Vocab {
		return file, &schemas.FileError{File: filepath.Join(src.Dir, wordpiece.VocabularyFile), Err: fmt.Errorf("has %d pieces, vocab_size of %s is %d", tokenizer.Size(), bert.ConfigFile, shape.Vocab),
			Remedy: "the files must come from one BERT model"}
	}
	file = text.VocabularyFile{Rows: text.PieceRows(tokenizer), Pieces: shape.Positions}
	_, err = file.Vocabulary(len(file.Rows))
	if err != nil {
		return file, &schemas.FileError{File: filepath.Join(src.Dir, wordpiece.VocabularyFile), Err: err, Remedy: "take the folder of an uncased BERT model"}
	}
	return file, nil
}
