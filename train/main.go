// Program train trains keyphrase models. It trains a SetTrans model with the WR-One2Set objective of Xie et al. (EMNLP
// 2022), with that of SetTrans, or with an ablation. It also trains CatSeq and One2One, with the same network or a
// recurrent one, and UniKeyphrase and PromptKP on top of a pretrained encoder.
//
//	examples ─ example.Files, batch.Plan ─► step.Learner ─► parameters
//	                                             │
//	       loop.Training ─ checks, log, snapshots ◄───┘─► checkpoint.Folder
//	validation documents ─ choice.Fitter ─► choice.json
//
// It writes into the output folder in place. A run that was stopped or killed resumes from checkpoint/ when it is started
// again, and ends with the bytes of an undisturbed run.
//
//	train --preset small,wr --data data --out model
//	train --preset small,catseq --data data --out model-of-sequences
//	train --preset small,catseq-r --data data --out recurrent-model-of-sequences
//	preprocess --vocab-from model --train mine.jsonl.gz --valid-share 0.2 --out mine
//	train --preset adapt --init-from model --data mine --out model-of-mine
//	train refit --model model --data data --out model-for-mine
package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/setting"
	"github.com/wrone2set/wrone2set/train/internal/start"
)

var stage = stages.Stage[setting.Config]{
	Name:    "train",
	Version: "18",
	Doc: `Trains a keyphrase model on the examples of preprocess.

Example: train --preset small,wr --data data --out model

Example: train --preset adapt --init-from model --data mine --out model-of-mine

--preset chooses a size (paper, small, best, mini or tiny) and an objective or a system (wr, settrans, catseq, one2one, … or a
row of the paper's tables). --data is the output folder of preprocess. The output is a model folder for infer, with the
parameters that had the lowest validation loss. The same command resumes a stopped run and gives the same bytes.

To fine-tune a model, run preprocess --vocab-from MODEL, then train --init-from MODEL. To train on top of a pretrained BERT
encoder, run preprocess --encoder FOLDER, then train --encoder FOLDER. At the end, train fits the choice (choice.json) to
validation documents. From it, infer computes the probability that a phrase is right. Inputs may be in a bucket; --out is a
local folder. train/README.md describes systems, settings and files.`,
	Inputs: []stages.Input{
		{Name: "data", Schema: "examples", Required: true, Copied: true, Doc: "the output folder of preprocess",
			Files: []string{example.TrainFiles, example.ValidFiles, model.VocabularyFile, example.TrainDocuments, example.ValidDocuments}},
		{Name: "init-from", Schema: "model", Copied: true, Doc: "a model folder to fine-tune, which sets the network's shape",
			Files: model.Files()},
		{Name: "encoder", Schema: "bert", Copied: true, Doc: "a BERT folder; the network is trained on top of its encoder", Files: start.EncoderFiles},
		{Name: "embeddings", Schema: "bert", Copied: true, Doc: "a BERT folder; its word vectors start the word embeddings", Files: start.EncoderFiles},
	},
	Outputs: []stages.Output{
		{Name: model.ConfigFile, Schema: "config", Doc: "shape of the network"},
		{Name: model.TensorsFile, Schema: "model", Doc: "the parameters with the lowest validation loss"},
		{Name: model.ChoiceFile, Schema: "choice", Optional: true, Doc: "the choice: probabilities of phrases, fitted to validation documents"},
		{Name: model.FastFile, Schema: "choice", Optional: true, Doc: "with --fast: the choice of infer --speed fast, which labels without the network"},
		{Name: model.BestFile, Schema: "choice", Optional: true, Doc: "with a tagger: the choice of infer --speed best, which labels with it and without the network"},
		{Name: model.ExtractFile, Schema: "extract", Optional: true, Doc: "that of --init-from: how phrases are picked from texts that the network is not for"},
		{Name: lastFile, Schema: "model", Doc: "the parameters after the last step"},
		{Name: model.VocabularyFile, Schema: "vocab", Doc: "the vocabulary of --data"},
		{Name: model.KnownFile, Schema: "phrases", Optional: true, Doc: "keyphrases of the training documents, or those of --init-from"},
		{Name: model.NeighboursFile, Schema: "neighbours", Optional: true, Doc: "training documents that the choice searches for similar ones, or those of --init-from"},
		{Name: model.TaggerPrefix + model.ConfigFile, Schema: "config", Optional: true, Doc: "shape of the tagger: that of --init-from"},
		{Name: model.TaggerPrefix + model.TensorsFile, Schema: "model", Optional: true, Doc: "its parameters"},
		{Name: model.TaggerPrefix + model.VocabularyFile, Schema: "vocab", Optional: true, Doc: "its vocabulary"},
		{Name: "train_log.parquet", Schema: "train_log", Doc: "losses, learning rate and shares of slots by step"},
		{Name: "report.html", Schema: "html", Doc: "the log as one page: losses, learning rate, gradient norm, share of ∅"},
		{Name: "assignments.parquet", Schema: "assignments", Optional: true, Doc: "assigned targets of a fixed set of documents, by step"},
		{Name: "checkpoint/*", Schema: "checkpoint", Working: true, Doc: "the saved training state, from which a run resumes"},
	},
	Usual:   []string{"system", "slots", "batch_size", "lr", "epochs", "check_every", "precision", "seed", "store", "checkpoint_minutes"},
	Config:  setting.Defaults(),
	Presets: setting.Presets(),
	Check:   setting.Config.Check,
	Settle:  setting.Settle,
	Layout:  stages.InPlace,
	Run:     run,
}

// lastFile has the parameters after the last step.
const lastFile = "last.safetensors"

func main() { stages.Main(stage, refitting, importing, conceptsTraining) }
