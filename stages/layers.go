package stages

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"wrone2set/stages/internal/config"
	"wrone2set/stages/internal/fault"
)

const defaultConfig = "pipeline.yaml"

// resolved is the outcome of laying settings over each other.
type resolved[C any] struct {
	config  C
	presets []string
	file    string // the pipeline.yaml that was read, "" for none
}

// resolve lays presets, the section of pipeline.yaml and flags over the defaults, in this order.
func (s Stage[C]) resolve(c *cli.Context) (*resolved[C], error) {
	r := &resolved[C]{config: s.Config}
	section, err := s.section(c)
	if err != nil {
		return nil, fault.Usagef("%w", err)
	}
	r.file = section.File
	if r.presets, err = section.Presets(); err != nil {
		return nil, fault.Usagef("%w", err)
	}
	from := section.Place("preset")
	if c.IsSet("preset") {
		r.presets, from = nil, "--preset"
		for _, p := range c.StringSlice("preset") {
			r.presets = append(r.presets, config.SplitList(p)...)
		}
	}
	for _, name := range r.presets {
		if err := s.applyPreset(name, &r.config); err != nil {
			return nil, fault.Usagef("%s: %w", from, err)
		}
	}
	fields, err := config.Fields(&r.config)
	if err != nil {
		return nil, err
	}
	if err := section.Apply(fields); err != nil {
		return nil, fault.Usagef("%w", err)
	}
	for _, f := range fields {
		if !c.IsSet(f.Flag()) {
			continue
		}
		text := c.String(f.Flag())
		if f.Kind == config.Bool {
			text = strconv.FormatBool(c.Bool(f.Flag()))
		}
		if err := f.Parse(text); err != nil {
			return nil, fault.Usagef("--%s: %w", f.Flag(), err)
		}
	}
	if s.Check != nil {
		if err := s.Check(r.config); err != nil {
			return nil, fault.Usagef("settings: %w", err)
		}
	}
	return r, nil
}

func (s Stage[C]) section(c *cli.Context) (config.Section, error) {
	file := c.String("config")
	if c.IsSet("config") && (file == "" || file == "none") {
		return config.Section{}, nil
	}
	if file == "" {
		file = defaultConfig
	}
	section, err := config.ReadSection(file, s.Name, append(strings.Fields(Pipeline), s.Name))
	if errors.Is(err, fs.ErrNotExist) && !c.IsSet("config") {
		return config.Section{}, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return section, fmt.Errorf("--config %s: no such file", file)
	}
	return section, err
}

func (s Stage[C]) applyPreset(name string, c *C) error {
	var names []string
	for _, p := range s.Presets {
		if p.Name == name {
			p.Apply(c)
			return nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return fmt.Errorf("%s has no presets", s.Name)
	}
	return fmt.Errorf("no preset %q; there are %s", name, strings.Join(names, ", "))
}
