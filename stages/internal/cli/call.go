// Package cli is the command line of a stage.
package cli

// Call is a command line that was understood, but for its inputs and the texts of --shard and --max-rejects: what they
// mean is for the stage to say.
type Call struct {
	Inputs     map[string][]string // by the name of the input, as given and in this order
	Out        string
	Shard      string // I/N; empty: not given
	MaxRejects string // a share: 0.01 or 1%
	Threads    int    // at least 1
	Force      bool
	Verify     bool
}
