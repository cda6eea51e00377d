package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
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
	for _, name := range names {
		p.Apply(name)
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
