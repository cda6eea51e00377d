// Package setting has the settings of a training and of a fit of the choice, from the flag to the value that the work is given:
//
//	Defaults ─ Presets ─► Config ─ Settle ─ Check ─► Shape, Objective, Rules, … (value.go)
//
// A preset is a set of settings. Settle completes them with what an input decides, as the model of --init-from decides the shape. No
// other package turns a setting into a value.
package setting

import (
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
)

// Config has every setting of a run. The defaults are those of section 6.1 of
// the paper, and of the authors' released script where the paper is silent.
type Config struct {
	System      string `key:"system" choices:"one2set,catseq,one2one,unikeyphrase,promptkp,tagger" help:"system to train: one2set, catseq, one2one, unikeyphrase, promptkp or tagger; all but one2set have presets"`
	Network     string `key:"network" choices:"transformer,gru" help:"network of encoder and decoder: transformer, or gru (recurrent) for catseq and one2one"`
	Slots       int    `key:"slots" help:"slots per document, half for present and half for absent phrases"`
	PhraseLen   int    `key:"phrase_len" range:"[2,)" help:"maximum number of tokens of a phrase, end token included; longer targets are dropped; with --encoder the default is 1.5 times as large"`
	AssignSteps int    `key:"assign_steps" range:"[1,)" help:"number of tokens that a slot predicts for the assignment of targets (K)"`
	Copies      int    `key:"target_copies" range:"[1,)" help:"number of slots that a keyphrase is assigned to, if there are enough; 1 in the paper"`
	Reassign    string `key:"reassign" choices:"paper,released,random,off" help:"target re-assignment: paper, released, random or off"`
	Batching    string `key:"batching" choices:"shuffle,by-count" help:"batches of random documents (shuffle) or of documents with equal numbers of targets (by-count)"`

	LambdaPre float64 `key:"lambda_pre" range:"[0,)" help:"weight of ∅ in the loss of present slots"`
	LambdaAbs float64 `key:"lambda_abs" range:"[0,)" help:"weight of ∅ in the loss of absent slots"`
	Weighting string  `key:"weighting" choices:"on,off" help:"scale the weights of ∅ by the document's adaptive weight: on or off"`
	Validate  string  `key:"validate" choices:"own,released" help:"validation loss: own (that of training) or released (with the re-assignment and weighting of the released code)"`

	VocabSize int     `key:"vocab_size" range:"[0,)" help:"size of the vocabulary, special tokens included; 0: that of the examples"`
	DModel    int     `key:"d_model" range:"[1,)" help:"width of the network"`
	Heads     int     `key:"heads" help:"attention heads, a divisor of d_model"`
	FF        int     `key:"ff" help:"width of the feed-forward layers"`
	Layers    int     `key:"layers" range:"[1,)" help:"number of layers of the encoder and of the decoder; with --encoder, of the decoder; for a system without decoder, how many of the first layers of --encoder or --init-from it uses; with gru, of the encoder (default 2)"`
	Dropout   float64 `key:"dropout" range:"[0,1)" help:"share of activations dropped in training"`
	Tied      bool    `key:"tie_embeddings" help:"use the word embeddings as output weights too"`
	KPDrop    float64 `key:"kp_drop" range:"[0,1)" help:"probability of deleting a present keyphrase from a training document, which makes the keyphrase absent; 0: off"`

	BatchSize int     `key:"batch_size" range:"[1,)" help:"documents per step"`
	LR        float64 `key:"lr" range:"(0,)" help:"learning rate, after the warm-up if there is one"`
	EncoderLR float64 `key:"encoder_lr" range:"(0,)" help:"learning rate of a pretrained encoder; it follows the schedule of lr"`
	Warmup    int64   `key:"warmup" range:"[0,)" help:"warm-up steps, over which the learning rate rises to lr; 0: none"`
	Anneal    string  `key:"anneal" choices:"linear,off" help:"decay of the learning rate after the warm-up: linear (to 0 at the last step) or off"`
	Beta1     float64 `key:"beta1" range:"[0,1)" help:"decay rate of Adam's first moment"`
	Beta2     float64 `key:"beta2" range:"[0,1)" help:"decay rate of Adam's second moment"`
	Eps       float64 `key:"eps" range:"(0,)" help:"epsilon of Adam"`
	Clip      float64 `key:"clip" range:"[0,)" help:"norm to which the gradient is clipped; 0: no clipping"`
	Precision string  `key:"precision" choices:"float32,bfloat16" help:"precision of products: float32 or bfloat16 (needs AVX512_BF16; faster on AMD Zen 4, slower on Intel)"`

	Epochs     int     `key:"epochs" range:"[1,)" help:"passes over the training documents"`
	CheckEvery int64   `key:"check_every" help:"steps between checks of the validation loss; -1: after each epoch"`
	CheckFrom  int     `key:"check_from" range:"[1,)" help:"first epoch in which the loss is checked"`
	Patience   int     `key:"patience" range:"[1,)" help:"stop after N checks in a row without improvement"`
	Decay      float64 `key:"decay" range:"(0,1]" help:"factor of the learning rate after a check without improvement; not used with anneal linear"`
	Seed       uint64  `key:"seed" help:"seed of start values, order and dropout"`

	LogEvery             int64 `key:"log_every" range:"[1,)" help:"steps between lines of the training log"`
	AssignmentsEvery     int64 `key:"assignments_every" range:"[0,)" help:"steps between snapshots of assigned targets; 0: none"`
	AssignmentsDocuments int   `key:"assignments_documents" range:"[0,)" help:"number of training documents in a snapshot; it takes the first ones"`

	Choice

	CheckpointMinutes float64 `key:"checkpoint_minutes,free" range:"[0,)" help:"minutes between checkpoints; 0: none by time"`
	CheckpointEvery   int64   `key:"checkpoint_every,free" range:"[0,)" help:"steps between checkpoints; 0: none by steps"`
}

// Choice are the settings of the choice, which is fitted after a training or on its own.
type Choice struct {
	ChoiceDocuments int64  `key:"choice_documents" range:"[0,20000]" help:"maximum number of validation documents to fit the choice to, spread evenly, each with about 100 KB of memory; 0: train writes no choice.json"`
	Alternatives    int    `key:"alternatives" range:"[0,100]" help:"alternatives per document: up to N with another first word, and up to 3N that differ later; 0: none"`
	Shortlist       int    `key:"shortlist" range:"[0,)" help:"words of the vocabulary, the most frequent ones, that slots write for the choice, besides those of the document; 0: all"`
	Known           int64  `key:"known" range:"[0,)" help:"the choice knows a keyphrase if at least N training documents have it; 0: none"`
	Neighbours      int64  `key:"neighbours" range:"[0,4000000]" help:"maximum number of training documents, evenly spread, that the choice searches for similar ones; 0: none"`
	Extract         string `key:"extract" choices:"on,off" help:"also use runs of words of the text as candidates of the choice: on or off"`
	Fast            string `key:"fast" choices:"auto,on,off" help:"also fit a choice for infer --speed fast, which labels without the network: on, off, or auto (if the model that the run starts from has one)"`
	Store           string `key:"store" choices:"float32,int8" help:"weights in model.safetensors: float32 or int8 (a third of the size; same phrases with infer --precision int8)"`
}

// ChoiceDefaults returns the default settings of the choice, the same for every size of network.
func ChoiceDefaults() Choice {
	return Choice{ChoiceDocuments: 2000, Alternatives: 12, Shortlist: 5000, Known: 2, Neighbours: 200_000, Extract: switchOn, Fast: switchAuto, Store: single}
}

// Defaults returns the settings of the paper's run.
func Defaults() Config {
	c := Config{
		System: One2Set, Network: transformer, Slots: 20, PhraseLen: 6, AssignSteps: 2, Copies: 1, Batching: string(batch.Shuffle),
		LambdaPre: 0.2, LambdaAbs: 0.1, Validate: ownLoss,
		Anneal: string(schedule.Off), Patience: 4, Decay: 0.5, Clip: 1, Beta1: 0.9, Beta2: 0.998, Eps: 1e-9,
		Dropout: 0.1, BatchSize: 12, EncoderLR: 2e-5, Precision: single, Seed: 27,
		LogEvery: 100, AssignmentsDocuments: 1000, CheckpointMinutes: 10,
		Choice: ChoiceDefaults(),
	}
	paperSize(&c)
	objectiveWR(&c)
	return c
}

// TableFile is the file that the setting dump_table of a fit writes.
const TableFile = "table.parquet"

// Values of the settings precision, store, weighting, validate, fast and extract.
const (
	single     = "float32"
	bfloat16   = "bfloat16"
	int8Store  = "int8"
	switchOn   = "on"
	switchOff  = "off"
	switchAuto = "auto"
	ownLoss    = "own"
)
