package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"wrone2set/stages/internal/config"
	"wrone2set/stages/internal/fault"
)

// applyPresets applies the presets of the command line or, where it names none, those of the section.
func (p *Program) applyPresets(c *cli.Context, section config.Section) error {
	names, err := section.Presets()
	if err != nil {
		return fault.Usagef("%w", err)
	}
	from := section.Place("preset")
	if c.IsSet("preset") {
		var given []string
		for _, list := range c.StringSlice("preset") {
			given = append(given, config.SplitList(list)...)
		}
		names, from = p.sized(given, names), "--preset"
	}
	p.Applied = append([]string{}, names...)
	known := p.presetNames()
	for _, name := range names {
		switch {
		case slices.Contains(known, name):
		case len(known) == 0:
			return fault.Usagef("%s: %s has no presets", from, p.Stage)
		default:
			return fault.Usagef("%s: no preset %q; there are %s%s", from, name, strings.Join(known, ", "), config.Nearest(name, known))
		}
	}
	if err := p.applyAll(names); err != nil {
		return fault.Usagef("%s: %w", from, err)
	}
	return nil
}

// sized adds the sizes of the section to given if given has none: a user who asks for another objective keeps the size of
// pipeline.yaml, in every stage.
func (p *Program) sized(given, section []string) []string {
	size := func(name string) bool {
		return slices.ContainsFunc(p.Presets, func(d PresetDescription) bool { return d.Size && d.Name == name })
	}
	if len(given) == 0 || slices.ContainsFunc(given, size) {
		return given
	}
	kept := slices.DeleteFunc(slices.Clone(section), func(name string) bool { return !size(name) })
	return append(kept, given...)
}

// applyAll applies the presets in their order. It refuses a list in which one is named in vain: later ones set again all
// that it sets, and not all of it to the same value.
func (p *Program) applyAll(names []string) error {
	if len(names) < 2 {
		for _, name := range names {
			p.Apply(name)
		}
		return nil
	}
	sets := p.presetSets(names)
	var after [][]string // the settings after each preset
	for _, name := range names {
		p.Apply(name)
		after = append(after, p.texts())
	}
	for i, name := range names {
		if by := inVain(i, names, sets, after); len(by) > 0 {
			return fmt.Errorf("%s has no effect before %s, which sets all of it again; name them in the other order, or only one of them",
				name, strings.Join(by, " and "))
		}
	}
	return nil
}

// inVain names the presets behind the i-th that give another value to what it sets, if nothing that it sets is left to
// it. sets is of presetSets, after holds the settings after each preset.
func inVain(i int, names []string, sets map[string][]bool, after [][]string) (by []string) {
	for k, own := range sets[names[i]] {
		if !own {
			continue
		}
		j := len(names) - 1
		for j > i && !sets[names[j]][k] {
			j--
		}
		if j == i {
			return nil
		}
		if after[j][k] != after[i][k] && !slices.Contains(by, names[j]) {
			by = append(by, names[j])
		}
	}
	return by
}

// presetSets says for each of names which settings the preset sets, in the order of Settings: those that it changes, by
// itself or after any other preset. The settings are left as they were.
func (p *Program) presetSets(names []string) map[string][]bool {
	start := p.texts()
	sets := map[string][]bool{}
	for _, name := range names {
		sets[name] = make([]bool, len(start))
		for _, first := range p.presetNames() {
			p.Apply(first)
			before := p.texts()
			p.Apply(name)
			for k, text := range p.texts() {
				sets[name][k] = sets[name][k] || text != before[k]
			}
			p.restore(start)
		}
		p.Apply(name)
		for k, text := range p.texts() {
			sets[name][k] = sets[name][k] || text != start[k]
		}
		p.restore(start)
	}
	return sets
}

// texts are the present values of the settings.
func (p *Program) texts() (texts []string) {
	for _, f := range p.Settings {
		texts = append(texts, f.Text())
	}
	return texts
}

// restore puts back what texts returned.
func (p *Program) restore(texts []string) {
	for k, f := range p.Settings {
		if err := f.Parse(texts[k]); err != nil {
			panic(fmt.Sprintf("setting %s: %v", f.Key, err)) // Parse takes what Text gives
		}
	}
}
