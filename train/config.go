package main

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/wr"
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
	Layers    int     `key:"layers" range:"[1,)" help:"number of layers of the encoder and of the decoder; with --encoder, of the decoder; for a system without decoder, how many of the encoder's first layers it uses; with gru, of the encoder (default 2)"`
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

	choiceSettings

	CheckpointMinutes float64 `key:"checkpoint_minutes,free" range:"[0,)" help:"minutes between checkpoints; 0: none by time"`
	CheckpointEvery   int64   `key:"checkpoint_every,free" range:"[0,)" help:"steps between checkpoints; 0: none by steps"`
}

// choiceSettings are the settings of the choice, which is fitted after a training or on its own.
type choiceSettings struct {
	ChoiceDocuments int64  `key:"choice_documents" range:"[0,20000]" help:"maximum number of validation documents to fit the choice to, spread evenly, each with about 100 KB of memory; 0: train writes no choice.json"`
	Alternatives    int    `key:"alternatives" range:"[0,100]" help:"alternatives per document: up to N with another first word, and up to 3N that differ later; 0: none"`
	Shortlist       int    `key:"shortlist" range:"[0,)" help:"words of the vocabulary, the most frequent ones, that slots write for the choice, besides those of the document; 0: all"`
	Known           int64  `key:"known" range:"[0,)" help:"the choice knows a keyphrase if at least N training documents have it; 0: none"`
	Neighbours      int64  `key:"neighbours" range:"[0,4000000]" help:"maximum number of training documents, evenly spread, that the choice searches for similar ones; 0: none"`
	Extract         string `key:"extract" choices:"on,off" help:"also use runs of words of the text as candidates of the choice: on or off"`
	Fast            string `key:"fast" choices:"auto,on,off" help:"also fit a choice for infer --speed fast, which labels without the network: on, off, or auto (if the model that the run starts from has one)"`
	Store           string `key:"store" choices:"float32,int8" help:"weights in model.safetensors: float32 or int8 (a third of the size; same phrases with infer --precision int8)"`
}

// choiceDefaults returns the default settings of the choice, the same for every size of network.
func choiceDefaults() choiceSettings {
	return choiceSettings{ChoiceDocuments: 2000, Alternatives: 12, Shortlist: 5000, Known: 2, Neighbours: 200_000, Extract: switchOn, Fast: switchAuto, Store: float32Store}
}

// defaults returns the settings of the paper's run.
func defaults() Config {
	c := Config{
		System: one2set, Network: transformer, Slots: 20, PhraseLen: 6, AssignSteps: 2, Copies: 1, Batching: string(batch.Shuffle),
		LambdaPre: 0.2, LambdaAbs: 0.1, Validate: ownLoss,
		Anneal: string(schedule.Off), Patience: 4, Decay: 0.5, Clip: 1, Beta1: 0.9, Beta2: 0.998, Eps: 1e-9,
		Dropout: 0.1, BatchSize: 12, EncoderLR: 2e-5, Precision: float32Precision, Seed: 27,
		LogEvery: 100, AssignmentsDocuments: 1000, CheckpointMinutes: 10,
		choiceSettings: choiceDefaults(),
	}
	paperSize(&c)
	objectiveWR(&c)
	return c
}

// Values of the settings precision, weighting and validate.
const (
	float32Precision  = "float32"
	bfloat16Precision = "bfloat16"

	switchOn     = "on"
	switchOff    = "off"
	switchAuto   = "auto"
	ownLoss      = "own"
	releasedLoss = string(wr.Released)
)

// checkLength refuses a warm-up that is longer than a run on the given number of training documents.
func (c Config) checkLength(documents int) error {
	if steps := c.steps(documents); c.Warmup > steps {
		return &stages.UsageError{Err: fmt.Errorf("warmup is %d, but the run has only %d steps: it would never reach lr", c.Warmup, steps)}
	}
	return nil
}

// mostAssignments is the largest number of rows of assignments.parquet: they stand in memory, about 100 bytes each, and in every
// checkpoint.
const mostAssignments = 5_000_000

// checkAssignments refuses snapshots with more rows than mostAssignments in a run on the given number of training documents.
func (c Config) checkAssignments(documents int) error {
	if c.AssignmentsEvery == 0 {
		return nil
	}
	watched := int64(min(c.AssignmentsDocuments, documents)) * int64(c.Slots)
	snapshots := c.steps(documents)/c.AssignmentsEvery + 1
	if watched == 0 || snapshots <= mostAssignments/watched {
		return nil
	}
	return &stages.UsageError{Err: fmt.Errorf("assignments_every is %d: %d snapshots of %d slots would be more than the %d rows that fit into memory and checkpoints; "+
		"give a larger --assignments-every or a smaller --assignments-documents", c.AssignmentsEvery, snapshots, watched, mostAssignments)}
}

// steps returns the number of steps of a run on so many training documents that nothing stops early.
func (c Config) steps(documents int) int64 {
	return int64(c.Epochs) * int64(batch.Plan{Documents: documents, Size: c.BatchSize}.Steps())
}

// checkPrecision refuses bfloat16 on a CPU, or in a build, without fast products of it: the plain loop would take weeks.
func (c Config) checkPrecision(lacking string) error {
	if c.Precision != bfloat16Precision || lacking == "" {
		return nil
	}
	return &stages.UsageError{Err: fmt.Errorf("precision %s needs a CPU with %s, which this CPU or this build lacks: leave it out, or run on a CPU that has it",
		bfloat16Precision, lacking)}
}

// check refuses settings that contradict each other.
func (c Config) check() error {
	system, unknownSystem := model.ParseSystem(c.System)
	body, unknownBody := model.ParseBody(c.Network)
	errs := []error{unknownSystem, unknownBody}
	must := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	must(!system.Slots || c.Slots >= 2 && c.Slots%2 == 0, "slots is %d, want an even number", c.Slots)
	must(c.PhraseLen >= system.LeastLen, "phrase_len is %d, system %s needs at least %d: %s", c.PhraseLen, system.Name, system.LeastLen, system.Least)
	must(!body.Even || c.DModel%2 == 0, "d_model is %d, network %s needs an even number: half of it for each direction through a document", c.DModel, body.Name)
	must(!body.Heads || c.Heads >= 1 && c.DModel%c.Heads == 0, "heads (%d) do not divide d_model (%d)", c.Heads, c.DModel)
	must(!body.Heads || c.FF >= 1, "ff is %d, want at least 1", c.FF)
	must(c.AssignSteps <= c.PhraseLen, "assign_steps is %d, want 1 to phrase_len (%d)", c.AssignSteps, c.PhraseLen)
	must(c.Copies <= c.Slots, "target_copies is %d, want 1 to slots (%d)", c.Copies, c.Slots)
	must(c.CheckEvery >= 1 || c.CheckEvery == schedule.EachEpoch, "check_every is %d, want a number of steps or -1", c.CheckEvery)
	must(c.Anneal != string(schedule.Linear) || c.Decay == 1 || c.Decay == defaults().Decay,
		"decay is %g, but with anneal linear no check lowers the learning rate: leave decay out", c.Decay)
	return errors.Join(errs...)
}
