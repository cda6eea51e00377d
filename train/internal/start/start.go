// Package start makes the network that a run trains, with its start values: random ones, of which word vectors may replace those of
// words (--embeddings), the weights of a model (--init-from), or those of a pretrained encoder (--encoder).
package start

import (
	"errors"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// EncoderFiles are the files of a BERT folder that make the encoder and its pieces.
var EncoderFiles = []string{bert.ConfigFile, bert.TensorsFile, wordpiece.VocabularyFile,
	"tokenizer_config.json", "tokenizer.json", "special_tokens_map.json", "added_tokens.json"}

// Network makes the network of a run on the data.
func Network(t *stages.Task, c setting.Config, d example.Data) (model.Network, error) {
	s := starting{t, c, d}
	encoder, from, vectors := t.Input("encoder"), t.Input("init-from"), t.Input("embeddings")
	switch {
	case len(encoder) > 0:
		return s.encoded(encoder[0])
	case len(from) > 0:
		return s.started(from[0])
	case d.Vocabulary.Pieces() > 0:
		return nil, &stages.UsageError{Err: errors.New("the examples consist of word pieces, which need a pretrained encoder: give --encoder, the folder that preprocess read")}
	}
	m, err := s.made(c.Shape(d.Vocabulary.Size()))
	if err == nil && len(vectors) > 0 {
		err = s.embed(vectors[0], m)
	}
	return m, err
}

// starting is a run that starts.
type starting struct {
	*stages.Task
	setting.Config
	example.Data
}

// made returns a network of that shape with random start values.
func (s starting) made(shape slots.Config) (model.Network, error) {
	m, err := model.New(model.Shape{Config: shape, Words: s.Vocabulary, Steps: s.Steps(s.Train.Len()), Mask: s.Vocabulary.ID(joint.MaskPiece)}, s.Seed)
	if err != nil {
		return nil, &stages.UsageError{Err: err}
	}
	return m, nil
}

// damaged is the error about the weights of a BERT folder.
func damaged(src stages.Source, err error, remedy string) error {
	return &schemas.FileError{File: filepath.Join(src.Dir, bert.TensorsFile), Err: err, Remedy: remedy}
}

const copyAgain = "copy the folder again from its source"
