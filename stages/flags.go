package stages

import (
	"strings"

	"github.com/urfave/cli/v2"

	"wrone2set/stages/internal/config"
)

const (
	inputCategory   = "Input (a file, a folder, a 'glob' in quotes, or source.txt:target.txt)"
	settingCategory = "Settings (also in the stage's section of pipeline.yaml, with _ for -)"
	commonCategory  = "Every stage"
)

func (s Stage[C]) flags() []cli.Flag {
	var flags []cli.Flag
	for _, in := range s.Inputs {
		flags = append(flags, &cli.StringSliceFlag{Name: in.Name, Usage: in.usage(), Category: inputCategory})
	}
	fields, _ := config.Fields(&s.Config) // checked by Validate
	for _, f := range fields {
		flags = append(flags, settingFlag(f))
	}
	flags = append(flags,
		&cli.StringFlag{Name: "out", Usage: "output `FOLDER`; must be given"},
		&cli.StringFlag{Name: "config", Usage: "settings `FILE`; none: no file", DefaultText: defaultConfig + " where it exists"},
		&cli.StringSliceFlag{Name: "preset", Usage: "named settings `A,B`, in this order, in place of those in the file" + s.presetNames()},
		&cli.IntFlag{Name: "threads", Usage: "goroutines that compute at once; the result is the same for any number", DefaultText: "one a CPU"},
		&cli.BoolFlag{Name: "force", Usage: "make the output again though it is there"},
		&cli.BoolFlag{Name: "verify", Usage: "read every file to compare digests, trust no size and time"},
		&cli.BoolFlag{Name: "describe", Usage: "print inputs, outputs and settings as JSON and stop"},
		&cli.StringFlag{Name: "max-rejects", Usage: "`SHARE` of bad rows up to which the stage goes on: 0.01 or 1%", Value: "1%"},
		&cli.BoolFlag{Name: "quiet", Usage: "say nothing but warnings and errors"},
		&cli.StringFlag{Name: "log-format", Usage: "text or json", Value: "text"},
	)
	if s.Layout == Sharded {
		flags = append(flags, &cli.StringFlag{Name: "shard", Usage: "make only part `I/N` of the output, I from 0"})
	}
	for _, f := range flags {
		setCategory(f)
	}
	return flags
}

// setCategory files the flags that have no category yet.
func setCategory(f cli.Flag) {
	switch f := f.(type) {
	case *cli.StringFlag:
		f.Category = orCommon(f.Category)
	case *cli.StringSliceFlag:
		f.Category = orCommon(f.Category)
	case *cli.IntFlag:
		f.Category = orCommon(f.Category)
	case *cli.BoolFlag:
		f.Category = orCommon(f.Category)
	}
}

func orCommon(category string) string {
	if category == "" {
		return commonCategory
	}
	return category
}

func (in Input) usage() string {
	u := in.Doc + " (" + in.Schema + ")"
	if in.Required {
		u += "; must be given"
	}
	if in.Many || in.Named {
		u += "; may be repeated"
	}
	return u
}

func (s Stage[C]) presetNames() string {
	var names []string
	for _, p := range s.Presets {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, ", ")
}

// settingFlag is the flag of one setting. Its value is read as text, so that flags and file are held to the same
// rules.
func settingFlag(f config.Field) cli.Flag {
	if f.Kind == config.Bool {
		return &cli.BoolFlag{Name: f.Flag(), Usage: f.Help, Category: settingCategory, DefaultText: f.Text()}
	}
	text := f.Text()
	if text == "" {
		text = "none"
	}
	return &cli.StringFlag{Name: f.Flag(), Usage: f.Help, Category: settingCategory, DefaultText: text}
}
