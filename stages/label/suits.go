package label

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// suits refuses options that the model cannot follow.
func (m *Model) suits(o Options) error {
	if err := m.suitsSystem(o); err != nil {
		return err
	}
	if mode, err := o.mode(); o.Expect > 0 && err == nil && (m.choice == nil || mode.Rule == choose.Slots) {
		return fault.Usagef("--expect adjusts probabilities, which slots alone do not give: use a model with %s, as train refit makes it, and leave out --choose slots",
			model.ChoiceFile)
	}
	if o.Shortlist > 0 && m.vocabulary.Pieces() > 0 {
		return fault.Usagef("--shortlist goes by how frequent words are, and the model of %s writes word pieces, which are in no such order; leave shortlist out",
			m.folder.Name)
	}
	return nil
}

// suitsSystem refuses options of another system than the model's, and a beam search that needs more memory than is free.
func (m *Model) suitsSystem(o Options) error {
	refuse := func(setting string, with func(model.System) bool) error {
		return fault.Usagef("%s goes with models of system %s, and the model of %s is of system %s: leave it out",
			setting, strings.Join(model.Systems(with), " and "), m.folder.Name, m.system.Name)
	}
	searched, slots := func(s model.System) bool { return s.Searched }, func(s model.System) bool { return s.Slots }
	switch {
	case m.system.Searched:
	case o.Beam != 0:
		return refuse("beam", searched)
	case o.BeamDepth != 0:
		return refuse("beam_depth", searched)
	case o.BeamNorm != 0:
		return refuse("beam_norm", searched)
	}
	mode, err := o.mode()
	switch {
	case m.system.Slots:
		return nil
	case o.Slots:
		return refuse("slots", slots)
	case err != nil:
		return err
	case mode.Rule != "" && mode.Rule != choose.Slots && mode.Rule != choose.Top && mode.Rule != choose.Total:
		return refuse("choose "+mode.String(), slots)
	}
	width, need := m.network.Beam(m.options(nil, o, mode))
	return fits(width, o.threads(), need, freeMemory())
}

// fits refuses a beam if all threads together need more than the free bytes. need is per thread; free is 0 if unknown.
func fits(width, threads int, need, free int64) error {
	if free == 0 || need <= free/int64(threads) {
		return nil
	}
	return fault.Usagef("beam is %d: the search needs about %.1f GB of memory for each of %d threads, and %.1f GB are free; "+
		"give a smaller --beam or --beam-depth, or fewer --threads", width, float64(need)/1e9, threads, float64(free)/1e9)
}

// ranked returns the mode of a system of one slot, which has no choice.json: the phrases in its own ranking, all or the first ones.
func ranked(mode choose.Mode) choose.Mode {
	if mode.Rule == "" {
		mode.Rule = choose.Slots
	}
	return mode
}
