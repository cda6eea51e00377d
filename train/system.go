package main

import (
	"fmt"

	"wrone2set/stages"
	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/bert"
	"wrone2set/train/internal/batch"
	"wrone2set/train/internal/loop"
	"wrone2set/train/internal/wr"
)

// phrase_len of the systems of one slot: of catseq as long as the sequences that One2Seq's reference code writes at most,
// of one2one as deep as Meng et al. (ACL 2017) search, of unikeyphrase enough for the absent phrases of most documents.
const (
	sequenceLen = 60
	pairLen     = 6
	absentLen   = 32
)

// oneSlot makes the settings those of a system of one slot, in which there is neither ∅ nor a choice among slots. A
// sequence is longer than a phrase.
func oneSlot(system slots.System) func(*Config) {
	return func(c *Config) {
		c.System, c.Slots, c.PhraseLen = system.String(), 1, pairLen
		switch system {
		case slots.CatSeq:
			c.PhraseLen = sequenceLen
		case slots.UniKeyphrase:
			c.PhraseLen = absentLen
		}
		c.Reassign, c.Weighting, c.Validate, c.Batching = string(wr.Off), switchOff, ownLoss, string(batch.Shuffle)
		c.Copies, c.AssignmentsEvery, c.ChoiceDocuments, c.Known = 1, 0, 0, 0
	}
}

// setKeys are settings that only one2set has a use for.
var setKeys = []string{"assign_steps", "target_copies", "reassign", "batching", "lambda_pre", "lambda_abs", "weighting", "validate",
	"assignments_every", "assignments_documents", "choice_documents", "alternatives", "known"}

// system is what is trained; the name has been checked.
func (c Config) system() slots.System {
	s, _ := slots.ParseSystem(c.System)
	return s
}

// checkSystem refuses an unknown system, and a size of slots that it cannot do with.
func (c Config) checkSystem() error {
	system, err := slots.ParseSystem(c.System)
	switch {
	case err != nil:
		return err
	case system == slots.OneToSet && (c.Slots < 2 || c.Slots%2 != 0):
		return fmt.Errorf("slots is %d, want an even number", c.Slots)
	case system == slots.CatSeq && c.PhraseLen < 3:
		return fmt.Errorf("phrase_len is %d, system %s needs at least 3: a word, <peos> and the end token", c.PhraseLen, system)
	}
	return nil
}

// settleSystem makes the settings those of the system, and refuses those given by name that it has no use for.
func settleSystem(c *Config, g stages.Given) error {
	if err := settleNetwork(c, g); err != nil {
		return err
	}
	system := c.system()
	if system == slots.OneToSet {
		return nil
	}
	for _, key := range setKeys {
		if g.Setting(key) {
			return &stages.UsageError{Err: fmt.Errorf("%s goes with system %s, and this run trains %s: leave it out", key, slots.OneToSet, system)}
		}
	}
	if g.Setting("slots") && c.Slots != 1 {
		return &stages.UsageError{Err: fmt.Errorf("slots is %d, and system %s has 1: leave it out", c.Slots, system)}
	}
	length := c.PhraseLen
	if oneSlot(system)(c); g.Setting("phrase_len") {
		c.PhraseLen = length
	}
	return nil
}

// jointKeys are settings of a network that a system over a pretrained encoder does not have.
var jointKeys = []string{"network", "heads", "ff", "layers", "tie_embeddings", "store"}

// settleJoint makes the settings those of a system over a pretrained encoder of that shape, and refuses those given by name
// that it has no use for.
func settleJoint(c *Config, g stages.Given, shape bert.Config) error {
	for _, key := range jointKeys {
		if g.Setting(key) {
			return &stages.UsageError{Err: fmt.Errorf("%s is not for system %s, whose network is the encoder of --encoder: leave it out", key, c.system())}
		}
	}
	c.Heads, c.FF, c.Layers = shape.Heads, shape.FF, shape.Layers
	return nil
}

// survey counts the targets of a system of one slot, and refuses data that has none: nothing would be trained, or checked.
func survey(t *stages.Task, r *loop.Training) error {
	system := r.Objective.System
	if system == slots.OneToSet {
		return nil
	}
	targets, left, err := loop.Survey(r.Objective, r.Train)
	if err != nil {
		return err
	}
	checked, _, err := loop.Survey(r.Validation, r.Valid)
	if err != nil {
		return err
	}
	for _, s := range []struct {
		what    string
		targets int
		of      int
	}{{"training", targets, r.Train.Len()}, {"validation", checked, r.Valid.Len()}} {
		if s.of > 0 && s.targets == 0 && system.Joint() {
			return &stages.InputError{File: t.Input("data")[0].Spec, Err: fmt.Errorf("no %s example has a keyphrase", s.what), Remedy: "give documents with keyphrases"}
		}
		if s.of > 0 && s.targets == 0 {
			return &stages.InputError{File: t.Input("data")[0].Spec, Err: fmt.Errorf("no %s example has a keyphrase of fewer than phrase_len (%d) words, and %s trains nothing else",
				s.what, r.Objective.Slots.Length, system), Remedy: "give documents with keyphrases, or a greater --phrase-len"}
		}
	}
	t.Log.Info("targets of "+system.String(), "targets", targets, "keyphrases_left_out", left, "phrase_len", r.Objective.Slots.Length)
	t.Note("keyphrases_left_out", left)
	return nil
}
