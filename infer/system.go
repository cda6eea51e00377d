package main

import (
	"fmt"

	"wrone2set/stages"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/slots"
)

// Widths of the search unless another is set. One2One's is what a CPU bears: the 200 of Meng et al. (ACL 2017) cost four
// times as much, and what they add stands behind the first 50.
const (
	sequenceBeam = 1
	phraseBeam   = 50
)

// search is how a model of one slot is searched.
func (c Config) search(m slots.Config) slots.BeamOptions {
	o := slots.BeamOptions{Width: c.Beam, Depth: c.BeamDepth, Norm: c.BeamNorm}
	if o.Width == 0 {
		o.Width = phraseBeam
		if m.System == slots.CatSeq {
			o.Width = sequenceBeam
		}
	}
	return o
}

// suitsSystem refuses settings that go with another system than the model's, and a search beyond the memory that is left.
func (m *model) suitsSystem(t *stages.Task, c Config) error {
	refuse := func(setting, with string) error {
		return &stages.UsageError{Err: fmt.Errorf("%s goes with models of system %s, and the model of %s is of system %s: leave it out",
			setting, with, t.Input("model")[0].Spec, m.system)}
	}
	if m.system == slots.OneToSet || m.joint != nil {
		const others = "catseq and one2one"
		switch {
		case c.Beam != 0:
			return refuse("beam", others)
		case c.BeamDepth != 0:
			return refuse("beam_depth", others)
		case c.BeamNorm != 0:
			return refuse("beam_norm", others)
		case m.joint == nil:
			return nil
		}
	}
	if c.Slots {
		return refuse("slots", slots.OneToSet.String())
	}
	mode, err := c.mode()
	if err != nil {
		return err
	}
	if mode.Rule != "" && mode.Rule != choose.Slots && mode.Rule != choose.Top {
		return refuse("choose "+mode.String(), slots.OneToSet.String())
	}
	if m.joint != nil {
		return nil
	}
	o := c.search(m.Config)
	return fits(o.Width, t.Threads, m.BeamMemory(o), freeMemory())
}

// fits refuses a beam that needs more bytes a thread than are free; 0 free is not known.
func fits(width, threads int, need, free int64) error {
	if free == 0 || need <= free/int64(threads) {
		return nil
	}
	return &stages.UsageError{Err: fmt.Errorf("beam is %d: the search needs about %.1f GB of memory for each of %d threads, and %.1f GB are free; "+
		"give a smaller --beam or --beam-depth, or fewer --threads", width, float64(need)/1e9, threads, float64(free)/1e9)}
}

// ranked is the mode of a system of one slot, which has no choice.json: its phrases as it ranks them, all or so many of each
// kind.
func ranked(mode choose.Mode) choose.Mode {
	if mode.Rule == "" {
		mode.Rule = choose.Slots
	}
	return mode
}
