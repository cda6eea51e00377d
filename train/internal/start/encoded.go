package start

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

// encoded returns a model on top of the encoder of a folder, whose pieces must be those of the data.
func (s starting) encoded(src stages.Source) (model.Network, error) {
	if err := s.samePieces(src); err != nil {
		return nil, err
	}
	if s.Trained().OverEncoder && s.Vocabulary.ID(joint.MaskPiece) == text.Unk {
		return nil, &schemas.FileError{File: filepath.Join(src.Dir, wordpiece.VocabularyFile), Err: fmt.Errorf("it has no piece %s", joint.MaskPiece),
			Remedy: fmt.Sprintf("system %s needs an encoder that was trained with it", s.System)}
	}
	encoder, err := bert.Load[float32](src.Dir)
	if err != nil {
		return nil, err
	}
	if s.Trained().OverEncoder {
		encoder.First(s.Layers)
	}
	m, err := s.made(s.Shape(s.Vocabulary.Size()).On(slots.PieceEncoder(encoder.Config)))
	if err != nil {
		return nil, err
	}
	if err := m.Adopt(encoder); err != nil {
		return nil, err
	}
	if err := step.Finite(m.Params()); err != nil {
		return nil, damaged(src, err, copyAgain)
	}
	name, err := bert.LoadName(src.Dir)
	if err != nil {
		return nil, err
	}
	s.Note("encoder", name)
	s.Log.Info("training on top of the encoder of "+src.Spec, "d_model", encoder.Width, "layers", encoder.Config.Layers, "encoder_lr", s.EncoderLR, "head", encoder.Head != nil && s.Trained().OverEncoder)
	return m, nil
}

// samePieces refuses data that preprocess did not make with the folder's pieces.
func (s starting) samePieces(src stages.Source) error {
	bad := func(format string, args ...any) error {
		return &schemas.FileError{File: s.VocabPath, Err: fmt.Errorf(format, args...), Remedy: "run preprocess with --encoder " + src.Spec}
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
	switch most := s.Vocabulary.Pieces(); {
	case most == 0:
		return bad("the examples consist of words, and --encoder %s reads word pieces", src.Spec)
	case text.Digest(rows) != s.Digest:
		return bad("the word pieces of the examples are not those of --encoder %s", src.Spec)
	case most > shape.Positions:
		return bad("the examples have up to %d pieces, and --encoder %s reads at most %d", most, src.Spec, shape.Positions)
	}
	return nil
}
