package main

import (
	"fmt"

	"wrone2set/stages"
	"wrone2set/stages/choose"
	"wrone2set/stages/nn/settrans"
)

// suitsSystem refuses settings that go with another system than the model's.
func (m *model) suitsSystem(t *stages.Task, c Config) error {
	if m.System == settrans.OneToSet {
		return nil
	}
	refuse := func(setting string) error {
		return &stages.UsageError{Err: fmt.Errorf("%s goes with models of system %s, and the model of %s is of system %s: leave it out",
			setting, settrans.OneToSet, t.Input("model")[0].Spec, m.System)}
	}
	if c.Slots {
		return refuse("slots")
	}
	mode, err := c.mode()
	if err != nil {
		return err
	}
	if mode.Rule != "" && mode.Rule != choose.Slots && mode.Rule != choose.Top {
		return refuse("choose " + mode.String())
	}
	return nil
}

// ranked is the mode of a system of one slot, which has no choice.json: its phrases as it ranks them, all or so many of each
// kind.
func ranked(mode choose.Mode) choose.Mode {
	if mode.Rule == "" {
		mode.Rule = choose.Slots
	}
	return mode
}
