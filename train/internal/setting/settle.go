package setting

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// Settle completes the settings with those that something else decides, and refuses settings given by name that contradict them
// or would do nothing:
//
//	--network      heads, ff and layers of a recurrent one
//	--system       with one slot: slots, the default of phrase_len, and all that only slots use
//	--init-from    the whole shape; vocab_size is that of the examples
//	--encoder      d_model, and for a system over an encoder the rest of the shape; phrase_len counts pieces
func Settle(c *Config, g stages.Given) error {
	s := settling{c, g}
	err := s.network()
	if err == nil && !c.Trained().Slots {
		err = s.oneSlot()
	}
	if err := errors.Join(err, s.embeddings()); err != nil {
		return err
	}
	encoder, from := g.Input("encoder"), g.Input("init-from")
	switch {
	case len(encoder) > 0 && len(from) > 0:
		return usage("--encoder is for a new model: the model of --init-from holds its encoder; leave --encoder out")
	case len(encoder) > 0:
		return s.encoder(encoder[0])
	case len(from) > 0:
		return s.base(from[0])
	case c.Trained().OverEncoder:
		return usage("system %s is trained on top of a pretrained encoder: give --encoder, the folder that preprocess read, or --init-from, a model of that system", c.System)
	case g.Preset(adaptPreset):
		return usage("the preset adapt fine-tunes a model: give its folder as --init-from")
	}
	return nil
}

// settling is the settings of a run, and what of them was given by name.
type settling struct {
	*Config
	stages.Given
}

// unused refuses settings given by name that do nothing in this run.
func (s settling) unused(why string, keys ...string) error {
	for _, key := range keys {
		if s.Setting(key) {
			return usage("%s %s: leave it out", key, why)
		}
	}
	return nil
}

// take sets a setting to the only value that fits. If it was given by name, it must have that value.
func take[T comparable](s settling, key string, to *T, value T, of string) error {
	if s.Setting(key) && *to != value {
		return usage("%s is %v, and that of %s is %v: leave %s out", key, *to, of, value, key)
	}
	*to = value
	return nil
}

// network settles what the network decides.
func (s settling) network() error {
	b := s.Body()
	switch {
	case !s.Trained().Takes(b):
		return usage("network %s does not go with system %s: give --preset %s, or system %s", s.Network, s.System, presetOf(b.With()[0], b.Name), strings.Join(b.With(), " or "))
	case b.Heads:
		return nil
	case len(s.Input("encoder")) > 0 && !b.Encoder:
		return usage("network %s has an encoder of its own: leave --encoder out", b.Name)
	}
	s.Heads, s.FF = 0, 0
	if !s.Setting("layers") && b.Layers > 0 {
		s.Layers = b.Layers
	}
	return s.unused(fmt.Sprintf("goes with network %s, and this run trains one of network %s", transformer, s.Network), "heads", "ff")
}

// oneSlot settles what a system of one slot decides.
func (s settling) oneSlot() error {
	system, length := s.Trained(), s.PhraseLen
	err := s.unused(fmt.Sprintf("goes with system %s, and this run trains %s", One2Set, system.Name), "assign_steps", "target_copies", "reassign", "batching",
		"lambda_pre", "lambda_abs", "weighting", "validate", "assignments_every", "assignments_documents", "choice_documents", "alternatives", "shortlist",
		"known", "neighbours", "fast")
	if err == nil {
		err = take(s, "slots", &s.Slots, 1, "system "+system.Name)
	}
	if ofOneSlot(s.Config, system); s.Setting("phrase_len") {
		s.PhraseLen = length
	}
	return err
}

// ofOneSlot sets the settings to those of a system of one slot, which has neither ∅ nor a choice.
func ofOneSlot(c *Config, s model.System) {
	c.Slots, c.PhraseLen = 1, s.PhraseLen
	c.Reassign, c.Weighting, c.Validate, c.Batching = string(wr.Off), switchOff, ownLoss, string(batch.Shuffle)
	c.Copies, c.AssignmentsEvery, c.ChoiceDocuments, c.Known, c.Neighbours = 1, 0, 0, 0, 0
}

// embeddings refuses --embeddings for a network that starts from another model.
func (s settling) embeddings() error {
	switch src := s.Input("embeddings"); {
	case len(src) == 0:
		return nil
	case len(s.Input("encoder")) > 0 || len(s.Input("init-from")) > 0:
		return usage("--embeddings is for a network with start values of its own: leave it out with --encoder and --init-from")
	case src[0].Dir == "":
		return usage("--embeddings %s: want the folder of a BERT model", src[0].Spec)
	}
	return nil
}

// encoder settles what a pretrained encoder decides, whose weights fit no other width.
func (s settling) encoder(src stages.Source) error {
	if src.Dir == "" {
		return usage("--encoder %s: want the folder of a BERT model", src.Spec)
	}
	shape, err := bert.LoadConfig(src.Dir)
	if err == nil {
		err = take(s, "d_model", &s.DModel, shape.Width, "the encoder of --encoder "+src.Spec)
	}
	if err == nil && s.Trained().OverEncoder {
		err = s.overEncoder(src, shape)
	}
	if !s.Setting("phrase_len") {
		// Words become pieces, half as many again: of the keyphrases of KP20k that have up to 5 words, nearly all have up to 8 pieces.
		s.PhraseLen += s.PhraseLen / 2
	}
	s.examplesDecide()
	return err
}

// overEncoder settles the shape of a system whose network is the pretrained encoder.
func (s settling) overEncoder(src stages.Source, shape bert.Config) error {
	if err := s.unused(fmt.Sprintf("is not for system %s, whose network is the encoder of --encoder", s.System), "network", "heads", "ff", "tie_embeddings", "store"); err != nil {
		return err
	}
	if s.Heads, s.FF = shape.Heads, shape.FF; !s.Setting("layers") {
		s.Layers = shape.Layers
	}
	if s.Layers > shape.Layers {
		return usage("layers is %d, and the encoder of --encoder %s has only %d", s.Layers, src.Spec, shape.Layers)
	}
	return nil
}

// examplesDecide leaves the size of the vocabulary to the examples, unless it was given.
func (s settling) examplesDecide() {
	if !s.Setting("vocab_size") {
		s.VocabSize = 0
	}
}

// base settles what the model of --init-from decides, whose weights fit no other shape. start compares the words of the examples
// with the model's.
func (s settling) base(from stages.Source) error {
	_, shape, err := s.Base(from)
	if err != nil {
		return err
	}
	body, err := model.BodyOf(shape)
	if err != nil {
		return err
	}
	if shape.System != s.Trained().InConfig() {
		system, _ := model.SystemOf(shape)
		return usage("the model of --init-from %s is of system %s, and this run trains %s: its weights are for another task; give --preset %s, or another model",
			from.Spec, system.Name, s.System, presetOf(system.Name, body.Name))
	}
	if body != s.Body() {
		return usage("the model of --init-from %s is of network %s, and this run trains one of network %s: its weights do not fit; give --preset %s, or another model",
			from.Spec, body.Name, s.Network, presetOf(s.System, body.Name))
	}
	if shape.EncoderLayers != shape.DecoderLayers && !shape.Pretrained() && body.Heads {
		return &schemas.FileError{File: from.Spec, Err: fmt.Errorf("has %d layers in the encoder and %d in the decoder, and train needs equal numbers", shape.EncoderLayers, shape.DecoderLayers),
			Remedy: model.OfTrain}
	}
	s.examplesDecide()
	layers := shape.EncoderLayers
	if body.Heads {
		layers = shape.DecoderLayers
	}
	if s.Trained().OverEncoder && s.Setting("layers") { // it may use the first ones alone
		layers = min(s.Layers, layers)
	}
	of := "the model of --init-from " + from.Spec
	for _, part := range []struct {
		key   string
		to    *int
		value int
	}{
		{"slots", &s.Slots, shape.Slots}, {"phrase_len", &s.PhraseLen, shape.PhraseLen}, {"d_model", &s.DModel, shape.Width},
		{"heads", &s.Heads, shape.Heads}, {"ff", &s.FF, shape.FF}, {"layers", &s.Layers, layers},
	} {
		if err := take(s, part.key, part.to, part.value, of); err != nil {
			return err
		}
	}
	return take(s, "tie_embeddings", &s.Tied, shape.Tied, of)
}

// Base returns the model folder of --init-from, or that of its tagger if only the tagger is of the system to train, with the shape of its
// network.
func (c Config) Base(src stages.Source) (f model.Folder, shape slots.Config, err error) {
	if f, err = model.Given(src.Dir, src.Spec); err != nil {
		return f, shape, err
	}
	own, err := f.System()
	if err != nil {
		return f, shape, err
	}
	if tagger, ok := f.Tagger(); ok && own.Name != c.System {
		s, err := tagger.System()
		if err != nil {
			return f, shape, err
		}
		if s.Name == c.System {
			f = tagger
		}
	}
	shape, err = f.Shape()
	return f, shape, err
}
