// Package cli is the command line of a stage: flags, layers of settings, --describe and --help, shell completion, and
// the console with its log lines and progress bar. It receives a stage as plain data, a [Program], and returns a
// [Call].
package cli

import (
	"context"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/config"
)

// Program is a stage as seen by its command line. Run it once: the command line changes Settings.
type Program struct {
	Description        // what --describe prints; running the program fills in Applied, ConfigFile and Config
	Details     string // the documentation below the title
	Release     string // version and commit of the product, for --version
	Answers     bool   // reads standard input and answers it on standard output: there is no --out
	Parted      bool   // whether there are flags --shard and --shards
	Settings    []config.Field
	Usual       []string            // flags of the settings that --help shows
	Apply       func(preset string) // applies one of Presets to the settings
	Sections    []string            // the sections that a pipeline.yaml may have
	Modes       []ModeDescription   // the other modes of the program
	Moved       map[string]string   // flags of earlier versions, and what takes their place
	Check       func() error        // validates the settings; may be nil
	Do          func(ctx context.Context, call *Call, stdout io.Writer) error

	named []string // keys of the settings that a flag or the section gives
	filed []string // flags of the settings that the section gives, and no flag
}

// binary is the name of the program, whatever its mode.
func (p *Program) binary() string {
	name, _, _ := strings.Cut(p.Stage, " ")
	return name
}

// page is the name of the manual page: train-refit of train refit.
func (p *Program) page() string { return strings.ReplaceAll(p.Stage, " ", "-") }

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
	Force      bool
	Verify     bool
}

// Run parses args, the arguments after the program's name, and follows them: it prints help, version, description,
// completion or manual, or calls Do. A wrong command line is a [fault.UsageError].
func (p *Program) Run(ctx context.Context, args []string, stdout io.Writer, con *Console) error {
	return p.app(args, stdout, con).RunContext(ctx, append([]string{p.Stage}, args...))
}
