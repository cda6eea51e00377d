// Package cli is the command line of a stage: flags, the settings that lie over each other, --describe and --help, the
// completion of shells, and the console with its log lines and progress bar. It knows a stage as plain data, a
// [Program], and hands back a [Call].
package cli

import (
	"context"
	"io"
	"strings"

	"wrone2set/stages/internal/config"
)

// Program is a stage as its command line sees it. It runs once: what is given on the command line changes Settings.
type Program struct {
	Description        // what --describe prints; Applied, ConfigFile and Config are filled in when the program runs
	Details     string // of the doc, below the title
	Commit      string // that the program was built from, with +changes; empty: not known
	Answers     bool   // reads standard input and answers it on standard output: there is no --out
	Shards      bool   // whether there is a flag --shard
	Arrays      bool   // whether --shards and the environment of an array job stand in for it
	Settings    []config.Field
	Apply       func(preset string) // lays one of Presets over the settings
	Sections    []string            // that a pipeline.yaml may have
	Modes       []ModeDescription   // the other modes of the program
	Moved       map[string]string   // flags of earlier versions, and what takes their place
	Check       func() error        // refuses the settings; may be nil
	Do          func(ctx context.Context, call *Call, stdout io.Writer) error

	named []string // keys of the settings that a flag or the section gives
}

// binary is the name of the program, whatever its mode.
func (p *Program) binary() string {
	name, _, _ := strings.Cut(p.Stage, " ")
	return name
}

// page is the name of the manual page: train-refit of train refit.
func (p *Program) page() string { return strings.ReplaceAll(p.Stage, " ", "-") }

// Call is a command line that was understood, but for its inputs and the texts of --shard, --shards and --max-rejects: what they
// mean, and whether they are allowed, is for the stage to say.
type Call struct {
	Inputs     map[string][]string // by the name of the input, as given and in this order
	Named      []string            // keys of the settings given by a flag or in pipeline.yaml, not by a preset
	Presets    []string            // those that were applied, in their order
	Out        string              // - for standard output
	Shard      string              // I/N; empty: not given
	Shards     string              // N; empty: not given
	MaxRejects string              // a share: 0.01 or 1%
	Threads    int                 // at least 1
	Force      bool
	Verify     bool
}

// Run understands args, the arguments behind the program's name, and does what they say: prints help, version,
// description, completion or manual, or calls Do. A command line that cannot be meant is a [fault.UsageError].
func (p *Program) Run(ctx context.Context, args []string, stdout io.Writer, con *Console) error {
	return p.app(args, stdout, con).RunContext(ctx, append([]string{p.Stage}, args...))
}
