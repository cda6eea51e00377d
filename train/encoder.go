package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// encoderFiles are the files of a BERT folder that make the encoder and its pieces.
var encoderFiles = []string{bert.ConfigFile, bert.TensorsFile, wordpiece.VocabularyFile,
	"tokenizer_config.json", "tokenizer.json", "special_tokens_map.json", "added_tokens.json"}

// encoded returns a model on top of the encoder of a folder, whose pieces must be those of the data.
func encoded(t *stages.Task, c Config, src stages.Source, d data) (model.Network, error) {
	if err := samePieces(src, d); err != nil {
		return nil, err
	}
	if c.system().OverEncoder && d.vocabulary.ID(joint.MaskPiece) == text.Unk {
		return nil, &schemas.FileError{File: filepath.Join(src.Dir, wordpiece.VocabularyFile), Err: fmt.Errorf("it has no piece %s", joint.MaskPiece),
			Remedy: fmt.Sprintf("system %s needs an encoder that was trained with it", c.System)}
	}
	encoder, err := bert.Load[float32](src.Dir)
	if err != nil {
		return nil, err
	}
	if c.system().OverEncoder {
		encoder.First(c.Layers)
	}
	m, err := c.made(c.network(d.vocabulary.Size()).On(slots.PieceEncoder(encoder.Config)), d)
	if err != nil {
		return nil, err
	}
	if err := m.Adopt(encoder); err != nil {
		return nil, err
	}
	if err := step.Finite(m.Params()); err != nil {
		return nil, &schemas.FileError{File: filepath.Join(src.Dir, bert.TensorsFile), Err: err, Remedy: "copy the folder again from its source"}
	}
	name, err := bert.LoadName(src.Dir)
	if err != nil {
		return nil, err
	}
	t.Note("encoder", name)
	t.Log.Info("training on top of the encoder of "+src.Spec, "d_model", encoder.Width, "layers", encoder.Config.Layers, "encoder_lr", c.EncoderLR, "head", encoder.Head != nil && c.system().OverEncoder)
	return m, nil
}

// samePieces refuses data that preprocess did not make with the folder's pieces.
func samePieces(src stages.Source, d data) error {
	bad := func(format string, args ...any) error {
		return &schemas.FileError{File: d.vocabPath, Err: fmt.Errorf(format, args...), Remedy: "run preprocess with --encoder " + src.Spec}
	}
	shape, err := bert.LoadConfig(src.Dir)
	if err != nil {
		return err
	}
	tokenizer, err := wordpiece.Load(src.Dir, os.DirFS(src.Dir))
	if err != nil {
		return err
	}
	rows := text.PieceRows(tokenizer)
	switch most := d.vocabulary.Pieces(); {
	case most == 0:
		return bad("the examples consist of words, and --encoder %s reads word pieces", src.Spec)
	case digest(rows, len(rows)) != d.digest:
		return bad("the word pieces of the examples are not those of --encoder %s", src.Spec)
	case most > shape.Positions:
		return bad("the examples have up to %d pieces, and --encoder %s reads at most %d", most, src.Spec, shape.Positions)
	}
	return nil
}

// factors returns the factor of lr for each parameter: encoder_lr / lr for those of a pretrained encoder, which come first,
// and 1 for the others. It returns nil without such an encoder.
func (c Config) factors(m model.Network) []float64 {
	n := m.Pretrained()
	if n == 0 {
		return nil
	}
	factors := make([]float64, len(m.Params()))
	for i := range factors {
		factors[i] = 1
		if i < n {
			factors[i] = c.EncoderLR / c.LR
		}
	}
	return factors
}
