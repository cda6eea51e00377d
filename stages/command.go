package stages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/machine"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// DebugEnv is the environment variable that, when not empty, shows the stack of an internal error and more log lines.
const DebugEnv = "WRONE2SET_DEBUG"

// Main runs the mode that the arguments select and ends the program with one of the exit codes. The first mode runs
// unless the arguments begin with the name of another. SIGINT and SIGTERM cancel ctx of Run; a second signal ends the
// program at once.
func Main(modes ...Mode) {
	// Libraries log what they also return as an error. Nobody could read it between lines of JSON.
	log.SetOutput(io.Discard)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// Restore the default handling after the first signal: otherwise a Run that does not stop could not be ended.
	context.AfterFunc(ctx, stop)
	os.Exit(Execute(ctx, modes, os.Args[1:], os.Stdout, os.Stderr))
}

// Execute is Main without ending the program. args are the arguments after the program's name; the result is the exit
// code.
func Execute(ctx context.Context, modes []Mode, args []string, stdout, stderr io.Writer) int {
	at := store.New(ctx)
	defer at.Close()
	return execute(ctx, at, modes, args, stdout, stderr)
}

func execute(ctx context.Context, at *store.Store, modes []Mode, args []string, stdout, stderr io.Writer) int {
	if err := validModes(modes); err != nil {
		fmt.Fprintln(stderr, err)
		return ExitFailed
	}
	m, args := pick(modes, args)
	debugging := os.Getenv(DebugEnv) != ""
	con := cli.NewConsole(m.command(), stderr, debugging)
	err := guard(func() error { return m.run(ctx, at, con, modes, args, stdout) })
	// End the bar first, or the error would be printed behind it.
	con.EndProgress()
	if err != nil {
		report(con, m.command(), err, debugging)
	}
	return exitCode(err)
}

func (s Stage[C]) command() string { return s.Name }

func (s Stage[C]) flag() bool { return s.Flag }

func (s Stage[C]) title() string {
	first, _ := cli.Title(s.Doc)
	return first
}

func (s Stage[C]) run(ctx context.Context, at *store.Store, con *cli.Console, modes []Mode, args []string, stdout io.Writer) error {
	p := s.program(at, con)
	for _, m := range modes {
		if _, query := m.(Query); !query {
			p.Sections = append(p.Sections, m.command())
		}
		if s.Name == modes[0].command() && m.command() != s.Name { // only the first mode shows others
			p.Modes = append(p.Modes, cli.ModeDescription{Command: m.command(), Doc: m.title()})
		}
	}
	return p.Run(ctx, args, stdout, con)
}

// program describes the stage for its command line, with a copy of the settings that the command line changes and Run
// receives.
func (s Stage[C]) program(at *store.Store, con *cli.Console) *cli.Program {
	c := s.Config
	fields, _ := config.Fields(&c) // Validate has checked them
	_, details := cli.Title(s.Doc)
	d := cli.Description{Stage: s.Name, Version: s.Version, Doc: s.title(), Layout: s.Layout.String(), Settings: fields, ExitCodes: exitCodes,
		Inputs: append([]Input{}, s.Inputs...), Outputs: s.Outputs, Presets: []cli.Preset{}} // none are [] in JSON
	p := &cli.Program{Description: d, Details: details, Release: machine.Release(), Parted: s.Layout == Parted,
		Answers: s.Layout == Answer, Usual: s.Usual}
	for _, preset := range s.Presets {
		p.Presets = append(p.Presets, cli.Preset{Name: preset.Name, Doc: preset.Doc, Size: preset.Size, Apply: func() { preset.Apply(&c) }})
	}
	p.Check = func() error { return s.check(&c) }
	p.Do = func(ctx context.Context, call *cli.Call, stdout io.Writer) error {
		j, err := s.job(ctx, at, call, &c)
		if err != nil {
			return err
		}
		defer j.copies.Close()
		return j.execute(ctx, con, call.Threads, stdout)
	}
	return p
}

// check applies the limits of the settings' tags and of Check.
func (s Stage[C]) check(c *C) error {
	fields, _ := config.Fields(c) // Validate has checked them
	if err := config.Check(fields); err != nil || s.Check == nil {
		return err
	}
	return s.Check(*c)
}

// guard turns a panic of f into an error.
func guard(f func() error) error {
	_, err := fault.Catch(func() (struct{}, error) { return struct{}{}, f() })
	return err
}

// report prints the error that ends the program.
func report(con *cli.Console, name string, err error, debugging bool) {
	var bug *fault.Panic
	switch {
	case errors.As(err, &bug):
		con.Fail(fmt.Errorf("%w; please report this with the command line and the version (%s %s)", err, name, machine.Release()))
		if debugging {
			fmt.Fprintf(con, "%s", bug.Stack)
		} else {
			con.Fail(errors.New("set WRONE2SET_DEBUG=1 to see where it happened"))
		}
	case errors.Is(err, context.Canceled):
		con.Fail(errors.New("stopped before the end; run the same command again"))
	default:
		con.Fail(explained(err))
	}
}

// exitCodes are what --describe says of the exit codes; a Go program that crashes ends with 2.
var exitCodes = []cli.ExitDescription{
	{Code: ExitDone, Means: "the output is there and whole"},
	{Code: ExitFailed, Means: "failed or stopped", Retry: true},
	{Code: 2, Means: "crashed, or out of memory", Retry: true},
	{Code: ExitUsage, Means: "wrong flags or settings, or an output folder that is something else"},
	{Code: ExitInput, Means: "an input is missing, broken or unfinished, or has too many bad rows"},
}
