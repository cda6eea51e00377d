package main

import (
	"errors"
	"fmt"

	"wrone2set/stages"
	"wrone2set/train/internal/batch"
	"wrone2set/train/internal/schedule"
	"wrone2set/train/internal/wr"
)

// Config is every setting of a run. The defaults are those of section 6.1 of
// the paper, and of the authors' released script where the paper is silent.
type Config struct {
	System      string `key:"system" choices:"one2set,catseq,one2one,unikeyphrase,promptkp" help:"what is trained: one2set, a set of slots; catseq, all keyphrases of a document in one sequence; one2one, each keyphrase by itself; unikeyphrase, words tagged and absent keyphrases written over --encoder; promptkp, words tagged and prompts filled in over --encoder; all but the first have presets"`
	Network     string `key:"network" choices:"transformer,gru" help:"what encoder and decoder are made of: transformer, or gru, with systems catseq and one2one: a recurrent network; it has neither heads nor ff"`
	Slots       int    `key:"slots" help:"slots of a document, half of them for present, half for absent phrases"`
	PhraseLen   int    `key:"phrase_len" range:"[2,)" help:"tokens a slot emits, end token included; longer phrases are not trained on, and of catseq what is behind them in the sequence; with --encoder half as many again unless it is given"`
	AssignSteps int    `key:"assign_steps" range:"[1,)" help:"tokens predicted for target assignment (K)"`
	Copies      int    `key:"target_copies" range:"[1,)" help:"slots that each keyphrase of a document is assigned to, as far as there is room; 1 as in the paper"`
	Reassign    string `key:"reassign" choices:"paper,released,random,off" help:"target re-assignment: paper, released, random or off"`
	Batching    string `key:"batching" choices:"shuffle,by-count" help:"shuffle, or by-count: documents with equally many targets together, fewer ∅ targets"`

	LambdaPre float64 `key:"lambda_pre" range:"[0,)" help:"weight of ∅ in the loss of present slots"`
	LambdaAbs float64 `key:"lambda_abs" range:"[0,)" help:"weight of ∅ in the loss of absent slots"`
	Weighting string  `key:"weighting" choices:"on,off" help:"on: scale the weights of ∅ by each document's adaptive weight; off"`
	Validate  string  `key:"validate" choices:"own,released" help:"validation loss: own, as in training; released: always with the released re-assignment and weighting"`

	VocabSize int     `key:"vocab_size" range:"[0,)" help:"words of the vocabulary, special tokens counted; 0: as many as the examples have"`
	DModel    int     `key:"d_model" range:"[1,)" help:"width of the network"`
	Heads     int     `key:"heads" help:"attention heads, a divisor of d_model"`
	FF        int     `key:"ff" help:"width of the feed-forward layers"`
	Layers    int     `key:"layers" range:"[1,)" help:"layers of the encoder, and of the decoder; with a pretrained encoder of the decoder alone; with network gru of the encoder alone, 2 unless it is given"`
	Dropout   float64 `key:"dropout" range:"[0,1)" help:"share of activations dropped in training"`
	Tied      bool    `key:"tie_embeddings" help:"the vectors of words are also the weights of the vocabulary at the end of the network"`
	KPDrop    float64 `key:"kp_drop" range:"[0,1)" help:"probability that a present keyphrase is deleted from the text of a training document, which makes an absent one of it; 0: none"`

	BatchSize int     `key:"batch_size" range:"[1,)" help:"documents in a step"`
	LR        float64 `key:"lr" range:"(0,)" help:"learning rate; with warmup, the one after it"`
	EncoderLR float64 `key:"encoder_lr" range:"(0,)" help:"learning rate of a pretrained encoder, and of its masked language model's head where that was taken over; it follows the course of lr"`
	Warmup    int64   `key:"warmup" range:"[0,)" help:"steps over which the learning rate rises to lr, from lr/warmup at the first; 0: none"`
	Anneal    string  `key:"anneal" choices:"linear,off" help:"linear: after the warm-up the learning rate falls in a line to the last step of epochs; off"`
	Beta1     float64 `key:"beta1" range:"[0,1)" help:"decay of Adam's first moment"`
	Beta2     float64 `key:"beta2" range:"[0,1)" help:"decay of Adam's second moment"`
	Eps       float64 `key:"eps" range:"(0,)" help:"Adam's addend to the root of the second moment"`
	Clip      float64 `key:"clip" range:"[0,)" help:"largest norm of the gradient; 0: no clipping"`
	Precision string  `key:"precision" choices:"float32,bfloat16" help:"products of a step: float32, or bfloat16, on a CPU with AVX512_BF16 only: faster on some (AMD Zen 4), slower on others (Intel); see make bench"`

	Epochs     int     `key:"epochs" range:"[1,)" help:"passes over the training documents"`
	CheckEvery int64   `key:"check_every" help:"steps between checks of the validation loss; -1: at the end of each epoch"`
	CheckFrom  int     `key:"check_from" range:"[1,)" help:"first epoch with checks"`
	Patience   int     `key:"patience" range:"[1,)" help:"stop after this many checks in a row without improvement"`
	Decay      float64 `key:"decay" range:"(0,1]" help:"factor of the learning rate at a check without improvement; left out with anneal linear, which plans every step"`
	Seed       uint64  `key:"seed" help:"of parameters, order and dropout"`

	LogEvery             int64 `key:"log_every" range:"[1,)" help:"steps between lines of the training log"`
	AssignmentsEvery     int64 `key:"assignments_every" range:"[0,)" help:"steps between snapshots of the assigned targets; 0: none"`
	AssignmentsDocuments int   `key:"assignments_documents" range:"[0,)" help:"training documents, from the first, in a snapshot"`

	choiceSettings

	CheckpointMinutes float64 `key:"checkpoint_minutes,free" range:"[0,)" help:"minutes between checkpoints; 0: none by time"`
	CheckpointEvery   int64   `key:"checkpoint_every,free" range:"[0,)" help:"steps between checkpoints; 0: none by steps"`
}

// choiceSettings are those of the choice of phrases, which is fitted after a training or by itself.
type choiceSettings struct {
	ChoiceDocuments int64  `key:"choice_documents" range:"[0,)" help:"validation documents, evenly out of all, that the choice of phrases is fitted to; 0: no choice.json"`
	Alternatives    int    `key:"alternatives" range:"[0,100]" help:"phrases that slots write for the choice beside their own: at most so many of a document that begin otherwise, three times as many that differ later; 0: none"`
	Known           int64  `key:"known" range:"[0,)" help:"training documents that have a phrase as keyphrase for the choice to know it; 0: it knows none"`
	Extract         string `key:"extract" choices:"on,off" help:"on: for the choice runs of words of the text are candidates, too, beside what slots write; off"`
	Store           string `key:"store" choices:"float32,int8" help:"weights of model.safetensors: float32, or int8: about half the size, and with infer --precision int8 the same phrases"`
}

// choiceDefaults suit the shipped model and any other.
func choiceDefaults() choiceSettings {
	return choiceSettings{ChoiceDocuments: 2000, Alternatives: 12, Known: 2, Extract: switchOn, Store: float32Store}
}

// defaults is the run of the paper.
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
	ownLoss      = "own"
	releasedLoss = string(wr.Released)
)

// checkLength refuses a warm-up that a run on so many training documents is too short for.
func (c Config) checkLength(documents int) error {
	if steps := c.steps(documents); c.Warmup > steps {
		return &stages.UsageError{Err: fmt.Errorf("warmup is %d, the run has %d steps: lr would not be reached", c.Warmup, steps)}
	}
	return nil
}

// steps is how many a run on so many training documents has that nothing stops early.
func (c Config) steps(documents int) int64 {
	return int64(c.Epochs) * int64(batch.Plan{Documents: documents, Size: c.BatchSize}.Steps())
}

// checkPrecision refuses bfloat16 on a CPU, or in a build, that lacks something for it: the plain loop takes weeks.
func (c Config) checkPrecision(lacking string) error {
	if c.Precision != bfloat16Precision || lacking == "" {
		return nil
	}
	return &stages.UsageError{Err: fmt.Errorf("precision %s needs a CPU with %s, which this one, or this build, lacks: leave it out, or run on one that has it",
		bfloat16Precision, lacking)}
}

// check refuses settings that do not go together.
func (c Config) check() error {
	var errs []error
	must := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	errs = append(errs, c.checkSystem(), c.checkNetwork())
	must(c.AssignSteps <= c.PhraseLen, "assign_steps is %d, want 1 to phrase_len (%d)", c.AssignSteps, c.PhraseLen)
	must(c.Copies <= c.Slots, "target_copies is %d, want 1 to slots (%d)", c.Copies, c.Slots)
	must(c.CheckEvery >= 1 || c.CheckEvery == schedule.EachEpoch, "check_every is %d, want a number of steps or -1", c.CheckEvery)
	must(c.Anneal != string(schedule.Linear) || c.Decay == 1 || c.Decay == defaults().Decay,
		"decay is %g, but with anneal linear no check lowers the learning rate: leave decay out", c.Decay)
	return errors.Join(errs...)
}
