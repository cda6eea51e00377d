package start

import (
	"os"
	"slices"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/train/internal/embedding"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// embed starts the matrices of m with a row for each word, which are the word embeddings and the output weights, from the
// word vectors of the encoder in src.
func (s starting) embed(src stages.Source, m model.Network) error {
	tokenizer, err := wordpiece.Load(src.Dir, os.DirFS(src.Dir))
	if err != nil {
		return err
	}
	encoder, err := bert.Load[float32](src.Dir)
	if err != nil {
		return err
	}
	if err := step.Finite(encoder.Params()); err != nil {
		return damaged(src, err, copyAgain)
	}
	cut := func(word string) []int32 {
		pieces := tokenizer.Append(nil, word)
		if slices.Contains(pieces, tokenizer.Unknown()) {
			return nil
		}
		return pieces
	}
	vectors := embedding.Of(s.Vocabulary, cut, encoder.Embedding())
	for _, p := range m.Params() {
		if len(p.Shape) != 2 || p.Shape[0] != s.Vocabulary.Size() {
			continue
		}
		narrow, err := vectors.Narrow(p.Shape[1])
		if err != nil {
			return damaged(src, err, "give another encoder to --embeddings, or a smaller --d-model")
		}
		narrow.Start(p)
	}
	name, err := bert.LoadName(src.Dir)
	if err != nil {
		return err
	}
	s.Note("embeddings", name)
	s.Log.Info("word embeddings start from the word vectors of "+src.Spec, "words", len(vectors.IDs), "of", s.Vocabulary.Size())
	return nil
}
