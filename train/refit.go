package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/record"
	"github.com/wrone2set/wrone2set/train/internal/refit"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// refitting is the mode that fits only the choice, and what picks phrases from texts that the network is not for.
var refitting = stages.Stage[refit.Config]{
	Name:    "train refit",
	Version: "23", // not that of train, which reads no text
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
			Files: []string{example.TrainDocuments, example.ValidDocuments}},
		{Name: "tagger", Schema: "model", Copied: true, Doc: "a model folder of system tagger, for infer --speed best: its tags are evidence for choice-best.json; needs --data or --review",
			Files: []string{model.ConfigFile, model.TensorsFile, model.VocabularyFile}},
		{Name: "documents", Schema: "corpus", Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "documents with keyphrases, for those that the network is not for; with --review, what was labelled"},
		record.ReviewInput(),
	},
	Outputs: []stages.Output{
		{Name: model.ConfigFile, Schema: "config", Doc: "shape of the network"},
		{Name: model.TensorsFile, Schema: "model", Doc: "the parameters of --model"},
		{Name: model.ChoiceFile, Schema: "choice", Optional: true, Doc: "the choice: probabilities of phrases, fitted to --data; without, that of --model"},
		{Name: model.FastFile, Schema: "choice", Optional: true, Doc: "with --fast: the choice of infer --speed fast, fitted to --data; without, that of --model"},
		{Name: model.BestFile, Schema: "choice", Optional: true, Doc: "with --tagger: the choice of infer --speed best, which labels with it and without the network"},
		{Name: model.ExtractFile, Schema: "extract", Optional: true, Doc: "how phrases are picked from texts that the network is not for, fitted to --documents"},
		{Name: model.VocabularyFile, Schema: "vocab", Doc: "the vocabulary of --model"},
		{Name: model.KnownFile, Schema: "phrases", Optional: true, Doc: "phrases that the choice knows: those of --model, else keyphrases of the training documents in --data"},
		{Name: model.NeighboursFile, Schema: "neighbours", Optional: true, Doc: "documents that the choice searches for similar ones: those of --model, else the training documents in --data"},
		{Name: review.NeverFile, Schema: "csv", Optional: true, Doc: "with --review: phrases that were struck everywhere, for infer --never"},
		{Name: setting.TableFile, Schema: "table", Optional: true, Doc: "with --dump-table: the candidates of the fit, whether they are right, and their features"},
		{Name: model.TaggerPrefix + model.ConfigFile, Schema: "config", Optional: true, Doc: "shape of the tagger: of --tagger, else of --model"},
		{Name: model.TaggerPrefix + model.TensorsFile, Schema: "model", Optional: true, Doc: "its parameters"},
		{Name: model.TaggerPrefix + model.VocabularyFile, Schema: "vocab", Optional: true, Doc: "its vocabulary"},
	},
	Usual:  []string{"choice_documents", "known", "neighbours", "extract", "fast", "store", "columns", "language", "dump_table"},
	Config: refit.Defaults(),
	Check:  refit.Config.Check,
	Layout: stages.InPlace,
	Run:    refit.Run,
}
