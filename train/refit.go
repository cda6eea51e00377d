package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// RefitConfig are the settings of train refit.
type RefitConfig struct {
	choiceSettings
	corpus.Settings
	Language  string `key:"language" help:"language of all --documents, as fi; none: detected"`
	DumpTable bool   `key:"dump_table" help:"also write table.parquet, for other learners: the candidates of --data, or without it of --documents, with their features"`
}

// refitting is the mode that fits only the choice, and what picks phrases from texts that the network is not for.
var refitting = stages.Stage[RefitConfig]{
	Name:    "train refit",
	Version: "20", // not that of train, which reads no text
	Doc: `Fits the choice of a model to your documents, without training the network.

Example: train refit --model model --data data --out model-for-mine

Example: train refit --model model --documents german.jsonl --out model-for-mine

Example: train refit --model model --documents papers.csv --review review.xlsx --out model-for-mine

Run preprocess --valid on 30 to 1,000 of your documents, with keyphrases, and give its output folder as --data. The output is
the model of --model with a new choice.json. Among the candidates of the documents, at least 50 must be right; more documents
give a better choice and finer probabilities. --store int8 also stores the weights in 8 bits, and fits the choice to the 8-bit
network.

--documents is a corpus of 30 to 2,000 documents with keyphrases, in any language. The output has a new extract.json, by which
infer picks phrases from texts that the network is not for: those in other languages, and all with --network off. Give --data,
--documents or both; without --data the model keeps its choice.

--review is the sheet that infer export --export review wrote and people corrected, with the documents that were labelled as
--documents, whose own keyphrases do not count. Of documents with a mark or a new phrase, kept and added phrases are keyphrases, struck
ones are wrong, and phrases without a mark are left out of the fit; other documents do not count. English documents fit the choice, others
extract.json. Phrases that were struck in three documents or more, and kept in none, are written to never.csv, for infer --never.`,
	Inputs: []stages.Input{
		{Name: "model", Schema: "model", Required: true, Copied: true, Doc: "the model folder", Files: model.Files()},
		{Name: "data", Schema: "documents", Copied: true, Doc: "the output folder of preprocess, or its documents",
			Files: []string{trainFiles, validFiles}},
		{Name: "tagger", Schema: "model", Copied: true, Doc: "a model folder of system tagger, whose tags are evidence for the choice; needs --data or --review",
			Files: []string{configFile, modelFile, vocabFile}},
		{Name: "documents", Schema: "corpus", Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "documents with keyphrases, for those that the network is not for; with --review, what was labelled"},
		reviewInput(),
	},
	Outputs: []stages.Output{
		{Name: configFile, Schema: "config", Doc: "shape of the network"},
		{Name: modelFile, Schema: "model", Doc: "the parameters of --model"},
		{Name: choiceFile, Schema: "choice", Optional: true, Doc: "the choice: probabilities of phrases, fitted to --data; without, that of --model"},
		{Name: fastFile, Schema: "choice", Optional: true, Doc: "with --fast: the choice of infer --speed fast, fitted to --data; without, that of --model"},
		{Name: extractFile, Schema: "extract", Optional: true, Doc: "how phrases are picked from texts that the network is not for, fitted to --documents"},
		{Name: vocabFile, Schema: "vocab", Doc: "the vocabulary of --model"},
		{Name: knownFile, Schema: "phrases", Optional: true, Doc: "phrases that the choice knows: those of --model, else keyphrases of the training documents in --data"},
		{Name: neighboursFile, Schema: "neighbours", Optional: true, Doc: "documents that the choice searches for similar ones: those of --model, else the training documents in --data"},
		{Name: review.NeverFile, Schema: "csv", Optional: true, Doc: "with --review: phrases that were struck everywhere, for infer --never"},
		{Name: tableFile, Schema: "table", Optional: true, Doc: "with --dump-table: the candidates of the fit, whether they are right, and their features"},
		{Name: model.TaggerPrefix + configFile, Schema: "config", Optional: true, Doc: "shape of the tagger: of --tagger, else of --model"},
		{Name: model.TaggerPrefix + modelFile, Schema: "model", Optional: true, Doc: "its parameters"},
		{Name: model.TaggerPrefix + vocabFile, Schema: "vocab", Optional: true, Doc: "its vocabulary"},
	},
	Usual:  []string{"choice_documents", "known", "neighbours", "extract", "fast", "store", "columns", "language", "dump_table"},
	Config: RefitConfig{choiceSettings: choiceDefaults(), Settings: corpus.DefaultSettings()},
	Check:  RefitConfig.check,
	Layout: stages.InPlace,
	Run:    refit,
}

// tableFile is the file of --dump-table.
const tableFile = "table.parquet"

func (c RefitConfig) check() error {
	if c.ChoiceDocuments == 0 {
		return errors.New("choice_documents is 0, a refit needs documents")
	}
	if l := c.Language; l != "" && (len(l) < 2 || len(l) > 3 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz") != "") {
		return fmt.Errorf("language is %q, want a tag of two or three small letters, as in de; without it each document's is found", l)
	}
	return c.Settings.Check(false)
}

// refit makes a model folder with the network of --model and a choice that is fitted to the data. It does not change --model,
// so that its manifest stays true and its labels can be made again.
func refit(ctx context.Context, t *stages.Task, c RefitConfig) error {
	from := t.Input("model")[0]
	if err := refitInputs(t); err != nil {
		return err
	}
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
	documents, err := refitDocuments(t)
	if err != nil {
		return err
	}
	network, err := folder.Network()
	if err != nil {
		return err
	}
	vocabulary, unicode, err := folder.Vocabulary(network)
	if err != nil {
		return err
	}
	err = model.Publish(t.Fill, copyOf(folder.Path(configFile)), c.stored(network), folder.WriteWords(vocabulary.Size()))
	if err != nil {
		return err
	}
	if len(t.Input("review")) > 0 {
		return refitReview(ctx, t, c, vocabulary, unicode)
	}
	if err := fitFallback(ctx, t, c); err != nil {
		return err
	}
	return refitChoice(ctx, t, c, vocabulary, documents)
}

// refitInputs refuses inputs that do not go together.
func refitInputs(t *stages.Task) error {
	given := func(name string) bool { return len(t.Input(name)) > 0 }
	switch {
	case given("review") && given("data"):
		return &stages.UsageError{Err: errors.New("--review has the keyphrases of its documents: leave out --data")}
	case given("review") && !given("documents"):
		return &stages.UsageError{Err: errors.New("--review needs --documents, what was labelled: a review has no texts")}
	case !given("data") && !given("documents"):
		return &stages.UsageError{Err: errors.New("train refit fits to documents with keyphrases: give --data, the folder of preprocess --valid, or --documents, a corpus")}
	case given("tagger") && !given("data") && !given("review"):
		return &stages.UsageError{Err: errors.New("--tagger needs --data or --review, the documents to which the choice is fitted")}
	}
	return nil
}

// refitDocuments returns the files of documents in --data, none if that is not given.
func refitDocuments(t *stages.Task) (documents []string, err error) {
	for _, src := range t.Input("data") {
		if documents = validDocuments(src); len(documents) == 0 {
			return nil, &schemas.FileError{File: src.Spec, Err: errors.New("holds no documents"), Remedy: "run preprocess with --valid, or give documents that it wrote"}
		}
	}
	return documents, nil
}

// refitChoice fits the choice to the documents of --data. Without any it copies that of --model.
func refitChoice(ctx context.Context, t *stages.Task, c RefitConfig, vocabulary *text.Vocabulary, documents []string) error {
	if len(documents) == 0 {
		return keep(t, t.Input("model")[0], append(model.TaggerFiles(), choiceFile, fastFile, knownFile, neighboursFile)...)
	}
	with, err := companions(ctx, t, c.choiceSettings, t.Input("tagger"), t.Input("model"))
	if err != nil {
		return err
	}
	err = fitChoice(ctx, t, c.choiceSettings, vocabulary, with, choice.InFiles(documents), c.DumpTable)
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return &schemas.FileError{File: t.Input("data")[0].Spec, Err: err, Remedy: "give more documents with keyphrases"}
	}
	if err != nil {
		return err
	}
	return fitFast(ctx, t, c.choiceSettings, with, t.Input("model"), choice.InFiles(documents))
}
