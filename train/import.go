package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/authors"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// ImportConfig are the settings of train import: what no tensor shows.
type ImportConfig struct {
	Heads     int    `key:"heads" range:"[1,)" help:"attention heads of the training (-n_head)"`
	PhraseLen int    `key:"phrase_len" range:"[1,)" help:"maximum number of tokens of a phrase, end token included (-max_kp_len)"`
	Unicode   string `key:"unicode" choices:"strip,fold" help:"characters outside ASCII in the text of the training: strip (deleted, as in the authors' data) or fold (as preprocess does)"`
}

// importing is the mode that makes a model folder of a checkpoint of the authors' code.
var importing = stages.Stage[ImportConfig]{
	Name:    "train import",
	Version: "1",
	Doc: `Makes a model folder of a checkpoint of the authors' PyTorch code.

Example: train import --checkpoint kp20k.one2many.model --vocabulary vocab.pt --out model

Train on a GPU with kg_one2set or WR-One2Set, and label here. --checkpoint is the file of torch.save(model.state_dict()), or the
same as safetensors, with numbers of 16, 32 or 64 bits. --vocabulary is vocab.pt of the authors' preprocess.py, its word2idx as
JSON, or a text file with one word per line. No code in either file is run. Every tensor must be one of One2Set and is used; those
that are missing or not known are an error.

The output has the same weights in 32 bits. infer --model labels with it, and its scores are mean probabilities of words until
train refit fits a choice. train --init-from fine-tunes it.`,
	Inputs: []stages.Input{
		{Name: "checkpoint", Schema: "checkpoint", Required: true, Copied: true, Doc: "a state_dict in a file of torch.save or safetensors"},
		{Name: "vocabulary", Schema: "words", Required: true, Copied: true, Doc: "vocab.pt, JSON, or one word per line"},
	},
	Outputs: []stages.Output{
		{Name: model.ConfigFile, Schema: "config", Doc: "shape of the network"},
		{Name: model.TensorsFile, Schema: "model", Doc: "the parameters of --checkpoint"},
		{Name: model.VocabularyFile, Schema: "vocab", Doc: "the words of --vocabulary, without counts"},
	},
	Usual:  []string{"heads", "phrase_len", "unicode"},
	Config: ImportConfig{Heads: setting.Defaults().Heads, PhraseLen: setting.Defaults().PhraseLen, Unicode: string(text.Strip)},
	Run:    importModel,
}

// importModel writes the network and the vocabulary as a model folder.
func importModel(_ context.Context, t *stages.Task, c ImportConfig) error {
	checkpoint, err := fileOf(t, "checkpoint")
	if err != nil {
		return err
	}
	vocabulary, err := fileOf(t, "vocabulary")
	if err != nil {
		return err
	}
	m, err := networkOf(checkpoint, c)
	if err != nil {
		return err
	}
	words, err := authors.Vocabulary(vocabulary)
	if err != nil {
		return err
	}
	if _, err := text.NewVocabulary(words, m.Vocab); err != nil {
		return &schemas.FileError{File: vocabulary, Err: err, Remedy: authors.OfVocabulary + ", and that of the checkpoint"}
	}
	said := []any{"words", len(words), "of", m.Vocab, "d_model", m.Width, "heads", m.Heads, "ff", m.FF, "layers", fmt.Sprintf("%d+%d", m.EncoderLayers, m.DecoderLayers),
		"slots", m.Slots, "phrase_len", m.PhraseLen, "parameters", m.Size()}
	if len(words) < m.Vocab {
		t.Log.Warn("the vocabulary has fewer words than the checkpoint: right only if vocab_size was larger than the number of words of the training", said...)
	} else {
		t.Log.Info("read the checkpoint", said...)
	}
	for name, write := range map[string]func(io.Writer) error{model.ConfigFile: m.WriteConfig, model.TensorsFile: m.WriteTensors} {
		if err := t.Fill(name, write); err != nil {
			return err
		}
	}
	file := text.VocabularyFile{Rows: words, Unicode: text.Unicode(c.Unicode)}
	return rows.Save(t.Create, model.VocabularyFile, rows.TableWith(schemas.Vocab, file.Metadata()), file.Rows)
}

// fileOf returns the file of an input that is one file.
func fileOf(t *stages.Task, input string) (string, error) {
	src := t.Input(input)[0]
	if len(src.Files) != 1 {
		return "", &stages.UsageError{Err: fmt.Errorf("--%s %s: want one file", input, src.Spec)}
	}
	return src.Files[0], nil
}

// networkOf reads the network of a checkpoint.
func networkOf(path string, c ImportConfig) (m *slots.Model[float32], err error) {
	checkpoint, err := authors.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, checkpoint.Close()) }()
	shape, err := checkpoint.Config(slots.Config{Heads: c.Heads, PhraseLen: c.PhraseLen, Dropout: setting.Defaults().Dropout})
	if err != nil {
		return nil, err
	}
	return checkpoint.Network(shape)
}
