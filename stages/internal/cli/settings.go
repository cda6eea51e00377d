package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

const defaultConfig = "pipeline.yaml"

// resolve is where a flag becomes a setting. It lays presets, the section of pipeline.yaml and flags over the defaults, in this
// order, so that the layer nearest to the run wins. named are the keys of the settings that a flag or the section gives.
func (p *Program) resolve(c *cli.Context) (named []string, err error) {
	if p.section, err = p.readSection(c); err == nil {
		p.ConfigFile = p.section.File
		err = p.applyPresets(c)
	}
	if err == nil {
		err = p.section.Apply(p.Settings)
	}
	if err != nil {
		return nil, fault.Usagef("%w", err)
	}
	for _, f := range p.Settings {
		given := c.IsSet(f.Name())
		if p.section.Has(f.Key) || given {
			named = append(named, f.Key)
		}
		if !given {
			continue
		}
		text := c.String(f.Name())
		if f.Type == "boolean" {
			text = strconv.FormatBool(c.Bool(f.Name()))
		}
		if err := f.Parse(text); err != nil {
			return nil, fault.Usagef("%s: %w", f.Flag, err)
		}
	}
	p.Config = config.JSON(p.Settings, false)
	if p.Check != nil {
		if err := p.Check(); err != nil {
			return nil, fault.Usagef("settings: %w", err)
		}
	}
	return named, nil
}

// readSection reads the stage's section of the pipeline.yaml that --config names, else of the one in the working directory if
// it exists.
func (p *Program) readSection(c *cli.Context) (config.Section, error) {
	file, given := c.String("config"), c.IsSet("config")
	if !given {
		file = defaultConfig
	} else if file == "" || file == "none" {
		return config.Section{}, nil
	}
	section, err := config.ReadSection(file, p.Stage, p.Sections)
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case missing && given:
		return section, fmt.Errorf("--config %s: no such file", file)
	case missing:
		return config.Section{}, nil
	}
	return section, err
}

// applyPresets applies the presets of the command line or, where it names none, those of the section.
func (p *Program) applyPresets(c *cli.Context) error {
	names, err := p.section.Presets()
	if err != nil {
		return err
	}
	from := p.section.Place("preset")
	if c.IsSet("preset") {
		given := config.SplitList(strings.Join(c.StringSlice("preset"), ","))
		names, from = p.sized(given, names), "--preset"
	}
	known := p.presetNames()
	for _, name := range names {
		switch {
		case len(known) == 0:
			return fmt.Errorf("%s: %s has no presets", from, p.Stage)
		case !slices.Contains(known, name):
			return fmt.Errorf("%s: no preset %q; there are %s%s", from, name, strings.Join(known, ", "), config.Nearest(name, known))
		}
	}
	for _, name := range names {
		p.Presets[slices.Index(known, name)].Apply()
	}
	p.Applied = append([]string{}, names...)
	return nil
}

// sized adds the sizes of the section to given if given has none: a user who asks for another objective keeps the size of
// pipeline.yaml, in every stage.
func (p *Program) sized(given, section []string) []string {
	size := func(name string) bool {
		return slices.ContainsFunc(p.Presets, func(d Preset) bool { return d.Size && d.Name == name })
	}
	if len(given) == 0 || slices.ContainsFunc(given, size) {
		return given
	}
	kept := slices.DeleteFunc(slices.Clone(section), func(name string) bool { return !size(name) })
	return append(kept, given...)
}

// origin adds the file to an error that blames a setting of pipeline.yaml as if it were a flag.
func (p *Program) origin(c *cli.Context, err error) error {
	if err == nil {
		return nil
	}
	words := strings.FieldsFunc(err.Error(), func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, f := range p.Settings {
		if p.section.Has(f.Key) && !c.IsSet(f.Name()) && slices.Contains(words, f.Flag) {
			return fmt.Errorf("%w (%s sets %s)", err, p.ConfigFile, f.Name())
		}
	}
	return err
}
