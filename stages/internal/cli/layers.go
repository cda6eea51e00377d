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

// resolve applies presets, the section of pipeline.yaml and flags to the defaults, in this order, so that the layer
// nearest to the run wins, and records the result in the description.
func (p *Program) resolve(c *cli.Context) error {
	section, err := p.section(c)
	if err != nil {
		return fault.Usagef("%w", err)
	}
	p.ConfigFile = section.File
	if err := p.applyPresets(c, section); err != nil {
		return err
	}
	if err := section.Apply(p.Settings); err != nil {
		return fault.Usagef("%w", err)
	}
	for _, f := range p.Settings {
		if section.Has(f.Key) || c.IsSet(f.Flag()) {
			p.named = append(p.named, f.Key)
		}
		if section.Has(f.Key) && !c.IsSet(f.Flag()) {
			p.filed = append(p.filed, f.Flag())
		}
		if !c.IsSet(f.Flag()) {
			continue
		}
		text := c.String(f.Flag())
		if f.Kind == config.Bool {
			text = strconv.FormatBool(c.Bool(f.Flag()))
		}
		if err := f.Parse(text); err != nil {
			return fault.Usagef("--%s: %w", f.Flag(), err)
		}
	}
	p.Config = config.JSON(p.Settings, false)
	if p.Check != nil {
		if err := p.Check(); err != nil {
			return fault.Usagef("settings: %w", err)
		}
	}
	return nil
}

// section reads the stage's section of the pipeline.yaml that --config names, else of the one in the working directory if
// it exists.
func (p *Program) section(c *cli.Context) (config.Section, error) {
	file := c.String("config")
	if c.IsSet("config") && (file == "" || file == "none") {
		return config.Section{}, nil
	}
	if file == "" {
		file = defaultConfig
	}
	section, err := config.ReadSection(file, p.Stage, p.Sections)
	if errors.Is(err, fs.ErrNotExist) && !c.IsSet("config") {
		return config.Section{}, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return section, fmt.Errorf("--config %s: no such file", file)
	}
	return section, err
}

// origin adds the file to an error that blames a setting of pipeline.yaml as if it were a flag.
func (p *Program) origin(err error) error {
	if err == nil {
		return nil
	}
	words := strings.FieldsFunc(err.Error(), func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, flag := range p.filed {
		if slices.Contains(words, "--"+flag) {
			return fmt.Errorf("%w (%s sets %s)", err, p.ConfigFile, flag)
		}
	}
	return err
}
