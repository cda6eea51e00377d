package main

import (
	"errors"
	"fmt"

	"wrone2set/stages"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/slots"
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
	PhraseLen   int    `key:"phrase_len" help:"tokens a slot emits, end token included; longer phrases are not trained on, and of catseq what is behind them in the sequence; with --encoder half as many again unless it is given"`
	AssignSteps int    `key:"assign_steps" help:"tokens predicted for target assignment (K)"`
	Copies      int    `key:"target_copies" help:"slots that each keyphrase of a document is assigned to, as far as there is room; 1 as in the paper"`
	Reassign    string `key:"reassign" choices:"paper,released,random,off" help:"target re-assignment: paper, released, random or off"`
	Batching    string `key:"batching" choices:"shuffle,by-count" help:"shuffle, or by-count: documents with equally many targets together, fewer ∅ targets"`

	LambdaPre float64 `key:"lambda_pre" help:"weight of ∅ in the loss of present slots"`
	LambdaAbs float64 `key:"lambda_abs" help:"weight of ∅ in the loss of absent slots"`
	Weighting string  `key:"weighting" choices:"on,off" help:"on: scale the weights of ∅ by each document's adaptive weight; off"`
	Validate  string  `key:"validate" choices:"own,released" help:"validation loss: own, as in training; released: always with the released re-assignment and weighting"`

	VocabSize int     `key:"vocab_size" help:"words of the vocabulary, special tokens counted; 0: as many as the examples have"`
	DModel    int     `key:"d_model" help:"width of the network"`
	Heads     int     `key:"heads" help:"attention heads, a divisor of d_model"`
	FF        int     `key:"ff" help:"width of the feed-forward layers"`
	Layers    int     `key:"layers" help:"layers of the encoder, and of the decoder; with a pretrained encoder of the decoder alone; with network gru of the encoder alone, 2 unless it is given"`
	Dropout   float64 `key:"dropout" help:"share of activations dropped in training"`
	Tied      bool    `key:"tie_embeddings" help:"the vectors of words are also the weights of the vocabulary at the end of the network"`
	KPDrop    float64 `key:"kp_drop" help:"probability that a present keyphrase is deleted from the text of a training document, which makes an absent one of it; 0: none"`

	BatchSize int     `key:"batch_size" help:"documents in a step"`
	LR        float64 `key:"lr" help:"learning rate; with warmup, the one after it"`
	EncoderLR float64 `key:"encoder_lr" help:"learning rate of a pretrained encoder, and of its masked language model's head where that was taken over; it follows the course of lr"`
	Warmup    int64   `key:"warmup" help:"steps over which the learning rate rises to lr, from lr/warmup at the first; 0: none"`
	Anneal    string  `key:"anneal" choices:"linear,off" help:"linear: after the warm-up the learning rate falls in a line to the last step of epochs; off"`
	Beta1     float64 `key:"beta1" help:"decay of Adam's first moment"`
	Beta2     float64 `key:"beta2" help:"decay of Adam's second moment"`
	Eps       float64 `key:"eps" help:"Adam's addend to the root of the second moment"`
	Clip      float64 `key:"clip" help:"largest norm of the gradient; 0: no clipping"`
	Precision string  `key:"precision" help:"products of a step: float32, or bfloat16, on a CPU with AVX512_BF16 only: faster on some (AMD Zen 4), slower on others (Intel); see make bench"`

	Epochs     int     `key:"epochs" help:"passes over the training documents"`
	CheckEvery int64   `key:"check_every" help:"steps between checks of the validation loss; -1: at the end of each epoch"`
	CheckFrom  int     `key:"check_from" help:"first epoch with checks"`
	Patience   int     `key:"patience" help:"stop after this many checks in a row without improvement"`
	Decay      float64 `key:"decay" help:"factor of the learning rate at a check without improvement; left out with anneal linear, which plans every step"`
	Seed       uint64  `key:"seed" help:"of parameters, order and dropout"`

	LogEvery             int64 `key:"log_every" help:"steps between lines of the training log"`
	AssignmentsEvery     int64 `key:"assignments_every" help:"steps between snapshots of the assigned targets; 0: none"`
	AssignmentsDocuments int   `key:"assignments_documents" help:"training documents, from the first, in a snapshot"`

	ChoiceDocuments int64  `key:"choice_documents" help:"validation documents, evenly out of all, that the choice of phrases is fitted to; 0: no choice.json"`
	Alternatives    int    `key:"alternatives" help:"phrases that slots write for the choice beside their own: at most so many of a document that begin otherwise, three times as many that differ later; 0: none"`
	Known           int64  `key:"known" help:"training documents that have a phrase as keyphrase for the choice to know it; 0: it knows none"`
	Extract         string `key:"extract" choices:"on,off" help:"on: for the choice runs of words of the text are candidates, too, beside what slots write; off"`
	RefitChoice     bool   `key:"refit_choice" help:"train nothing: write the model of --model with a choice of phrases that is fitted to --data"`

	Store string `key:"store" choices:"float32,int8" help:"weights of model.safetensors: float32, or int8: about half the size, and with infer --precision int8 the same phrases"`

	CheckpointMinutes float64 `key:"checkpoint_minutes,free" help:"minutes between checkpoints; 0: none by time"`
	CheckpointEvery   int64   `key:"checkpoint_every,free" help:"steps between checkpoints; 0: none by steps"`
}

// defaults is the run of the paper.
func defaults() Config {
	c := Config{
		System: slots.OneToSet.String(), Network: slots.Transformer.String(), Slots: 20, PhraseLen: 6, AssignSteps: 2, Copies: 1, Batching: string(batch.Shuffle),
		LambdaPre: 0.2, LambdaAbs: 0.1, Validate: ownLoss,
		Anneal: string(schedule.Off), Patience: 4, Decay: 0.5, Clip: 1, Beta1: 0.9, Beta2: 0.998, Eps: 1e-9,
		Dropout: 0.1, BatchSize: 12, EncoderLR: 2e-5, Precision: float32Precision, Seed: 27,
		LogEvery: 100, AssignmentsDocuments: 1000, CheckpointMinutes: 10, ChoiceDocuments: 2000, Alternatives: 12, Known: 2, Extract: switchOn, Store: float32Store,
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

// check refuses values out of range and settings that do not go together.
func (c Config) check() error {
	var errs []error
	must := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	errs = append(errs, c.checkSystem(), c.checkNetwork())
	must(c.PhraseLen >= 2, "phrase_len is %d, want at least 2: one word and the end token", c.PhraseLen)
	must(c.AssignSteps >= 1 && c.AssignSteps <= c.PhraseLen, "assign_steps is %d, want 1 to phrase_len (%d)", c.AssignSteps, c.PhraseLen)
	must(c.Copies >= 1 && c.Copies <= c.Slots, "target_copies is %d, want 1 to slots (%d)", c.Copies, c.Slots)
	errs = append(errs, wr.Reassignment(c.Reassign).Check(), batch.Order(c.Batching).Check(), schedule.Anneal(c.Anneal).Check())
	must(c.LambdaPre >= 0 && c.LambdaAbs >= 0, "lambda_pre is %g and lambda_abs %g, want no negative", c.LambdaPre, c.LambdaAbs)
	must(c.Weighting == switchOn || c.Weighting == switchOff, "weighting is %q, want on or off", c.Weighting)
	must(c.Validate == ownLoss || c.Validate == releasedLoss, "validate is %q, want own or released", c.Validate)
	must(c.VocabSize >= 0, "vocab_size is %d, want 0 or more", c.VocabSize)
	must(c.DModel >= 1 && c.Layers >= 1, "d_model is %d and layers %d, want at least 1", c.DModel, c.Layers)
	must(c.Dropout >= 0 && c.Dropout < 1, "dropout is %g, want 0 to less than 1", c.Dropout)
	must(c.KPDrop >= 0 && c.KPDrop < 1, "kp_drop is %g, want 0 to less than 1", c.KPDrop)
	must(c.BatchSize >= 1 && c.Epochs >= 1, "batch_size is %d and epochs %d, want at least 1", c.BatchSize, c.Epochs)
	must(c.LR > 0, "lr is %g, want more than 0", c.LR)
	must(c.EncoderLR > 0, "encoder_lr is %g, want more than 0", c.EncoderLR)
	must(c.Warmup >= 0, "warmup is %d, want 0 or more", c.Warmup)
	must(c.Beta1 >= 0 && c.Beta1 < 1 && c.Beta2 >= 0 && c.Beta2 < 1, "beta1 is %g and beta2 %g, want 0 to less than 1", c.Beta1, c.Beta2)
	must(c.Eps > 0 && c.Clip >= 0, "eps is %g and clip %g, want more than 0 and no negative", c.Eps, c.Clip)
	must(c.Precision == float32Precision || c.Precision == bfloat16Precision, "precision is %q, want %s or %s",
		c.Precision, float32Precision, bfloat16Precision)
	must(c.CheckEvery >= 1 || c.CheckEvery == schedule.EachEpoch, "check_every is %d, want a number of steps or -1", c.CheckEvery)
	must(c.CheckFrom >= 1 && c.Patience >= 1, "check_from is %d and patience %d, want at least 1", c.CheckFrom, c.Patience)
	must(c.Decay > 0 && c.Decay <= 1, "decay is %g, want more than 0, at most 1", c.Decay)
	must(c.Anneal != string(schedule.Linear) || c.Decay == 1 || c.Decay == defaults().Decay,
		"decay is %g, but with anneal linear no check lowers the learning rate: leave decay out", c.Decay)
	must(c.LogEvery >= 1, "log_every is %d, want at least 1", c.LogEvery)
	must(c.AssignmentsEvery >= 0 && c.AssignmentsDocuments >= 0, "assignments_every and assignments_documents cannot be negative")
	must(c.CheckpointMinutes >= 0 && c.CheckpointEvery >= 0, "checkpoint_minutes and checkpoint_every cannot be negative")
	must(c.Store == float32Store || c.Store == int8Store, "store is %q, want %s or %s", c.Store, float32Store, int8Store)
	must(c.ChoiceDocuments >= 0, "choice_documents is %d, want 0 or more", c.ChoiceDocuments)
	must(c.Alternatives >= 0 && c.Alternatives <= choose.MostAlternatives, "alternatives is %d, want 0 to %d", c.Alternatives, choose.MostAlternatives)
	must(c.Extract == switchOn || c.Extract == switchOff, "extract is %q, want on or off", c.Extract)
	must(c.Known >= 0, "known is %d, want 0 or more", c.Known)
	must(c.ChoiceDocuments > 0 || !c.RefitChoice, "choice_documents is 0, refit_choice needs documents")
	return errors.Join(errs...)
}
