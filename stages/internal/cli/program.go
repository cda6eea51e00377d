// Package cli is the command line of a stage, and its console with log lines and a progress bar.
//
// # The way of a flag
//
// A stage is given as data, a [Program]. Its inputs and settings, and what every stage has, become a [Flag] each, in flags.go.
// urfave/cli parses them, and help, manual page, --describe and completion show them. [Program.Run] leads on: the function resolve in
// settings.go is where a flag becomes a setting, and call, below, hands over what is none, as the [Call] of which the stage makes its
// job.
package cli

import (
	"context"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/input"
)

// Program is a stage as seen by its command line. Run it once: the command line changes Settings.
type Program struct {
	Description              // what --describe prints; running the program fills in Applied, ConfigFile and Config
	Details     string       // the documentation below the title
	Release     string       // version and commit of the product, for --version
	Answers     bool         // reads standard input and answers it on standard output: there is no --out
	Parted      bool         // whether there are flags --shard and --shards
	Usual       []string     // keys of the settings that --help shows
	Sections    []string     // the sections of this program that a pipeline.yaml may have
	Check       func() error // validates the settings; may be nil
	Do          func(ctx context.Context, call *Call, stdout io.Writer) error

	section config.Section // of pipeline.yaml
}

// Call is a parsed command line. It holds the inputs and the values of --shard, --shards and --max-rejects as text: the
// stage decides what they mean and whether they are allowed.
type Call struct {
	Inputs     map[string][]string // by the name of the input, as given and in the given order
	Named      []string            // keys of the settings given by a flag or in pipeline.yaml, not by a preset
	Presets    []string            // those that were applied, in their order
	Out        string              // - for standard output
	Shard      string              // I/N; empty: not given
	Shards     string              // N; empty: not given
	MaxRejects string              // a share: 0.01 or 1%
	Threads    int                 // at least 1
	Metrics    string              // file for metrics; empty: none
	Force      bool
	Verify     bool
}

// Run parses args, the arguments after the program's name, and follows them: it prints help, version, description,
// completion or manual, or calls Do. A wrong command line is a [fault.UsageError].
func (p *Program) Run(ctx context.Context, args []string, stdout io.Writer, con *Console) error {
	if last := len(args) - 1; last >= 0 && args[last] == completing {
		return p.complete(stdout, args[:last])
	}
	app := newApp(p.Stage, stdout, func() page { return p.page(false) })
	for _, f := range p.flags() {
		if flag := f.parsed(); flag != nil {
			app.Flags = append(app.Flags, flag)
		}
	}
	app.Version, app.DisableSliceFlagSeparator = p.Release, true
	app.OnUsageError = p.usageError
	app.Action = func(c *cli.Context) error { return p.action(c, stdout, con) }
	return app.RunContext(ctx, append([]string{p.Stage}, p.flagged(args)...))
}

// flagged puts the flag of the input that needs none before each word that belongs to no flag, since the parser stops at the first.
// Behind -- all are words.
func (p *Program) flagged(args []string) (all []string) {
	named := slices.IndexFunc(p.Inputs, func(in input.Input) bool { return in.Argument })
	if named < 0 {
		return args
	}
	flag := p.Inputs[named].Flag()
	valued := map[string]bool{}
	for _, f := range p.flags() {
		valued[f.name()] = f.Value != ""
	}
	for i := 0; i < len(args); i++ {
		word := args[i]
		switch {
		case i == 0 && p.misspelt(word):
			return args // unexpected names the mode
		case word == "--":
			for _, w := range args[i+1:] {
				all = append(all, flag, w)
			}
			return all
		case word == "-" || !strings.HasPrefix(word, "-"):
			all = append(all, flag, word)
		case valued[strings.TrimLeft(word, "-")] && i+1 < len(args):
			all, i = append(all, word, args[i+1]), i+1
		default:
			all = append(all, word)
		}
	}
	return all
}

// newApp returns an app that shows the page as its help and leaves errors to its caller.
func newApp(name string, stdout io.Writer, help func() page) *cli.App {
	return &cli.App{
		Name: name, HideHelpCommand: true, Writer: stdout, ErrWriter: io.Discard,
		CustomAppHelpTemplate: "{{call .Metadata.help}}",
		Metadata:              map[string]any{"help": func() string { return help().text(width(stdout)) }},
		ExitErrHandler:        func(*cli.Context, error) {},
	}
}

// usageError rewords the errors of the flag parser.
func (p *Program) usageError(_ *cli.Context, err error, _ bool) error {
	var names []string
	for _, f := range p.flags() {
		names = append(names, f.name())
	}
	return usageError(err, p.Stage, names)
}

// usageError is the error of the parser in our words; names are the flags of a command.
func usageError(err error, command string, names []string) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return fault.Usagef("%w; see %s --help", err, command)
	}
	name = strings.TrimLeft(name, "-")
	return fault.Usagef("there is no flag --%s%s; see %s --help", name, config.Nearest(name, names), command)
}

func (p *Program) action(c *cli.Context, stdout io.Writer, con *Console) error {
	switch {
	case c.Args().Present():
		return p.unexpected(c.Args().First())
	case c.IsSet("completion"):
		return p.completion(stdout, c.String("completion"))
	case c.Bool("man"):
		return show(stdout, p.page(true).manual())
	case c.Bool("help-all"):
		return show(stdout, p.page(true).text(width(stdout)))
	}
	if c.NumFlags() == 0 && !p.Answers { // whoever gives nothing asks what there is to give
		if err := show(con, p.page(false).text(width(os.Stderr))+"\n"); err != nil {
			return err
		}
		return fault.Usagef("nothing is given; the examples above show what to give")
	}
	if err := con.set(c.Bool("quiet"), c.String("log-format")); err != nil {
		return err
	}
	named, err := p.resolve(c)
	if err != nil {
		return err
	}
	if c.Bool("describe") {
		return showJSON(stdout, p.describe())
	}
	call, err := p.call(c, named)
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
	return p.origin(c, p.Do(c.Context, call, stdout))
}

// nearest suggests a mode for a word that is none; "" if none is like it.
func (p *Program) nearest(word string) string {
	var modes []string
	for _, m := range p.Modes {
		modes = append(modes, m.word())
	}
	return config.Nearest(word, modes)
}

// misspelt reports whether a word is meant as a mode, and not as a file of an input.
func (p *Program) misspelt(word string) bool {
	_, err := os.Stat(word)
	return err != nil && p.nearest(word) != ""
}

// unexpected is the error for a word that is neither a flag nor a mode.
func (p *Program) unexpected(word string) error {
	if nearest := p.nearest(word); nearest != "" {
		return fault.Usagef("there is no mode %s%s; see %s --help", word, nearest, p.Stage)
	}
	return fault.Usagef("unexpected argument %s (inputs go behind flags: put a glob in quotes, or repeat the flag); see %s --help", word, p.Stage)
}

// maxThreads is more than machines have; each thread takes memory.
const maxThreads = 4096

// call returns what the flags say that are no settings.
func (p *Program) call(c *cli.Context, named []string) (*Call, error) {
	call := &Call{Inputs: map[string][]string{}, Named: named, Presets: p.Applied, Out: c.String("out"), Shard: c.String("shard"),
		MaxRejects: c.String("max-rejects"), Threads: runtime.GOMAXPROCS(0), Force: c.Bool("force"), Verify: c.Bool("verify"),
		Metrics: c.String("metrics")}
	if c.IsSet("threads") {
		n, err := strconv.Atoi(c.String("threads"))
		if err != nil || n < 1 || n > maxThreads {
			return nil, fault.Usagef("--threads %s: want a number from 1 to %d", c.String("threads"), maxThreads)
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
		call.Inputs[in.Name] = c.StringSlice(in.Name)
	}
	return call, nil
}
