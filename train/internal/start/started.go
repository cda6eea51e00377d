package start

import (
	"fmt"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// started returns a network with the weights of the model in src, which must have the vocabulary of the data.
func (s starting) started(src stages.Source) (model.Network, error) {
	f, shape, err := s.Base(src)
	if err != nil {
		return nil, err
	}
	if err := s.sameWords(src, f, shape.Vocab); err != nil {
		return nil, err
	}
	own := s.Shape(shape.Vocab)
	if shape.Pretrained() {
		if s.Trained().OverEncoder {
			shape.Encoder.Layers = s.Layers
		}
		own = own.On(shape.Encoder)
	}
	m, err := s.made(own)
	if err != nil {
		return nil, err
	}
	base, err := f.Network()
	if err != nil {
		return nil, err
	}
	weights := map[string][]float32{}
	for _, from := range base.Params() {
		weights[from.Name] = from.Weights
	}
	for _, p := range m.Params() {
		if from := weights[p.Name]; len(from) != copy(p.Weights, from) || len(from) != len(p.Weights) {
			return nil, &schemas.FileError{File: src.Spec, Err: fmt.Errorf("has no tensor %s of %d numbers", p.Name, len(p.Weights)), Remedy: model.OfTrain}
		}
		step.Dither(p, s.Seed)
	}
	s.Log.Info("starting from the weights of "+src.Spec, "d_model", shape.Width, "heads", shape.Heads, "ff", shape.FF, "layers", s.Layers,
		"slots", shape.Slots, "phrase_len", shape.PhraseLen)
	return m, nil
}

// sameWords refuses data with another vocabulary than that of f, a model folder of src with a network of size words.
func (s starting) sameWords(src stages.Source, f model.Folder, size int) error {
	digest, err := f.Digest(size)
	if err != nil || size == s.Vocabulary.Size() && digest == s.Digest {
		return err
	}
	words := src.Spec
	if s.Trained().OverEncoder { // perhaps of the tagger
		words = f.Path(example.VocabFile)
	}
	return &schemas.FileError{File: filepath.Dir(s.VocabPath), Err: fmt.Errorf("the vocabulary of the examples is not that of the model of --init-from %s", src.Spec),
		Remedy: "run preprocess with --vocab-from " + words}
}
