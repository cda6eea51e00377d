package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
)

// RefitConfig are the settings of train refit.
type RefitConfig struct{ choiceSettings }

// refitting is the mode that fits only the choice.
var refitting = stages.Stage[RefitConfig]{
	Name:    "train refit",
	Version: stage.Version,
	Doc: `Fits the choice of a model to your documents, without training the network.

Example: train refit --model model --data data --out model-for-mine

Run preprocess --valid on 30 to 1,000 of your documents, with keyphrases, and give its output folder as --data. The output is
the model of --model with a new choice.json. Among the candidates of the documents, at least 50 must be right; more documents
give a better choice and finer probabilities. --store int8 also stores the weights in 8 bits, and fits the choice to the 8-bit
network.`,
	Inputs: []stages.Input{
		{Name: "model", Schema: "model", Required: true, Copied: true, Doc: "the model folder", Files: []string{configFile, modelFile, vocabFile, knownFile}},
		{Name: "data", Schema: "documents", Required: true, Copied: true, Doc: "the output folder of preprocess, or its documents",
			Files: []string{trainFiles, validFiles}},
	},
	Outputs: []stages.Output{
		{Name: configFile, Schema: "config", Doc: "shape of the network"},
		{Name: modelFile, Schema: "model", Doc: "the parameters of --model"},
		{Name: choiceFile, Schema: "choice", Doc: "the choice: probabilities of phrases, fitted to the documents"},
		{Name: vocabFile, Schema: "vocab", Doc: "the vocabulary of --model"},
		{Name: knownFile, Schema: "phrases", Optional: true, Doc: "phrases that the choice knows: those of --model, else keyphrases of the training documents in --data"},
	},
	Moved:  map[string]string{"vocabulary": "use train concepts --vocabulary FILE"},
	Usual:  []string{"choice_documents", "known", "extract", "store"},
	Config: RefitConfig{choiceDefaults()},
	Check:  RefitConfig.check,
	Layout: stages.InPlace,
	Run:    refit,
}

func (c RefitConfig) check() error {
	if c.ChoiceDocuments == 0 {
		return errors.New("choice_documents is 0, a refit needs documents")
	}
	return nil
}

// refit makes a model folder with the network of --model and a choice that is fitted to the data. It does not change --model,
// so that its manifest stays true and its labels can be made again.
func refit(ctx context.Context, t *stages.Task, c RefitConfig) error {
	from, src := t.Input("model")[0], t.Input("data")[0]
	folder, err := folderOf(from)
	if err != nil {
		return err
	}
	system, err := folder.System()
	if err != nil {
		return err
	}
	if !system.Slots {
		return &stages.UsageError{Err: fmt.Errorf("train refit is for system %s, and the model of %s is of system %s, which has no choice: give it to infer as it is",
			one2set, from.Spec, system.Name)}
	}
	documents := validDocuments(src)
	if len(documents) == 0 {
		return &stages.InputError{File: src.Spec, Err: errors.New("holds no documents"), Remedy: "run preprocess with --valid, or give documents that it wrote"}
	}
	network, err := folder.Network()
	if err != nil {
		return err
	}
	vocabulary, _, err := folder.Vocabulary(network)
	if err != nil {
		return err
	}
	err = model.Publish(t.Fill, model.Written{Config: copyOf(folder.Path(configFile)), Tensors: c.stored(network), Vocabulary: copyOf(folder.Path(vocabFile))})
	if err != nil {
		return err
	}
	known, err := knownPhrases(ctx, t, c.choiceSettings, t.Input("model"))
	if err != nil {
		return err
	}
	// Fit to the network of the output, which infer will read: in 8 bits it differs slightly from that of --model.
	err = fitChoice(ctx, t, c.choiceSettings, t.Dir(), vocabulary, known, documents)
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return &stages.InputError{File: src.Spec, Err: err, Remedy: "give more documents with keyphrases"}
	}
	return err
}
