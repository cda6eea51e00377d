package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/data/text"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/joint"
	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/bert"
	"wrone2set/stages/nn/kernel"
)

// Files of a model folder.
const (
	configFile  = slots.ConfigFile
	tensorsFile = slots.TensorsFile
	vocabFile   = "vocab.parquet"
	choiceFile  = choose.File
	knownFile   = choose.KnownFile
)

// model is a network and the vocabulary it was trained with.
type model struct {
	system                slots.System
	*slots.Model[float32]                       // of one2set, catseq and one2one
	joint                 *joint.Model[float32] // of the others
	vocabulary            *text.Vocabulary
	unicode               text.Unicode  // how raw text was cut into the vocabulary's words
	choice                *choose.Model // nil: the folder has none
	known                 *choose.Known // the phrases that the choice knows, nil: none
}

// openModel reads a model folder. A vocabulary that is not the network's, or a
// parameter that is not finite, is a *schemas.FileError.
func openModel(source stages.Source) (*model, error) {
	if source.Dir == "" && source.FS == nil {
		return nil, &stages.UsageError{Err: fmt.Errorf("--model %s: want the folder that train wrote", source.Spec)}
	}
	for _, name := range []string{configFile, tensorsFile, vocabFile} {
		if !has(source, name) {
			return nil, &schemas.FileError{File: source.Spec, Err: fmt.Errorf("a model folder has %s, this one does not", name), Remedy: "give the folder that train wrote"}
		}
	}
	m, tensors, err := openNetwork(source)
	if err != nil {
		return nil, err
	}
	for _, t := range tensors {
		if !finite(t.Data.([]float32)) {
			return nil, &schemas.FileError{File: source.Path(tensorsFile), Place: "tensor " + t.Name,
				Err: errors.New("it holds a number that is not finite"), Remedy: "the training went wrong: run train again with a lower lr"}
		}
	}
	if m.vocabulary, m.unicode, err = openVocabulary(source, m); err != nil {
		return nil, err
	}
	if m.joint != nil {
		m.joint.Words = m.vocabulary
		return m, nil
	}
	if m.choice, err = openChoice(source); err != nil {
		return nil, err
	}
	m.known, err = openKnown(source, m.choice)
	return m, err
}

// systemOf is the system that config.json names. One that cannot be read as such has no name, for those who read the rest.
func systemOf(source stages.Source) (slots.System, error) {
	f, err := source.Open(configFile)
	if err != nil {
		return slots.OneToSet, fmt.Errorf("open config: %w", err)
	}
	defer f.Close()
	var named struct{ System slots.System }
	if json.NewDecoder(f).Decode(&named) != nil {
		return slots.OneToSet, nil // settrans says what is wrong
	}
	return named.System, nil
}

// openNetwork reads the network of the system that config.json names, and its tensors.
func openNetwork(source stages.Source) (m *model, tensors []schemas.Tensor, err error) {
	m = &model{}
	if m.system, err = systemOf(source); err != nil {
		return nil, nil, err
	}
	if m.system.Joint() {
		if m.joint, err = joint.Read(source.Spec, source.Open); err != nil {
			return nil, nil, err
		}
		return m, m.joint.Tensors(), nil
	}
	if m.Model, err = slots.Read(source.Spec, source.Open); err != nil {
		return nil, nil, err
	}
	return m, m.Model.Tensors(), nil
}

// shape is what the vocabulary has to suit: its size and the encoder.
func (m *model) shape() (vocab int, encoder bert.Config) {
	if m.joint != nil {
		return m.joint.Encoder.Vocab, m.joint.Encoder
	}
	return m.Vocab, m.Encoder
}

// openKnown reads the phrases that a choice was fitted with: with others its probabilities are wrong.
func openKnown(source stages.Source, choice *choose.Model) (*choose.Known, error) {
	if choice == nil || choice.Known == "" {
		return nil, nil
	}
	path := source.Path(knownFile)
	other := &schemas.FileError{File: path, Err: errors.New("not the phrases that " + choiceFile + " was fitted with"), Remedy: "choice.json and phrases.parquet must come from one run of train"}
	disk, err := source.Open(knownFile)
	if errors.Is(err, os.ErrNotExist) {
		other.Err = errors.New("there is no such file, and " + choiceFile + " was fitted with one")
		return nil, other
	}
	if err != nil {
		return nil, err
	}
	r, err := schemas.KnownPhrases.OpenFile(path, disk)
	if err != nil {
		disk.Close()
		return nil, err
	}
	defer r.Close()
	list, err := r.All()
	if err != nil {
		return nil, err
	}
	known, err := choose.NewKnown(list)
	if err != nil {
		other.Err = err
		return nil, other
	}
	if known.Digest() != choice.Known {
		return nil, other
	}
	return known, nil
}

// openChoice reads choice.json, nil if it is no file of the folder's.
func openChoice(source stages.Source) (*choose.Model, error) {
	if !slices.ContainsFunc(source.Files, func(path string) bool { return filepath.Base(path) == choiceFile }) {
		return nil, nil
	}
	f, err := source.Open(choiceFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return choose.Read(source.Path(choiceFile), f)
}

// has says whether the folder has a file, which may be one that cannot be read.
func has(source stages.Source, name string) bool {
	f, err := source.Open(name)
	if err == nil {
		f.Close()
	}
	return !errors.Is(err, os.ErrNotExist)
}

// suits refuses settings that the model cannot follow.
func (m *model) suits(t *stages.Task, c Config) error {
	if err := m.suitsSystem(t, c); err != nil {
		return err
	}
	if c.Shortlist > 0 && m.vocabulary.Pieces() > 0 {
		return &stages.UsageError{Err: fmt.Errorf("--shortlist goes by how frequent words are, and the model of %s writes word pieces, which are in no such order; leave shortlist out",
			t.Input("model")[0].Spec)}
	}
	return nil
}

// mode is how phrases are chosen with the model: where the settings leave it open, by f1 if the model can.
func (m *model) mode(t *stages.Task, c Config) (choose.Mode, error) {
	mode, err := c.mode()
	if err == nil && m.system != slots.OneToSet {
		return ranked(mode), nil
	}
	if err != nil || m.choice != nil && mode.Rule != "" || mode.Rule == choose.Slots {
		return mode, err
	}
	if m.choice != nil {
		return choose.Mode{Rule: choose.BestF1}, nil
	}
	folder := t.Input("model")[0].Spec
	if mode.Rule != "" {
		return mode, &schemas.FileError{File: folder, Err: fmt.Errorf("--choose %s needs %s, which this model folder does not have", mode, choiceFile),
			Remedy: "make a folder with one by train refit, or give --choose slots"}
	}
	t.Log.Info("the model has no "+choiceFile+": phrases and scores are as slots say them", "model", folder, "choose", choose.Slots)
	return choose.Mode{Rule: choose.Slots}, nil
}

// unusable names the file of a model folder that an error of labelling is about.
func unusable(model stages.Source, err error) error {
	if !errors.Is(err, slots.ErrNotFinite) {
		return err
	}
	return &schemas.FileError{File: model.Path(tensorsFile), Err: err,
		Remedy: "its weights are too large: copy the model folder again from where it is whole, or run train again with a lower lr"}
}

// finite says whether no number is NaN or infinite.
func finite(x []float32) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// openVocabulary reads the vocabulary, and how its words were cut out of raw
// text. That the files of a folder that train wrote
// belong together is held by the framework, which compares them with the
// folder's manifest.
func openVocabulary(source stages.Source, m *model) (*text.Vocabulary, text.Unicode, error) {
	vocab, encoder := m.shape()
	path := source.Path(vocabFile)
	disk, err := source.Open(vocabFile)
	if err != nil {
		return nil, "", fmt.Errorf("open vocab: %w", err)
	}
	r, err := schemas.Vocab.OpenFile(path, disk)
	if err != nil {
		disk.Close()
		return nil, "", err
	}
	defer r.Close()
	file, err := text.VocabularyIn(path, r)
	if err != nil {
		return nil, "", err
	}
	vocabulary, err := file.Vocabulary(vocab)
	if most := encoder.Positions; err == nil && file.Pieces > most {
		err = fmt.Errorf("not the vocabulary that the model was trained with: %d pieces of a document, the model reads %d", file.Pieces, most)
	} else if err == nil && encoder != (bert.Config{}) && file.Pieces == 0 {
		err = errors.New("not the vocabulary that the model was trained with: it is one of words, the model reads word pieces")
	}
	if size := vocab; err == nil && len(file.Rows) < size && !has(source, "manifest.json") {
		// Not a folder of train's, which may leave ids at the end without a word.
		err = fmt.Errorf("not the vocabulary that the model was trained with: it has %d words, the model %d", len(file.Rows), size)
	}
	if err != nil {
		return nil, "", &schemas.FileError{File: path, Err: err, Remedy: "config.json, model.safetensors and vocab.parquet must come from one run of train"}
	}
	return vocabulary, file.Unicode, nil
}

// prepareJoint lays the weights of a network over an encoder out for labelling in a precision.
func prepareJoint(w *kernel.Workers, network *joint.Model[float32], c Config) {
	if c.Precision == int8Precision {
		joint.Quantise(w, network)
	} else {
		network.Pack(w)
	}
}

// prepare lays the weights of a network out for labelling in a precision and with a shortlist.
func prepare(w *kernel.Workers, network *slots.Model[float32], c Config) {
	if c.Precision == int8Precision {
		slots.Quantise(w, network)
	} else {
		network.Pack(w)
	}
	network.Shortlist(w, c.Shortlist)
}
