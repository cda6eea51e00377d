package main

import (
	"fmt"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// folderOf returns the model folder of a source.
func folderOf(src stages.Source) (model.Folder, error) {
	f := model.Disk(src.Dir)
	f.Name = src.Spec
	if src.Dir == "" {
		return f, notModel(src, fmt.Errorf("holds no %s", configFile))
	}
	return f, f.Check()
}

// baseOf returns the model folder of --init-from, or that of its tagger if only the tagger is of the system to train.
func (c Config) baseOf(src stages.Source) (model.Folder, error) {
	f, err := folderOf(src)
	if err != nil {
		return f, err
	}
	own, err := f.System()
	if err != nil || own.Name == c.System {
		return f, err
	}
	if tagger, ok := f.Tagger(); ok {
		if s, err := tagger.System(); err != nil || s.Name == c.System {
			return tagger, err
		}
	}
	return f, nil
}

// shapeOf returns the shape of the network in a model folder, and its body.
func shapeOf(f model.Folder) (slots.Config, model.Body, error) {
	shape, err := f.Shape()
	if err != nil {
		return slots.Config{}, model.Body{}, err
	}
	body, err := model.BodyOf(shape)
	return shape, body, err
}

// notModel returns the error about a source that is not a model folder of train.
func notModel(src stages.Source, err error) error {
	return &schemas.FileError{File: src.Spec, Err: err, Remedy: "give a model folder that train wrote"}
}

// started returns a network with the weights of the model in src, which must have the vocabulary of the data.
func started(t *stages.Task, c Config, src stages.Source, d data) (model.Network, error) {
	f, err := c.baseOf(src)
	if err != nil {
		return nil, err
	}
	shape, body, err := shapeOf(f)
	if err != nil {
		return nil, err
	}
	if err := c.sameWords(src, f, shape.Vocab, d); err != nil {
		return nil, err
	}
	own := c.network(shape.Vocab)
	if shape.Pretrained() {
		own = own.On(shape.Encoder)
	}
	m, err := c.made(own, d)
	if err != nil {
		return nil, err
	}
	base, err := f.Network()
	if err != nil {
		return nil, err
	}
	for i, p := range m.Params() {
		if from := base.Params()[i]; copy(p.Weights, from.Weights) != len(p.Weights) || p.Name != from.Name {
			return nil, notModel(src, fmt.Errorf("tensor %s does not fit tensor %s of the network", from.Name, p.Name))
		}
		step.Dither(p, c.Seed)
	}
	t.Log.Info("starting from the weights of "+src.Spec, "d_model", shape.Width, "heads", shape.Heads, "ff", shape.FF, "layers", layersOf(shape, body),
		"slots", shape.Slots, "phrase_len", shape.PhraseLen)
	return m, nil
}

// sameWords refuses data with another vocabulary than that of f, a model folder of src with a network of size words.
func (c Config) sameWords(src stages.Source, f model.Folder, size int, d data) error {
	digest, err := f.Digest(size)
	if err != nil || size == d.vocabulary.Size() && digest == d.digest {
		return err
	}
	words := src.Spec
	if c.system().OverEncoder { // perhaps of the tagger
		words = f.Path(vocabFile)
	}
	return &schemas.FileError{File: filepath.Dir(d.vocabPath), Err: fmt.Errorf("the vocabulary of the examples is not that of the model of --init-from %s", src.Spec),
		Remedy: "run preprocess with --vocab-from " + words}
}
