// Package refit fits what turns candidates into probabilities anew, without training the network: the choice to documents of
// preprocess, the fallback to a corpus in any language, or both to a review (train refit).
//
//	--data                     ─► choice.Job ─► choice.json, choice-fast.json, choice-best.json
//	--documents                ─► fallback.go ─► extract.json
//	--documents with --review  ─► reviewed.go ─► both, and never.csv
package refit

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/train/internal/choice"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// Config are the settings of train refit.
type Config struct {
	setting.Choice
	corpus.Settings
	Language  string `key:"language" help:"language of all --documents, as fi; none: detected"`
	DumpTable bool   `key:"dump_table" help:"also write table.parquet, for other learners: the candidates of --data, or without it of --documents, with their features"`
}

// Defaults returns the default settings.
func Defaults() Config {
	return Config{Choice: setting.ChoiceDefaults(), Settings: corpus.DefaultSettings()}
}

// Check refuses settings without documents, and a language that is no tag.
func (c Config) Check() error {
	if c.ChoiceDocuments == 0 {
		return errors.New("choice_documents is 0, a refit needs documents")
	}
	if l := c.Language; l != "" && (len(l) < 2 || len(l) > 3 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz") != "") {
		return fmt.Errorf("language is %q, want a tag of two or three small letters, as in de; without it each document's is found", l)
	}
	return c.Settings.Check(false)
}

// refitting is a refit with what it starts from.
type refitting struct {
	*stages.Task
	Config
	from       model.Folder // --model
	tagger     *model.Folder
	vocabulary *text.Vocabulary
}

// Run makes a model folder with the network of --model and a choice that is fitted to the data. It does not change --model,
// so that its manifest stays true and its labels can be made again.
func Run(ctx context.Context, t *stages.Task, c Config) error {
	r := &refitting{Task: t, Config: c}
	if err := r.inputs(); err != nil {
		return err
	}
	src, err := t.Input("model")[0], error(nil)
	if r.from, err = model.Given(src.Dir, src.Spec); err != nil {
		return err
	}
	system, err := r.from.System()
	if err != nil {
		return err
	}
	if !system.Slots {
		return &stages.UsageError{Err: fmt.Errorf("train refit is for system %s, and the model of %s is of system %s, which has no choice: give it to infer as it is",
			setting.One2Set, src.Spec, system.Name)}
	}
	var documents []string
	for _, src := range t.Input("data") {
		if documents = example.Documents(src); len(documents) == 0 {
			return &schemas.FileError{File: src.Spec, Err: errors.New("holds no documents"), Remedy: "run preprocess with --valid, or give documents that it wrote"}
		}
	}
	network, err := r.from.Network()
	if err != nil {
		return err
	}
	var unicode text.Unicode
	if r.vocabulary, unicode, err = r.from.Vocabulary(network); err != nil {
		return err
	}
	err = model.Publish(t.Fill, r.from.Copy(model.ConfigFile), c.Stored(network), r.from.WriteWords(r.vocabulary.Size()))
	if err != nil {
		return err
	}
	for _, src := range t.Input("tagger") {
		tagger, err := model.Given(src.Dir, src.Spec)
		if err != nil {
			return err
		}
		r.tagger = &tagger
	}
	if len(t.Input("review")) > 0 {
		return r.reviewed(ctx, unicode)
	}
	if err := r.labelled(ctx); err != nil {
		return err
	}
	if len(documents) == 0 {
		return r.keepChoice()
	}
	err = r.fitChoice(ctx, choice.Documents{Files: documents})
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return &schemas.FileError{File: t.Input("data")[0].Spec, Err: err, Remedy: "give more documents with keyphrases"}
	}
	return err
}

// inputs refuses inputs that do not go together.
func (r *refitting) inputs() error {
	given := func(name string) bool { return len(r.Input(name)) > 0 }
	why := ""
	switch {
	case given("review") && given("data"):
		why = "--review has the keyphrases of its documents: leave out --data"
	case given("review") && !given("documents"):
		why = "--review needs --documents, what was labelled: a review has no texts"
	case !given("data") && !given("documents"):
		why = "train refit fits to documents with keyphrases: give --data, the folder of preprocess --valid, or --documents, a corpus"
	case given("tagger") && !given("data") && !given("review"):
		why = "--tagger needs --data or --review, the documents to which the choice is fitted"
	default:
		return nil
	}
	return &stages.UsageError{Err: errors.New(why)}
}

// fitChoice fits the choice to documents that the network labels.
func (r *refitting) fitChoice(ctx context.Context, documents choice.Documents) error {
	j, err := choice.Begin(ctx, r.Task, r.Choice, &r.from, r.tagger)
	if err != nil {
		return err
	}
	return j.Fit(ctx, r.vocabulary, documents, r.DumpTable)
}

// keepChoice copies the choice of --model, and what it was fitted with.
func (r *refitting) keepChoice() error {
	return r.from.Keep(r.Fill, append(model.TaggerFiles(), model.ChoiceFile, model.FastFile, model.BestFile, model.KnownFile, model.NeighboursFile)...)
}
