package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/nn/settrans"
	"wrone2set/stages/text"
)

// Files of a model folder.
const (
	configFile  = settrans.ConfigFile
	tensorsFile = settrans.TensorsFile
	vocabFile   = "vocab.parquet"
)

// model is a network and the vocabulary it was trained with.
type model struct {
	*settrans.Model[float32]
	vocabulary *text.Vocabulary
}

// openModel reads a model folder. A vocabulary that is not the network's is a
// *schemas.FileError.
func openModel(source stages.Source) (*model, error) {
	if source.Dir == "" {
		return nil, &stages.UsageError{Err: fmt.Errorf("--model %s: want the folder that train wrote", source.Spec)}
	}
	for _, name := range []string{configFile, tensorsFile, vocabFile} {
		if _, err := os.Stat(filepath.Join(source.Dir, name)); errors.Is(err, os.ErrNotExist) {
			return nil, &schemas.FileError{File: source.Dir, Err: fmt.Errorf("a model folder has %s, this one does not", name), Remedy: "give the folder that train wrote"}
		}
	}
	network, err := settrans.Load(source.Dir)
	if err != nil {
		return nil, err
	}
	vocabulary, err := openVocabulary(source.Dir, network.Vocab)
	if err != nil {
		return nil, err
	}
	return &model{network, vocabulary}, nil
}

// openVocabulary reads the vocabulary and holds it against the size that the
// network was made for and the digest that train left in config.json.
func openVocabulary(dir string, size int) (*text.Vocabulary, error) {
	path := filepath.Join(dir, vocabFile)
	rows, err := schemas.Vocab.ReadAll(path)
	if err != nil {
		return nil, err
	}
	fail := func(err error) error {
		return &schemas.FileError{File: path, Err: err, Remedy: "config.json, model.safetensors and vocab.parquet must come from one run of train"}
	}
	want, err := vocabularyDigest(filepath.Join(dir, configFile))
	if err != nil {
		return nil, err
	}
	if got := text.Digest(rows); want != "" && got != want {
		return nil, fail(fmt.Errorf("not the vocabulary that the model was trained with: its digest is %.12s…, config.json names %.12s…", got, want))
	}
	if want == "" && len(rows) < size { // a model of another maker
		return nil, fail(fmt.Errorf("not the vocabulary that the model was trained with: it has %d words, the model %d", len(rows), size))
	}
	vocabulary, err := text.NewVocabulary(rows, size)
	if err != nil {
		return nil, fail(err)
	}
	return vocabulary, nil
}

// vocabularyDigest is the digest that config.json names, "" if it names none.
func vocabularyDigest(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("infer: %w", err)
	}
	var c struct {
		Digest string `json:"vocab_digest"`
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return "", &schemas.FileError{File: path, Err: err, Remedy: "run train again"}
	}
	return c.Digest, nil
}
