package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/step"
)

// settle completes the settings with those that the system, the model of --init-from or the encoder of --encoder decides, and
// rejects settings that contradict them.
func settle(c *Config, g stages.Given) error {
	if err := errors.Join(settleSystem(c, g), settleEmbeddings(g)); err != nil {
		return err
	}
	encoder, from := g.Input("encoder"), g.Input("init-from")
	if len(encoder)+len(from) == 0 && c.system().OverEncoder {
		return &stages.UsageError{Err: fmt.Errorf("system %s is trained on top of a pretrained encoder: give --encoder, the folder that preprocess read, or --init-from, a model of that system", c.System)}
	}
	if len(encoder) == 0 {
		return settleBase(c, g)
	}
	if len(from) > 0 {
		return &stages.UsageError{Err: errors.New("--encoder is for a new model: the model of --init-from holds its encoder; leave --encoder out")}
	}
	return settleEncoder(c, g, encoder[0])
}

// settleBase copies the shape of the network from the model of --init-from, whose weights fit no other. The size of the
// vocabulary is that of the examples; start compares their words with the model's.
func settleBase(c *Config, g stages.Given) error {
	from := g.Input("init-from")
	if len(from) == 0 {
		if g.Preset(adaptPreset) {
			return &stages.UsageError{Err: errors.New("the preset adapt fine-tunes a model: give its folder as --init-from")}
		}
		return nil
	}
	base, err := c.baseOf(from[0])
	if err != nil {
		return err
	}
	shape, body, err := shapeOf(base)
	if err != nil {
		return err
	}
	if shape.System != c.system().InConfig() {
		system, _ := model.SystemOf(shape)
		return &stages.UsageError{Err: fmt.Errorf("the model of --init-from %s is of system %s, and this run trains %s: its weights are for another task; give --preset %s, or another model",
			from[0].Spec, system.Name, c.System, presetOf(system.Name, body.Name))}
	}
	if body != c.body() {
		return &stages.UsageError{Err: fmt.Errorf("the model of --init-from %s is of network %s, and this run trains one of network %s: its weights do not fit; give --preset %s, or another model",
			from[0].Spec, body.Name, c.Network, presetOf(c.System, body.Name))}
	}
	if shape.EncoderLayers != shape.DecoderLayers && !shape.Pretrained() && body.Heads {
		return notModel(from[0], fmt.Errorf("has %d layers in the encoder and %d in the decoder, and train needs equal numbers", shape.EncoderLayers, shape.DecoderLayers))
	}
	for _, s := range []struct {
		key  string
		have *int
		want int
	}{
		{"slots", &c.Slots, shape.Slots}, {"phrase_len", &c.PhraseLen, shape.PhraseLen}, {"d_model", &c.DModel, shape.Width},
		{"heads", &c.Heads, shape.Heads}, {"ff", &c.FF, shape.FF}, {"layers", &c.Layers, layersOf(shape, body)},
	} {
		if g.Setting(s.key) && *s.have != s.want {
			return &stages.UsageError{Err: fmt.Errorf("%s is %d, and the model of --init-from %s has %d; leave %s out", s.key, *s.have, from[0].Spec, s.want, s.key)}
		}
		*s.have = s.want
	}
	if g.Setting("tie_embeddings") && c.Tied != shape.Tied {
		return &stages.UsageError{Err: fmt.Errorf("tie_embeddings is %t, and that of the model of --init-from %s is %t; leave tie_embeddings out", c.Tied, from[0].Spec, shape.Tied)}
	}
	c.Tied = shape.Tied
	if !g.Setting("vocab_size") {
		c.VocabSize = 0
	}
	return nil
}

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
