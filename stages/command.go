package stages

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"wrone2set/stages/internal/config"
)

// DebugEnv is the environment variable that, when not empty, shows the stack of an internal error and more log lines.
const DebugEnv = "WRONE2SET_DEBUG"

// Main runs the stage with the arguments of the program and ends the program with one of the exit codes. SIGINT and
// SIGTERM end ctx of Run; a second one ends the program at once.
func Main[C any](s Stage[C]) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(Execute(ctx, s, os.Args[1:], os.Stdout, os.Stderr))
}

// Execute is Main without the program: args are the arguments after the program's name, and the exit code is returned.
func Execute[C any](ctx context.Context, s Stage[C], args []string, stdout, stderr io.Writer) int {
	if err := s.Validate(); err != nil {
		fmt.Fprintln(stderr, err)
		return ExitFailed
	}
	debugging := os.Getenv(DebugEnv) != ""
	con := newConsole(s.Name, stderr, debugging)
	err := guard(func() error { return s.command(con, stdout, stderr).RunContext(ctx, append([]string{s.Name}, args...)) })
	con.endProgress()
	if err != nil {
		report(con, s.Name, s.Version, err, debugging)
	}
	return exitCode(err)
}

// command builds the command line from the ports and the settings.
func (s Stage[C]) command(con *console, stdout, stderr io.Writer) *cli.App {
	first, rest := title(s.Doc)
	return &cli.App{
		Name: s.Name, Usage: first, Description: rest, Version: s.Version,
		UsageText: s.usageText(),
		Flags:     s.flags(), HideHelpCommand: true, DisableSliceFlagSeparator: true,
		Writer: stdout, ErrWriter: stderr, OnUsageError: s.usageError,
		ExitErrHandler: func(*cli.Context, error) {},
		Action:         func(c *cli.Context) error { return s.action(c, con, stdout) },
	}
}

// usageError rewords what the flag parser says.
func (s Stage[C]) usageError(c *cli.Context, err error, _ bool) error {
	const unknown = "flag provided but not defined: -"
	if name, ok := strings.CutPrefix(err.Error(), unknown); ok {
		var names []string
		for _, f := range c.App.Flags {
			names = append(names, f.Names()...)
		}
		return usagef("there is no flag --%s%s; see %s --help", strings.TrimLeft(name, "-"), config.Nearest(name, names), s.Name)
	}
	return usagef("%w; see %s --help", err, s.Name)
}

func (s Stage[C]) usageText() string {
	words := []string{s.Name}
	for _, in := range s.Inputs {
		value := "CORPUS"
		if in.Named {
			value = "NAME=CORPUS"
		}
		word := "--" + in.Name + " " + value
		if !in.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(append(words, "--out FOLDER [settings]"), " ")
}

func (s Stage[C]) action(c *cli.Context, con *console, stdout io.Writer) error {
	if c.Args().Present() {
		return usagef("unexpected argument %s (put a glob in quotes, or repeat the flag); see %s --help", c.Args().First(), s.Name)
	}
	if err := con.set(c.Bool("quiet"), c.String("log-format")); err != nil {
		return err
	}
	r, err := s.resolve(c)
	if err != nil {
		return err
	}
	if c.Bool("describe") {
		return s.describe(r, stdout)
	}
	p, err := s.plan(c, r)
	if err != nil {
		return err
	}
	threads := c.Int("threads")
	if threads < 0 || c.IsSet("threads") && threads == 0 {
		return usagef("--threads %d: want at least 1", threads)
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if con.quiet {
		stdout = io.Discard
	}
	con.log.Debug("settings", "config_file", r.file, "presets", r.presets, "config", string(p.config))
	return p.execute(c.Context, con, s.Inputs, threads, stdout)
}

// plan resolves inputs, output and the common flags.
func (s Stage[C]) plan(c *cli.Context, r *resolved[C]) (*plan, error) {
	fields, err := config.Fields(&r.config)
	if err != nil {
		return nil, err
	}
	p := &plan{stage: s.Name, version: s.Version, outputs: s.Outputs, layout: s.Layout,
		config: config.JSON(fields, false), keyed: config.JSON(fields, true), inputs: map[string][]Source{},
		force: c.Bool("force"), verify: c.Bool("verify"),
		run: func(ctx context.Context, t *Task) error { return s.Run(ctx, t, r.config) }}
	if c.String("out") == "" {
		return nil, usagef("--out is required: the folder for the output")
	}
	if p.out, err = absolute(c.String("out")); err != nil {
		return nil, err
	}
	if p.maxRejects, err = parseShare(c.String("max-rejects")); err != nil {
		return nil, err
	}
	if p.shard, err = parseShard(c.String("shard")); err != nil {
		return nil, err
	}
	for _, in := range s.Inputs {
		if p.inputs[in.Name], err = in.resolve(c.StringSlice(in.Name)); err != nil {
			return nil, err
		}
	}
	return p, nil
}
