package stages

import (
	"context"

	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Source is one thing that an input names: a file, a folder, a glob or a pair. Path names a file of its folder and Open
// opens one. Provenance and ProvenanceIn say which stage made it from what, UsageIn how long that took.
type Source = input.Source

// Provenance says how an output came about: its stage, seed, settings and inputs, and what Run noted.
type Provenance = input.Provenance

// Origin is one input that an output was made from.
type Origin = input.Origin

// Usage is the time and memory that making an output took.
type Usage = input.Usage

// Status is the progress of an output: which of its parts are done, being made, abandoned by a killed process, or failed.
type Status = output.Status

// StatusOf looks at an output folder at any moment. It returns a [schemas.FileError] for a folder that no stage has begun, and
// the error of ctx once ctx is done.
func StatusOf(ctx context.Context, dir string) (*Status, error) {
	at := store.New(ctx)
	defer at.Close()
	dir, err := output.Absolute(dir)
	if err != nil {
		return nil, err
	}
	return output.Look(ctx, at, dir)
}

// Join returns the path of a file of an output folder.
func Join(dir, name string) string { return store.Join(dir, name) }

// ReadOutput reads a small file of an output folder, on this machine or in a bucket.
func ReadOutput(ctx context.Context, dir, name string) ([]byte, error) {
	return input.ReadOutput(ctx, dir, name)
}
