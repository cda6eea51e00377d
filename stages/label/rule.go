package label

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Rule returns the rule that the options choose phrases by. By default it is f1, or slots for a model without a choice. It
// refuses options that the model cannot follow.
func (m *Model) Rule(o Options) (rank.Rule, error) {
	if err := o.Check(); err != nil {
		return rank.Rule{}, err
	}
	rule, _ := o.rule() // Check has refused others
	rule.Distinct = o.Distinct
	if err := m.suits(o, rule); err != nil {
		return rule, err
	}
	if err := m.speedReady(o); err != nil {
		return rule, err
	}
	switch {
	case rule.Name == "" && m.choice != nil:
		rule.Name = rank.BestF1
	case rule.Name == "":
		rule.Name = rank.Slots
	case m.choice == nil && m.system.Slots && rule.Name != rank.Slots:
		return rule, &schemas.FileError{File: m.folder.Name, Err: fmt.Errorf("--choose %s needs %s, which this model folder does not have", rule, model.ChoiceFile),
			Remedy: "make a folder with one by train refit, or give --choose slots"}
	}
	return rule, nil
}

// speedReady returns an error if the folder lacks what the speed labels with.
func (m *Model) speedReady(o Options) error {
	lacks := func(what, remedy string) error {
		return &schemas.FileError{File: m.folder.Name, Err: fmt.Errorf("--speed %s needs %s, which this model folder does not have", o.Speed, what), Remedy: remedy}
	}
	read := m.textual[o.Speed]
	if read == nil && m.network == nil {
		return fault.Usagef("the model was read for --speed %s or %s, without the network that --speed %s needs", Fast, Best, o.Speed)
	}
	if read == nil {
		return nil
	}
	t := read()
	switch {
	case t.err != nil || t.choice != nil:
		return t.err
	case o.Speed == Fast:
		return lacks(model.FastFile, "make a folder with one by train refit --fast on, or leave --speed out")
	}
	return lacks(model.BestFile+" and a tagger", "give --model a folder with one: a release has it as an archive, make -f infer/pretrained/recipe.mk best makes it; or leave --speed out")
}

// suits refuses options that the model cannot follow, and a beam search that needs more memory than is free.
func (m *Model) suits(o Options, rule rank.Rule) error {
	searched, slots := func(s model.System) bool { return s.Searched }, func(s model.System) bool { return s.Slots }
	ranks := slices.Contains([]string{"", rank.Slots, rank.Top, rank.Total}, rule.Name)
	for _, of := range []struct {
		setting string
		set     bool
		systems func(model.System) bool
	}{
		{"beam", o.Beam != 0, searched}, {"beam_depth", o.BeamDepth != 0, searched}, {"beam_norm", o.BeamNorm != 0, searched},
		{"slots", o.Slots, slots}, {"choose " + rule.String(), !ranks, slots},
	} {
		if of.set && !of.systems(m.system) {
			return fault.Usagef("%s goes with models of system %s, and the model of %s is of system %s: leave it out",
				of.setting, strings.Join(model.Systems(of.systems), " and "), m.folder.Name, m.system.Name)
		}
	}
	switch {
	case o.Expect > 0 && (m.choice == nil || rule.Name == rank.Slots):
		return fault.Usagef("--expect needs a model with %s; make one with train refit, and leave out --choose slots",
			model.ChoiceFile)
	case o.Shortlist > 0 && m.vocabulary.Pieces() > 0:
		return fault.Usagef("--shortlist goes by how frequent words are, and the model of %s writes word pieces, which are in no such order; leave shortlist out",
			m.folder.Name)
	case m.system.Slots:
		return nil
	}
	width, need := m.network.Beam(m.options(nil, o, rule))
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
