package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/train/internal/loop"
)

// ofSystem returns the preset of a system with a body.
func ofSystem(system, body string) func(*Config) {
	return func(c *Config) {
		c.System, c.Network = system, body
		ofOneSlot(c, c.system())
	}
}

// system returns the system to train; check has checked its name.
func (c Config) system() model.System {
	s, _ := model.ParseSystem(c.System)
	return s
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
