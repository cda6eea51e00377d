package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/model/slots"
	"wrone2set/train/internal/step"
)

// settle takes over what the model of --init-from or the encoder of --encoder decide.
func settle(c *Config, g stages.Given) error {
	if err := settleSystem(c, g); err != nil {
		return err
	}
	encoder := g.Input("encoder")
	if len(encoder) == 0 && c.system().Joint() {
		return &stages.UsageError{Err: fmt.Errorf("system %s is trained on top of a pretrained encoder: give --encoder, the folder that preprocess had (--init-from is not for it)", c.System)}
	}
	if len(encoder) == 0 {
		return settleBase(c, g)
	}
	if len(g.Input("init-from")) > 0 {
		return &stages.UsageError{Err: errors.New("--encoder is for a new model: the model of --init-from holds its encoder; leave --encoder out")}
	}
	return settleEncoder(c, g, encoder[0])
}

// settleBase takes the shape of the network over from the model of --init-from: its weights fit no other. The words are
// those that the examples have, which start compares with the model's.
func settleBase(c *Config, g stages.Given) error {
	from := g.Input("init-from")
	if len(from) == 0 {
		if g.Preset(adaptPreset) {
			return &stages.UsageError{Err: errors.New("the preset adapt is for going on from a model: give its folder as --init-from")}
		}
		return nil
	}
	paths, err := modelFiles(from[0])
	if err != nil {
		return err
	}
	shape, err := readShape(paths[0])
	if err != nil {
		return notModel(from[0], err)
	}
	if shape.System != c.system() {
		return &stages.UsageError{Err: fmt.Errorf("the model of --init-from %s is of system %s, and this run trains %s: its weights are for another task; give --preset %s, or another model",
			from[0].Spec, shape.System, c.System, systemPreset(shape))}
	}
	if shape.Network != c.made() {
		return &stages.UsageError{Err: fmt.Errorf("the model of --init-from %s is of network %s, and this run trains one of network %s: its weights have no place there; give --preset %s, or another model",
			from[0].Spec, shape.Network, c.Network, systemPreset(shape))}
	}
	if shape.EncoderLayers != shape.DecoderLayers && !shape.Pretrained() && shape.Network == slots.Transformer {
		return notModel(from[0], fmt.Errorf("has %d layers in the encoder and %d in the decoder, which train does not make", shape.EncoderLayers, shape.DecoderLayers))
	}
	for _, s := range []struct {
		key  string
		have *int
		want int
	}{
		{"slots", &c.Slots, shape.Slots}, {"phrase_len", &c.PhraseLen, shape.PhraseLen}, {"d_model", &c.DModel, shape.Width},
		{"heads", &c.Heads, shape.Heads}, {"ff", &c.FF, shape.FF}, {"layers", &c.Layers, layersOf(shape)},
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

// systemPreset is the preset that trains a system as it is.
func systemPreset(shape slots.Config) string {
	switch {
	case shape.System == slots.OneToSet:
		return "wr"
	case shape.Network == slots.GRU && shape.System == slots.CatSeq:
		return "catseq-r"
	case shape.Network == slots.GRU:
		return shape.System.String() + " --network " + shape.Network.String()
	}
	return shape.System.String()
}

// modelFiles are config.json, model.safetensors and vocab.parquet of a model folder.
func modelFiles(src stages.Source) (paths [3]string, err error) {
	for i, name := range []string{configFile, modelFile, vocabFile} {
		found := matching(src, name)
		if len(found) != 1 || src.Dir == "" {
			return paths, notModel(src, fmt.Errorf("holds no %s", name))
		}
		paths[i] = found[0]
	}
	return paths, nil
}

// notModel is the error for a source that is no model folder.
func notModel(src stages.Source, err error) error {
	return &stages.InputError{File: src.Spec, Err: err, Remedy: "give a model folder that train wrote"}
}

// start fills the model with the weights of another, which must have the same vocabulary.
func start(t *stages.Task, m *slots.Model[float32], src stages.Source, d data) error {
	paths, err := modelFiles(src)
	if err != nil {
		return err
	}
	shape, err := readShape(paths[0])
	if err != nil {
		return notModel(src, err)
	}
	words, err := schemas.Vocab.ReadAll(paths[2])
	if err != nil {
		return err
	}
	if shape.Vocab != m.Vocab || digest(words, m.Vocab) != d.digest {
		return &stages.InputError{File: filepath.Dir(d.vocabPath), Err: fmt.Errorf("the examples have another vocabulary than the model of --init-from %s", src.Spec),
			Remedy: "run preprocess with --vocab-from " + src.Spec}
	}
	if err := m.ReadTensors(paths[1]); err != nil {
		return err
	}
	if err := step.Finite(m); err != nil {
		return notModel(src, err)
	}
	t.Log.Info("going on from the weights of "+src.Spec, "d_model", m.Width, "heads", m.Heads, "ff", m.FF, "layers", layersOf(m.Config),
		"slots", m.Slots, "phrase_len", m.PhraseLen)
	return nil
}

// readShape reads config.json.
func readShape(path string) (slots.Config, error) {
	file, err := os.Open(path)
	if err != nil {
		return slots.Config{}, err
	}
	defer file.Close()
	return slots.ReadConfig(file)
}
