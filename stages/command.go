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

	cliline "wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/config"
	"wrone2set/stages/internal/fault"
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
		return fault.Usagef("there is no flag --%s%s; see %s --help", strings.TrimLeft(name, "-"), config.Nearest(name, names), s.Name)
	}
	return fault.Usagef("%w; see %s --help", err, s.Name)
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
		return fault.Usagef("unexpected argument %s (put a glob in quotes, or repeat the flag); see %s --help", c.Args().First(), s.Name)
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
	call := &cliline.Call{Inputs: map[string][]string{}, Out: c.String("out"), Shard: c.String("shard"),
		MaxRejects: c.String("max-rejects"), Threads: c.Int("threads"), Force: c.Bool("force"), Verify: c.Bool("verify")}
	for _, in := range s.Inputs {
		call.Inputs[in.Name] = c.StringSlice(in.Name)
	}
	p, err := s.plan(call, &r.config)
	if err != nil {
		return err
	}
	if call.Threads < 0 || c.IsSet("threads") && call.Threads == 0 {
		return fault.Usagef("--threads %d: want at least 1", call.Threads)
	}
	if call.Threads == 0 {
		call.Threads = runtime.GOMAXPROCS(0)
	}
	if con.quiet {
		stdout = io.Discard
	}
	con.log.Debug("settings", "config_file", r.file, "presets", r.presets, "config", string(p.config))
	return p.execute(c.Context, con, s.Inputs, call.Threads, stdout)
}
