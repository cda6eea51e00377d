package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/loop"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// ofSystem returns the preset of a system with a body.
func ofSystem(system, body string) func(*Config) {
	return func(c *Config) {
		c.System, c.Network = system, body
		oneSlot(c, c.system())
	}
}

// oneSlot sets the settings to those of a system of one slot, which has neither ∅ nor a choice.
func oneSlot(c *Config, s model.System) {
	c.Slots, c.PhraseLen = 1, s.PhraseLen
	c.Reassign, c.Weighting, c.Validate, c.Batching = string(wr.Off), switchOff, ownLoss, string(batch.Shuffle)
	c.Copies, c.AssignmentsEvery, c.ChoiceDocuments, c.Known, c.Neighbours = 1, 0, 0, 0, 0
}

// setKeys are the settings that only a system with slots uses.
var setKeys = []string{"assign_steps", "target_copies", "reassign", "batching", "lambda_pre", "lambda_abs", "weighting", "validate",
	"assignments_every", "assignments_documents", "choice_documents", "alternatives", "shortlist", "known", "neighbours"}

// system returns the system to train; check has checked its name.
func (c Config) system() model.System {
	s, _ := model.ParseSystem(c.System)
	return s
}

// checkSystem refuses an unknown system, and numbers and lengths of slots that do not suit it.
func (c Config) checkSystem() error {
	s, err := model.ParseSystem(c.System)
	switch {
	case err != nil:
		return err
	case s.Slots && (c.Slots < 2 || c.Slots%2 != 0):
		return fmt.Errorf("slots is %d, want an even number", c.Slots)
	case c.PhraseLen < s.LeastLen:
		return fmt.Errorf("phrase_len is %d, system %s needs at least %d: %s", c.PhraseLen, s.Name, s.LeastLen, s.Least)
	}
	return nil
}

// settleSystem sets the settings that the system decides, and refuses those given by name that it does not use.
func settleSystem(c *Config, g stages.Given) error {
	if err := settleNetwork(c, g); err != nil {
		return err
	}
	s := c.system()
	if s.Slots {
		return nil
	}
	for _, key := range setKeys {
		if g.Setting(key) {
			return &stages.UsageError{Err: fmt.Errorf("%s goes with system %s, and this run trains %s: leave it out", key, one2set, s.Name)}
		}
	}
	if g.Setting("slots") && c.Slots != 1 {
		return &stages.UsageError{Err: fmt.Errorf("slots is %d, and system %s has 1: leave it out", c.Slots, s.Name)}
	}
	length := c.PhraseLen
	if oneSlot(c, s); g.Setting("phrase_len") {
		c.PhraseLen = length
	}
	return nil
}

// jointKeys are the settings that a system whose network is the pretrained encoder does not use.
var jointKeys = []string{"network", "heads", "ff", "tie_embeddings", "store"}

// settleJoint copies the settings of a system's network from its pretrained encoder, and refuses those given by name that the
// system does not use.
func settleJoint(c *Config, g stages.Given, shape bert.Config) error {
	for _, key := range jointKeys {
		if g.Setting(key) {
			return &stages.UsageError{Err: fmt.Errorf("%s is not for system %s, whose network is the encoder of --encoder: leave it out", key, c.System)}
		}
	}
	if c.Heads, c.FF = shape.Heads, shape.FF; !g.Setting("layers") {
		c.Layers = shape.Layers
	}
	if c.Layers > shape.Layers {
		return &stages.UsageError{Err: fmt.Errorf("layers is %d, and the encoder of --encoder %s has only %d", c.Layers, g.Input("encoder")[0].Spec, shape.Layers)}
	}
	return nil
}

// survey counts the targets of a system of one slot, and refuses data without any: nothing would be trained, or checked.
func survey(t *stages.Task, c Config, r *loop.Training) error {
	system := c.system()
	if system.Slots {
		return nil
	}
	targets, left, err := loop.Survey(r.Method, r.Train)
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
		if s.of > 0 && s.targets == 0 && system.OverEncoder {
			return &schemas.FileError{File: t.Input("data")[0].Spec, Err: fmt.Errorf("no %s example has a keyphrase", s.what), Remedy: "give documents with keyphrases"}
		}
		if s.of > 0 && s.targets == 0 {
			return &schemas.FileError{File: t.Input("data")[0].Spec, Err: fmt.Errorf("no %s example has a keyphrase of fewer than phrase_len (%d) words, and %s trains nothing else",
				s.what, c.PhraseLen, system.Name), Remedy: "give documents with keyphrases, or a larger --phrase-len"}
		}
	}
	t.Log.Info("targets of "+system.Name, "targets", targets, "keyphrases_left_out", left, "phrase_len", c.PhraseLen)
	t.Note("keyphrases_left_out", left)
	return nil
}
