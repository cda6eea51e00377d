package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/train/internal/embedding"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// embed starts the matrices of m with a row for each word, which are the word embeddings and the output weights, from the
// word vectors of the encoder in src.
func embed(t *stages.Task, src stages.Source, d data, m model.Network) error {
	tokenizer, err := wordpiece.Load(src.Dir, os.DirFS(src.Dir))
	if err != nil {
		return err
	}
	encoder, err := bert.Load[float32](src.Dir)
	if err != nil {
		return err
	}
	bad := func(err error, remedy string) error {
		return &schemas.FileError{File: filepath.Join(src.Dir, bert.TensorsFile), Err: err, Remedy: remedy}
	}
	if err := step.Finite(encoder.Params()); err != nil {
		return bad(err, "copy the folder again from its source")
	}
	cut := func(word string) []int32 {
		pieces := tokenizer.Append(nil, word)
		if slices.Contains(pieces, tokenizer.Unknown()) {
			return nil
		}
		return pieces
	}
	vectors := embedding.Of(d.vocabulary, cut, encoder.Embedding())
	for _, p := range m.Params() {
		if len(p.Shape) != 2 || p.Shape[0] != d.vocabulary.Size() {
			continue
		}
		narrow, err := vectors.Narrow(p.Shape[1])
		if err != nil {
			return bad(err, "give another encoder to --embeddings, or a smaller --d-model")
		}
		narrow.Start(p)
	}
	name, err := bert.LoadName(src.Dir)
	if err != nil {
		return err
	}
	t.Note("embeddings", name)
	t.Log.Info("word embeddings start from the word vectors of "+src.Spec, "words", len(vectors.IDs), "of", d.vocabulary.Size())
	return nil
}
