// Program train fits a SetTrans model to examples by the WR-One2Set objective
// of Xie et al. (EMNLP 2022), or by that of SetTrans or an ablation; or the
// same network, or a recurrent one, to those of CatSeq or One2One; or another
// one, over a pretrained encoder, to those of UniKeyphrase or PromptKP.
//
//	examples ─ example.Files, batch.Plan ─► step.Learner ─► parameters
//	                                             │
//	       loop.Training ─ checks, log, snapshots ◄───┘─► checkpoint.Folder
//	validation documents ─ choice.Fitter ─► choice.json
//
// The output folder is worked on in place. A run that was stopped or killed
// goes on from checkpoint/ when it is started again, and ends with the bytes of
// a run that was not.
//
//	train --preset small,wr --data data --out model
//	train --preset small,catseq --data data --out model-of-sequences
//	train --preset small,catseq-r --data data --out recurrent-model-of-sequences
//	preprocess --vocab-from model --train mine.jsonl.gz --valid-share 0.2 --out mine
//	train --preset adapt --init-from model --data mine --out model-of-mine
//	train refit --model model --data data --out model-for-mine
package main

import (
	"wrone2set/stages"
	"wrone2set/stages/choose"
)

var stage = stages.Stage[Config]{
	Name:    "train",
	Version: "6",
	Doc: `Trains a keyphrase model on the examples of preprocess.

Give --data, the folder that preprocess made. Choose a size (--preset paper, small, best, mini or tiny) and an objective (wr,
settrans, settrans-unscaled, released, or a row of the paper's tables), as in --preset small,settrans. The best and
the last parameters are kept. A run that was stopped goes on where it was.

Presets catseq, catseq-r and one2one train systems that the paper compares with: catseq writes all keyphrases of a document in one
sequence, the present ones in their order in the text, then the absent ones, cut at --phrase-len; one2one learns each
keyphrase of a document by itself, and infer searches many. catseq-r is catseq with a recurrent network (--network gru):
its encoder has --layers of gated recurrent units, each of two ways through the document of half of --d-model, its decoder
one of --d-model. A batch has --batch-size documents in every system. Settings
of ∅, of target assignment and of the choice of phrases are not for them.

Presets unikeyphrase and promptkp train UniKeyphrase and PromptKP on top of --encoder (below), with a network of their own.
Both tag the words of present keyphrases. unikeyphrase writes the absent ones in one sequence of at most --phrase-len pieces;
promptkp finds words of the document that absent ones have, and fills in masks round these, --phrase-len in all. The losses of
their log are means over documents.

Folders that are read may lie in a bucket, s3://bucket/prefix: their files are
copied first, into the folder for temporary files (TMPDIR), which needs room for them. --out is worked on in place and cannot
lie there: train into a folder of this machine, then copy it.

To adapt a model to your own documents give --init-from, its folder, and --preset adapt. --data is then what preprocess
made of them with --vocab-from and the same folder. The shape of the network is the model's; the rest is as set.

To train on top of a pretrained encoder give --encoder, the folder of a BERT model as Hugging Face has it; --data is what
preprocess made with --encoder and the same folder. It stands in the place of our encoder, its width is d_model, and it is
trained at a rate of its own, --encoder-lr; the model folder holds it.

Beyond the paper, --warmup and --anneal linear give the learning rate a course over the steps of --epochs.

With --precision bfloat16 the products of a training step round their operands to bfloat16; their sums, the weights, the
optimiser, attention, norms, softmax and the checks stay float32. It needs a CPU with AVX512_BF16, and whether it is faster
depends on that CPU: on AMD Zen 4 a step took 0.6 of the time, on Intel it takes longer than in float32; make bench measures
both. It gives another model than float32, about as good; on one kind of CPU its bytes are the same for any number of
threads, interrupted or not.

The choice of phrases also weighs how often a phrase is a keyphrase in the training documents (phrases.parquet): those of
--known documents or more, counted at the end, or the phrases of --init-from where that has them. With --extract on it
chooses not only among what slots write: runs of words of the text are candidates, too, beside words that it knows from there.

At the end the choice of phrases is fitted to validation documents (choice.json): infer then says of each phrase with
what probability it is right. train refit fits it again, to documents of another kind, without training.

With --store int8 the weights that infer --precision int8 takes to 8 bits are written in 8 bits, with a scale for each row:
then infer --precision int8 says the same, and in float32 about the same. The choice is fitted to the network as it is
then.`,
	Inputs: []stages.Input{
		{Name: "data", Schema: "examples", Required: true, Copied: true, Doc: "the folder that preprocess made",
			Files: []string{"examples.train-*.arrow", "examples.valid-*.arrow", vocabFile, trainFiles, validFiles}},
		{Name: "init-from", Schema: "model", Copied: true, Doc: "a model folder whose weights and shape to start with",
			Files: []string{configFile, modelFile, vocabFile, knownFile, choiceFile}},
		{Name: "encoder", Schema: "bert", Copied: true, Doc: "the folder of a BERT model whose encoder and weights to start with", Files: encoderFiles},
	},
	Outputs: []stages.Output{
		{Name: configFile, Schema: "config", Doc: "shape of the network"},
		{Name: modelFile, Schema: "model", Doc: "the parameters with the lowest validation loss"},
		{Name: choiceFile, Schema: "choice", Optional: true, Doc: "probabilities of phrases, fitted to validation documents"},
		{Name: lastFile, Schema: "model", Doc: "the parameters after the last step"},
		{Name: vocabFile, Schema: "vocab", Doc: "the vocabulary, as it is in the data"},
		{Name: knownFile, Schema: "phrases", Optional: true, Doc: "keyphrases of the training documents, or those of --init-from"},
		{Name: "train_log.parquet", Schema: "train_log", Doc: "losses, learning rate and shares of slots by step"},
		{Name: "assignments.parquet", Schema: "assignments", When: []string{"assignments_every"}, Doc: "targets of a fixed set of documents, by step"},
		{Name: "checkpoint/*", Schema: "checkpoint", Optional: true, Working: true, Doc: "what the next step depends on"},
	},
	Moved:   map[string]string{"refit-choice": "it is a mode of its own, train refit", "model": "train refit has it; to start with its weights give --init-from"},
	Config:  defaults(),
	Presets: presets(),
	Check:   Config.check,
	Settle:  settle,
	Layout:  stages.InPlace,
	Run:     run,
}

// Files of a model folder.
const (
	configFile = "config.json"
	modelFile  = "model.safetensors"
	lastFile   = "last.safetensors"
	vocabFile  = "vocab.parquet"
	choiceFile = choose.File
	knownFile  = choose.KnownFile
)

// Documents in the data.
const (
	trainFiles = "train-*.parquet"
	validFiles = "valid-*.parquet"
)

func main() { stages.Main(stage, refitting) }
