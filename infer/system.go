package main

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// suitsSystem refuses settings that go with another system than the model's, and a search beyond the memory that is left.
func (m *opened) suitsSystem(t *stages.Task, c Config) error {
	refuse := func(setting string, with func(model.System) bool) error {
		return &stages.UsageError{Err: fmt.Errorf("%s goes with models of system %s, and the model of %s is of system %s: leave it out",
			setting, strings.Join(model.Systems(with), " and "), t.Input("model")[0].Spec, m.system.Name)}
	}
	searched, slots := func(s model.System) bool { return s.Searched }, func(s model.System) bool { return s.Slots }
	switch {
	case m.system.Searched:
	case c.Beam != 0:
		return refuse("beam", searched)
	case c.BeamDepth != 0:
		return refuse("beam_depth", searched)
	case c.BeamNorm != 0:
		return refuse("beam_norm", searched)
	}
	mode, err := c.mode()
	switch {
	case m.system.Slots:
		return nil
	case c.Slots:
		return refuse("slots", slots)
	case err != nil:
		return err
	case mode.Rule != "" && mode.Rule != choose.Slots && mode.Rule != choose.Top:
		return refuse("choose "+mode.String(), slots)
	}
	width, need := m.network.Beam(m.options(nil, c, mode))
	return fits(width, t.Threads, need, freeMemory())
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
