package stages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/config"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/storage"
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
	store := storage.New(ctx)
	defer store.Close()
	return execute(ctx, store, modes, args, stdout, stderr)
}

func execute(ctx context.Context, store *storage.Store, modes []Mode, args []string, stdout, stderr io.Writer) int {
	if err := validModes(modes); err != nil {
		fmt.Fprintln(stderr, err)
		return ExitFailed
	}
	m, args := pick(modes, args)
	debugging := os.Getenv(DebugEnv) != ""
	con := cli.NewConsole(m.command(), stderr, debugging)
	err := guard(func() error { return m.run(ctx, store, con, others(modes, m), args, stdout) })
	// End the bar first, or the last message would follow it on its line.
	con.EndProgress()
	if err != nil {
		report(con, m.command(), m.version(), err, debugging)
	}
	return exitCode(err)
}

func (s Stage[C]) command() string { return s.Name }
func (s Stage[C]) version() string { return s.Version }

func (s Stage[C]) title() string {
	first, _ := cli.Title(s.Doc)
	return first
}

func (s Stage[C]) run(ctx context.Context, store *storage.Store, con *cli.Console, others []cli.ModeDescription, args []string, stdout io.Writer) error {
	p := s.program(store, con)
	p.Modes = others
	return p.Run(ctx, args, stdout, con)
}

// program describes the stage for its command line, with a copy of the settings that the command line changes and Run
// receives.
func (s Stage[C]) program(store *storage.Store, con *cli.Console) *cli.Program {
	c := s.Config
	fields, _ := config.Fields(&c) // Validate has checked them
	_, details := cli.Title(s.Doc)
	p := &cli.Program{Description: s.description(), Details: details, Commit: revision(), Shards: s.Layout == Sharded || s.Layout == Parted, Arrays: s.Layout == Parted,
		Answers: s.Layout == Answer, Settings: fields, Moved: s.Moved, Sections: append(slices.Clip(sections), s.Name)}
	p.Apply = func(name string) {
		for _, preset := range s.Presets {
			if preset.Name == name {
				preset.Apply(&c)
			}
		}
	}
	p.Check = func() error { return s.check(&c) }
	p.Do = func(ctx context.Context, call *cli.Call, stdout io.Writer) error {
		j, err := s.job(ctx, store, call, &c)
		if err != nil {
			return err
		}
		defer j.copies.close()
		return j.execute(ctx, con, call.Threads, stdout)
	}
	return p
}

// check applies the limits of the settings' tags and of Check.
func (s Stage[C]) check(c *C) error {
	fields, err := config.Fields(c)
	if err == nil {
		err = config.Check(fields)
	}
	if err != nil || s.Check == nil {
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
func report(con *cli.Console, name, version string, err error, debugging bool) {
	var bug *fault.Panic
	switch {
	case errors.As(err, &bug):
		con.Fail(fmt.Sprintf("%s; please report this with the command line and the version (%s %s)", err, name, version))
		if debugging {
			fmt.Fprintf(con, "%s", bug.Stack)
		} else {
			con.Fail("set WRONE2SET_DEBUG=1 to see where it happened")
		}
	case errors.Is(err, context.Canceled):
		con.Fail("stopped before the end; run the same command again")
	default:
		con.Fail(message(err))
	}
}
