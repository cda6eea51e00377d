package cli

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// app returns the program as a urfave/cli app.
func (p *Program) app(args []string, stdout io.Writer, con *Console) *cli.App {
	var flags []cli.Flag
	for _, o := range p.options() {
		if f := o.flag(); f != nil {
			flags = append(flags, f)
		}
	}
	return &cli.App{
		Name: p.Stage, Usage: p.Doc, UsageText: p.usage(), Description: p.Details, Version: p.Release, Flags: flags,
		HideHelpCommand: true, DisableSliceFlagSeparator: true, EnableBashCompletion: true,
		CustomAppHelpTemplate: "{{call .Metadata.help}}",
		Metadata:              map[string]any{"help": func() string { return p.help(width(stdout)) }},
		BashComplete:          func(*cli.Context) { p.complete(stdout, args[:len(args)-1]) },
		Writer:                stdout, ErrWriter: con, OnUsageError: p.usageError,
		ExitErrHandler: func(*cli.Context, error) {},
		Action:         func(c *cli.Context) error { return p.action(c, stdout, con) },
	}
}

func (p *Program) options() (all []option) {
	for _, g := range p.groups() {
		all = append(all, g.options...)
	}
	return all
}

// usageError rewords the errors of the flag parser.
func (p *Program) usageError(c *cli.Context, err error, _ bool) error {
	const unknown = "flag provided but not defined: -"
	if name, ok := strings.CutPrefix(err.Error(), unknown); ok {
		var names []string
		for _, o := range p.options() {
			names = append(names, o.name)
		}
		name = strings.TrimLeft(name, "-")
		if to, ok := p.Moved[name]; ok {
			return fault.Usagef("there is no flag --%s any more: %s; see %s --help", name, to, p.Stage)
		}
		return fault.Usagef("there is no flag --%s%s; see %s --help", name, config.Nearest(name, names), p.Stage)
	}
	return fault.Usagef("%w; see %s --help", err, p.Stage)
}

func (p *Program) action(c *cli.Context, stdout io.Writer, con *Console) error {
	switch {
	case c.Args().Present():
		return p.unexpected(c.Args().First())
	case c.IsSet("completion"):
		return p.completion(stdout, c.String("completion"))
	case c.Bool("man"):
		return p.manual(stdout)
	case c.Bool("help-all"):
		_, err := io.WriteString(stdout, p.fullHelp(width(stdout)))
		return err
	}
	if c.NumFlags() == 0 && !p.Answers { // whoever gives nothing asks what there is to give
		if _, err := io.WriteString(con, p.help(width(os.Stderr))+"\n"); err != nil {
			return err
		}
		return fault.Usagef("nothing is given; the examples above show what to give")
	}
	if err := con.set(c.Bool("quiet"), c.String("log-format")); err != nil {
		return err
	}
	if err := p.resolve(c); err != nil {
		return err
	}
	if c.Bool("describe") {
		return p.describe().write(stdout)
	}
	call, err := p.call(c)
	if err == nil && call.Out == "-" {
		err = open(stdout)
	}
	if err != nil {
		return err
	}
	if con.quiet && call.Out != "-" {
		stdout = io.Discard
	}
	con.log.Debug("settings", "config_file", p.ConfigFile, "presets", p.Applied, "config", string(p.Config))
	return p.origin(p.Do(c.Context, call, stdout))
}

// unexpected is the error for a word that is neither a flag nor a mode.
func (p *Program) unexpected(word string) error {
	var modes []string
	for _, m := range p.Modes {
		modes = append(modes, m.word())
	}
	if nearest := config.Nearest(word, modes); nearest != "" {
		return fault.Usagef("there is no mode %s%s; see %s --help", word, nearest, p.Stage)
	}
	return fault.Usagef("unexpected argument %s (inputs go behind flags: put a glob in quotes, or repeat the flag); see %s --help", word, p.Stage)
}

func (p *Program) call(c *cli.Context) (*Call, error) {
	call := &Call{Inputs: map[string][]string{}, Named: p.named, Presets: p.Applied, Out: c.String("out"), Shard: c.String("shard"),
		MaxRejects: c.String("max-rejects"), Threads: runtime.GOMAXPROCS(0), Force: c.Bool("force"), Verify: c.Bool("verify")}
	if c.IsSet("threads") {
		n, err := strconv.Atoi(c.String("threads"))
		if err != nil || n < 1 {
			return nil, fault.Usagef("--threads %s: want at least 1", c.String("threads"))
		}
		call.Threads = n
	}
	if p.Answers {
		call.Out = "-"
	}
	if p.Parted { // in another program --shards may be a setting
		call.Shards = c.String("shards")
	}
	for _, in := range p.Inputs {
		call.Inputs[in.name()] = c.StringSlice(in.name())
	}
	return call, nil
}

// usage returns the command line in short.
func (p *Program) usage() string {
	words := []string{p.Stage}
	for _, in := range p.Inputs {
		word := in.option().shown()
		if !in.Required {
			word = "[" + word + "]"
		}
		if in.repeatable() {
			word += "..."
		}
		words = append(words, word)
	}
	if !p.Answers {
		words = append(words, "--out FOLDER")
	}
	return strings.Join(append(words, "[settings]"), " ")
}
